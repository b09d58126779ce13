import type { components } from '@svc/http-contract';
import { AgentSocket } from './agent-socket.js';
import type { AgentAccess, AuthOptions } from './agent-socket.js';
import { AgentTasks } from './agent-tasks.js';
import { httpCall, succeeded } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';
import { StreamedCall } from './streamed-call.js';

export type HistoryMessage = components['schemas']['Message'];

/** The program of an agent: calls over REST with the two headers, and sockets. */
export class AgentClient implements AgentAccess {
  readonly agentId: string;
  readonly secret: string;
  /** Calls about tasks and runs that must succeed. */
  readonly tasks: AgentTasks;
  readonly #baseUrl: string;

  constructor(baseUrl: string, access: AgentAccess) {
    this.#baseUrl = baseUrl;
    this.agentId = access.agentId;
    this.secret = access.secret;
    this.tasks = new AgentTasks((path, call) => this.call(path, call));
  }

  /** The same agent with another secret. */
  withSecret(secret: string): AgentClient {
    return new AgentClient(this.#baseUrl, { agentId: this.agentId, secret });
  }

  call(path: string, call: HttpCall = {}): Promise<HttpAnswer> {
    const headers = { 'x-svc-agent-id': this.agentId, 'x-svc-secret': this.secret, ...call.headers };
    return httpCall(this.#baseUrl + path, { ...call, headers });
  }

  /** `POST /api/agent/events`; `type` is `message` unless given. */
  post(message: Record<string, unknown>): Promise<HttpAnswer> {
    return this.call('/api/agent/events', { body: { type: 'message', ...message } });
  }

  /** Sends a message that must be accepted, and resolves with its id. */
  async send(message: Record<string, unknown>): Promise<string> {
    return succeeded<{ message_id: string }>('sending a message', await this.post(message)).message_id;
  }

  /** Asks for a decision, which must be taken. */
  async ask(question: Record<string, unknown>): Promise<{ decision_id: string; status: string }> {
    return succeeded('asking', await this.call('/api/agent/decisions', { body: question }));
  }

  /** `POST /api/agent/messages/stream`, whose body is still to be sent. */
  stream(conversationId?: string, headers: Record<string, string> = {}): StreamedCall {
    const query = conversationId === undefined ? '' : `?conversation_id=${conversationId}`;
    return new StreamedCall(`${this.#baseUrl}/api/agent/messages/stream${query}`, {
      'x-svc-agent-id': this.agentId,
      'x-svc-secret': this.secret,
      'content-type': 'application/x-ndjson',
      ...headers,
    });
  }

  /** @param query such as `?limit=2`. */
  readHistory(conversationId: string, query = ''): Promise<HttpAnswer> {
    return this.call(`/api/agent/conversations/${conversationId}/messages${query}`);
  }

  /** The history of a conversation that the agent must be able to read, newest first. */
  async history(conversationId: string, query = ''): Promise<HistoryMessage[]> {
    return succeeded('reading a history', await this.readHistory(conversationId, query));
  }

  /** A socket that is open and not authenticated yet. */
  openSocket(options: { autoPong?: boolean } = {}): Promise<AgentSocket> {
    return AgentSocket.open(`${this.socketUrl}/ws/agent/${this.agentId}`, options);
  }

  /** A socket that is authenticated. */
  async connect(options: AuthOptions & { autoPong?: boolean } = {}): Promise<AgentSocket> {
    const { autoPong = true, ...auth } = options;
    const socket = await this.openSocket({ autoPong });
    await socket.authenticate(this, auth);
    return socket;
  }

  get socketUrl(): string {
    return this.#baseUrl.replace(/^http/, 'ws');
  }
}
