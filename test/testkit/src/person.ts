import { randomBytes } from 'node:crypto';
import type { components } from '@svc/http-contract';
import { AgentClient } from './agent-client.js';
import { httpCall, unexpected } from './http-call.js';
import type { HttpAnswer, HttpCall } from './http-call.js';
import { PersonTasks } from './person-tasks.js';
import { eventually } from './signal.js';

type Schemas = components['schemas'];
export type NewAgent = Partial<Schemas['NewAgent']>;
export type AgentInfo = Schemas['Agent'];
export type NewKey = Partial<Schemas['NewAgentKey']>;
export type LoggedEvent = Schemas['Event'];
/** A message as the client API's history shows it. */
export type ShownMessage = Schemas['ConversationMessage'];
export type SentMessage = Schemas['UserMessageAccepted'];

/** A person who has signed up, with the calls of the client app. */
export class Person {
  /** The password of everybody who signs up here: that of the contract's example of an erasure. */
  static readonly password = 'correct horse battery';
  readonly name: string;
  readonly email: string;
  readonly token: string;
  /** Calls about tasks that must succeed. */
  readonly tasks: PersonTasks;
  readonly #baseUrl: string;

  private constructor(baseUrl: string, { name, email }: Pick<Person, 'name' | 'email'>, token: string) {
    this.#baseUrl = baseUrl;
    this.name = name;
    this.email = email;
    this.token = token;
    this.tasks = new PersonTasks((path, call) => this.call(path, call));
  }

  /** Signs up under a random address. */
  static async signUp(baseUrl: string, name = 'Ada'): Promise<Person> {
    const email = `${randomBytes(8).toString('hex')}@example.org`;
    return Person.#enter(`${baseUrl}/api/auth/sign-up/email`, { name, email, password: Person.password });
  }

  /** Another session of somebody. */
  static async signIn(baseUrl: string, email: string, password = Person.password): Promise<Person> {
    return Person.#enter(`${baseUrl}/api/auth/sign-in/email`, { email, password });
  }

  static async #enter(url: string, body: object): Promise<Person> {
    const answer = await httpCall(url, { body });
    const token = answer.headers['set-auth-token'];
    if (answer.status !== 200 || typeof token !== 'string') throw unexpected('entering', answer);
    return new Person(new URL(url).origin, (answer.body as { user: Person }).user, token);
  }

  /** The same person with another token, or a program with an API key. */
  withToken(token: string): Person {
    return new Person(this.#baseUrl, this, token);
  }

  /** A call of the client API. */
  call(path: string, call: HttpCall = {}): Promise<HttpAnswer> {
    const headers = { authorization: `Bearer ${this.token}`, ...call.headers };
    return httpCall(`${this.#baseUrl}/api/client${path}`, { ...call, headers });
  }

  /** An interactive agent without a webhook, unless told otherwise. */
  async createAgent(agent: NewAgent = {}): Promise<AgentClient> {
    const body = { agent_name: 'Mailbox', kind: 'interactive', ...agent };
    const answer = await this.#expect(201, 'creating an agent', '/agents', { body });
    const created = answer.body as { agent_id: string; secret: string };
    return new AgentClient(this.#baseUrl, { agentId: created.agent_id, secret: created.secret });
  }

  async agent(agentId: string): Promise<AgentInfo> {
    return (await this.#expect(200, 'reading an agent', `/agents/${agentId}`)).body as AgentInfo;
  }

  async changeAgent(agentId: string, body: Record<string, unknown>): Promise<AgentInfo> {
    const call = { method: 'PATCH', body };
    return (await this.#expect(200, 'changing an agent', `/agents/${agentId}`, call)).body as AgentInfo;
  }

  /** Sends a message, and returns the answer, whatever it is. */
  postMessage(agentId: string, body: unknown): Promise<HttpAnswer> {
    return this.call(`/agents/${agentId}/messages`, { body });
  }

  /** Sends a message that must be accepted. */
  async send(agentId: string, message: string | Record<string, unknown>): Promise<SentMessage> {
    const body = typeof message === 'string' ? { text: message } : message;
    return (await this.#expect(201, 'sending a message', `/agents/${agentId}/messages`, { body }))
      .body as SentMessage;
  }

  async history(conversationId: string, query = ''): Promise<ShownMessage[]> {
    const path = `/conversations/${conversationId}/messages${query}`;
    return (await this.#expect(200, 'reading a history', path)).body as ShownMessage[];
  }

  /** The ids of the conversations with an agent, the one with the newest message first. */
  async conversationIds(agentId: string): Promise<string[]> {
    const answer = await this.#expect(200, 'listing conversations', `/conversations?agent_id=${agentId}`);
    return (answer.body as { id: string }[]).map(({ id }) => id);
  }

  /** The event log of an agent, newest first. */
  async events(agentId: string, query = ''): Promise<LoggedEvent[]> {
    return (await this.#expect(200, 'reading the event log', `/agents/${agentId}/events${query}`))
      .body as LoggedEvent[];
  }

  /** Resolves with the agent's newest event once it is in this state. */
  async newestEvent(agentId: string, state: LoggedEvent['state']): Promise<LoggedEvent> {
    const read = () => this.events(agentId, '?limit=1');
    const what = `the newest event to be ${state}`;
    return (await eventually(read, ([newest]) => newest?.state === state, { what }))[0] as LoggedEvent;
  }

  /** Resolves once so many of the agent's events are in this state. */
  async untilEvents(agentId: string, state: LoggedEvent['state'], count: number): Promise<void> {
    const read = () => this.events(agentId, `?state=${state}&limit=100`);
    await eventually(read, ({ length }) => length === count, { what: `${count} events to be ${state}` });
  }

  async redeliver(eventId: string): Promise<void> {
    await this.#expect(202, 'asking for a redelivery', `/events/${eventId}/redeliver`, { method: 'POST' });
  }

  async rotateSecret(agentId: string, graceSeconds?: number): Promise<string> {
    const body = graceSeconds === undefined ? {} : { grace_period_seconds: graceSeconds };
    const answer = await this.#expect(200, 'rotating a secret', `/agents/${agentId}/secret/rotate`, { body });
    return (answer.body as { secret: string }).secret;
  }

  /** Makes a key that must be accepted; it reads and nothing else unless told otherwise. */
  async createKey(agentId: string, key: NewKey = {}): Promise<{ key_id: string; secret: string }> {
    const body = { name: 'Key', scopes: ['read'], ...key };
    const answer = await this.#expect(201, 'making a key', `/agents/${agentId}/keys`, { body });
    return answer.body as { key_id: string; secret: string };
  }

  async keys(agentId: string): Promise<Schemas['AgentKey'][]> {
    return (await this.#expect(200, 'listing keys', `/agents/${agentId}/keys`)).body as Schemas['AgentKey'][];
  }

  async revokeKey(agentId: string, keyId: string): Promise<void> {
    await this.#expect(204, 'revoking a key', `/agents/${agentId}/keys/${keyId}`, { method: 'DELETE' });
  }

  async deleteAgent(agentId: string): Promise<void> {
    await this.#expect(204, 'deleting an agent', `/agents/${agentId}`, { method: 'DELETE' });
  }

  async #expect(status: number, what: string, path: string, call?: HttpCall): Promise<HttpAnswer> {
    const answer = await this.call(path, call);
    if (answer.status !== status) throw unexpected(what, answer);
    return answer;
  }
}
