import { randomBytes } from 'node:crypto';
import type { components } from '@svc/http-contract';
import { AgentClient } from './agent-client.js';
import type { ShownDecision } from './agent-client.js';
import { Caller } from './caller.js';
import { httpCall, succeeded } from './http-call.js';
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

/** With what has nothing but the key. */
export type ApiKey = { key_id: string; name: string; secret: string; program: Person };

/** An address that nobody has. */
export const newEmail = () => `${randomBytes(8).toString('hex')}@example.org`;

/** A person who has signed up, with the calls of the client app. */
export class Person extends Caller {
  /** The password of everybody who signs up here: that of the contract's example of an erasure. */
  static readonly password = 'correct horse battery';
  readonly name: string;
  readonly email: string;
  readonly token: string;
  /** Calls about tasks that must succeed. */
  readonly tasks = new PersonTasks(this);
  readonly #origin: string;

  private constructor(origin: string, { name, email }: Pick<Person, 'name' | 'email'>, token: string) {
    super(`${origin}/api/client`, { authorization: `Bearer ${token}` }, '/media');
    this.#origin = origin;
    this.name = name;
    this.email = email;
    this.token = token;
  }

  /** Signs up under a random address. */
  static async signUp(baseUrl: string, name = 'Ada'): Promise<Person> {
    const email = newEmail();
    return Person.#enter(`${baseUrl}/api/auth/sign-up/email`, { name, email, password: Person.password });
  }

  /** Another session of somebody. */
  static async signIn(baseUrl: string, email: string, password = Person.password): Promise<Person> {
    return Person.#enter(`${baseUrl}/api/auth/sign-in/email`, { email, password });
  }

  static async #enter(url: string, body: object): Promise<Person> {
    const answer = await httpCall(url, { body });
    const { user } = succeeded<{ user: Person }>('entering', answer);
    return new Person(new URL(url).origin, user, String(answer.headers['set-auth-token']));
  }

  /** The same person with another token, or a program with an API key. */
  withToken(token: string): Person {
    return new Person(this.#origin, this, token);
  }

  /** An interactive agent without a webhook, unless told otherwise. */
  async createAgent(agent: NewAgent = {}): Promise<AgentClient> {
    const body = { agent_name: 'Mailbox', kind: 'interactive', ...agent };
    const made = await this.succeed<{ agent_id: string; secret: string }>('/agents', { body });
    return new AgentClient(this.#origin, { agentId: made.agent_id, secret: made.secret });
  }

  agent = (agentId: string) => this.succeed<AgentInfo>(`/agents/${agentId}`);

  changeAgent = (agentId: string, body: Record<string, unknown>) =>
    this.succeed<AgentInfo>(`/agents/${agentId}`, { method: 'PATCH', body });

  /** Sends a message, and returns the answer, whatever it is. */
  postMessage = (agentId: string, body: unknown) => this.call(`/agents/${agentId}/messages`, { body });

  /** Sends a message that must be accepted. */
  send = (agentId: string, message: string | Record<string, unknown>) =>
    this.succeed<SentMessage>(`/agents/${agentId}/messages`, {
      body: typeof message === 'string' ? { text: message } : message,
    });

  history = (conversationId: string, query = '') =>
    this.succeed<ShownMessage[]>(`/conversations/${conversationId}/messages${query}`);

  /** The ids of the conversations with an agent, the one with the newest message first. */
  conversationIds = async (agentId: string) =>
    (await this.succeed<{ id: string }[]>(`/conversations?agent_id=${agentId}`)).map(({ id }) => id);

  /** What bubbles of a run say, in the agent's newest conversation. */
  async bubbles(agentId: string, runId: string): Promise<string[]> {
    const [conversationId] = await this.conversationIds(agentId);
    const messages = conversationId === undefined ? [] : await this.history(conversationId);
    return messages.filter((message) => message.task_run_id === runId).map(({ text }) => text);
  }

  /** The event log of an agent, newest first. */
  events = (agentId: string, query = '') => this.succeed<LoggedEvent[]>(`/agents/${agentId}/events${query}`);

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

  redeliver = (eventId: string) => this.succeed(`/events/${eventId}/redeliver`, { method: 'POST' });

  /** @param graceSeconds default: that of the service. */
  rotateSecret = async (agentId: string, graceSeconds?: number) => {
    const body = { grace_period_seconds: graceSeconds };
    return (await this.succeed<{ secret: string }>(`/agents/${agentId}/secret/rotate`, { body })).secret;
  };

  /** Makes a key that must be accepted; it reads and nothing else unless told otherwise. */
  createKey = (agentId: string, key: NewKey = {}) =>
    this.succeed<{ key_id: string; secret: string }>(`/agents/${agentId}/keys`, {
      body: { name: 'Key', scopes: ['read'], ...key },
    });

  keys = (agentId: string) => this.succeed<Schemas['AgentKey'][]>(`/agents/${agentId}/keys`);

  revokeKey = (agentId: string, keyId: string) =>
    this.succeed(`/agents/${agentId}/keys/${keyId}`, { method: 'DELETE' });

  deleteAgent = (agentId: string) => this.succeed(`/agents/${agentId}`, { method: 'DELETE' });

  /** An API key of the account: with any scope, for an hour, unless told otherwise. */
  async createApiKey(key: object = {}): Promise<ApiKey> {
    const scopes = ['read', 'write', 'decisions', 'agents'];
    const body = { name: 'Nightly backup', scopes, expires_in_seconds: 3_600, ...key };
    const made = await this.succeed<Omit<ApiKey, 'program'>>('/account/keys', { body });
    return { ...made, program: this.withToken(made.secret) };
  }

  /** Answers a question, whatever comes of it. */
  postAnswer = (decisionId: string, body: unknown) => this.call(`/decisions/${decisionId}/resolve`, { body });

  /** Answers a question, which must be taken. */
  resolve = (decisionId: string, body: Record<string, unknown> = { status: 'approved' }) =>
    this.succeed<ShownDecision>(`/decisions/${decisionId}/resolve`, { body });

  /** What files use of the quota. */
  async usedMediaBytes(): Promise<number> {
    const quotas = await this.succeed<{ quota: string; used: number }[]>('/account/quotas');
    return quotas.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
  }
}
