import type { AnswerBody, components } from '@svc/http-contract';
import { AgentSocket } from './agent-socket.js';
import type { AgentAccess, AuthOptions } from './agent-socket.js';
import { AgentTasks } from './agent-tasks.js';
import { Caller } from './caller.js';
import type { HttpAnswer } from './http-call.js';
import { eventually } from './signal.js';
import { StreamedCall } from './streamed-call.js';

export type HistoryMessage = components['schemas']['Message'];
export type ShownDecision = components['schemas']['ClientDecision'];

const DECISIONS = '/api/agent/decisions';

/** The program of an agent: calls over REST with the two headers, and sockets. */
export class AgentClient extends Caller implements AgentAccess {
  readonly agentId: string;
  readonly secret: string;
  /** Calls about tasks and runs that must succeed. */
  readonly tasks = new AgentTasks(this);

  constructor(baseUrl: string, { agentId, secret }: AgentAccess) {
    super(baseUrl, { 'x-svc-agent-id': agentId, 'x-svc-secret': secret }, '/api/agent/media');
    this.agentId = agentId;
    this.secret = secret;
  }

  /** The same agent with another secret. */
  withSecret(secret: string): AgentClient {
    return new AgentClient(this.baseUrl, { agentId: this.agentId, secret });
  }

  /** `POST /api/agent/events`; `type` is `message` unless given. */
  post(message: Record<string, unknown>): Promise<HttpAnswer> {
    return this.call('/api/agent/events', { body: { type: 'message', ...message } });
  }

  /** Sends a message that must be accepted, and resolves with its id. */
  async send(message: Record<string, unknown>): Promise<string> {
    const body = { type: 'message', ...message };
    return (await this.succeed<AnswerBody<'sendAgentMessage'>>('/api/agent/events', { body })).message_id;
  }

  /** Asks for a decision, whatever the answer. */
  postQuestion = (body: unknown) => this.call(DECISIONS, { body });

  /** Asks for a decision, which must be taken. It has a title if none is given. */
  ask = (question: Record<string, unknown> = {}) =>
    this.succeed<ShownDecision>(DECISIONS, { body: { title: 'Send it?', ...question } });

  /** A decision as its agent reads it. */
  decision = (decisionId: string) => this.succeed<ShownDecision>(`${DECISIONS}/${decisionId}`);

  /** All that it has asked, the newest first. */
  decisions = () => this.succeed<ShownDecision[]>(DECISIONS);

  /** Its newest question, as soon as there is one. */
  async newestDecision(): Promise<ShownDecision> {
    const [newest] = await eventually(this.decisions, ({ length }) => length > 0, { what: 'a request' });
    return newest as ShownDecision;
  }

  /** Withdraws a question, whatever comes of it. */
  withdraw = (decisionId: string) => this.call(`${DECISIONS}/${decisionId}/cancel`, { method: 'POST' });

  /** `POST /api/agent/messages/stream`, whose body is still to be sent. */
  stream(conversationId?: string, headers: Record<string, string> = {}): StreamedCall {
    const query = conversationId === undefined ? '' : `?conversation_id=${conversationId}`;
    return new StreamedCall(`${this.baseUrl}/api/agent/messages/stream${query}`, {
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
  history = (conversationId: string, query = '') =>
    this.succeed<HistoryMessage[]>(`/api/agent/conversations/${conversationId}/messages${query}`);

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
    return this.baseUrl.replace(/^http/, 'ws');
  }
}
