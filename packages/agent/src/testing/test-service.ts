import type { ConversationMessage, Decision, Task, TaskRun } from '../contract.js';
import { secondsOf } from '../options.js';
import type { Duration } from '../options.js';
import type { AgentOptions } from '../options.js';
import { sleep } from '../waiting.js';
import type { Faults } from './faults.js';
import { Inbox } from './inbox.js';
import type { ServiceProcess } from './service-process.js';
import type { PersonCall, TestPerson } from './test-person.js';

export interface TestedAgent {
  agentId: string;
  secret: string;
}

/** How a person answers a question. */
export interface TestAnswer {
  /** The question's title or id. Default: the oldest open one. */
  decision?: string;
  /** What the person notes. Default: nothing. */
  note?: string;
  /** What the person fills in, if the question has a form. */
  answer?: Record<string, unknown>;
  /** How long to wait for the question, in real time. Default `'10s'`. */
  timeout?: Duration;
}

/** What became of a call of a task's trigger URL, or of "run now". */
export interface Trigger {
  /** `triggered`, `duplicate` (the same payload within a day) or `queued` (the agent is offline). */
  status: string;
  /** The run, `run_…`; `null` if it is queued. */
  runId: string | null;
}

export interface TestServiceParts {
  process: ServiceProcess;
  faults: Faults;
  person: TestPerson;
  agent: TestedAgent;
  /** Where the service answers, past the faults. */
  url: string;
  /** Where it answers the agent. */
  publicUrl: string;
  /** How far its clock is ahead of the machine's, in milliseconds. */
  aheadMs: number;
}

const WAIT: Duration = '10s';
/** In real time, in milliseconds. */
const ADVANCE_MS_MAX = 600_000;
const LISTED_MAX = 100;

/** The real service, with a person who uses the agent, a clock that can be moved, and faults. */
export class TestService {
  /** For `new Agent(svc.agent)`: who the agent is, and where the service answers it, behind the {@link faults}. */
  readonly agent: AgentOptions & TestedAgent & { url: string };
  /** The same as environment variables, for an agent that is a process of its own. */
  readonly env: { AGENT_ID: string; AGENT_SECRET: string; AGENT_SERVICE_URL: string };
  /** What goes wrong between the agent and the service. */
  readonly faults: Faults;
  /** Where the console and the person's API answer, past the faults. */
  readonly url: string;
  readonly #parts: TestServiceParts;
  readonly #inbox: Inbox;
  #aheadMs: number;
  #conversationId: string | undefined;
  #stopped: Promise<void> | undefined;

  /** @internal */
  constructor(parts: TestServiceParts) {
    const { agentId, secret } = parts.agent;
    this.#parts = parts;
    this.#aheadMs = parts.aheadMs;
    parts.process.onMoved = (aheadMs) => void (this.#aheadMs = aheadMs);
    this.faults = parts.faults;
    this.url = parts.url;
    this.agent = {
      ...{ agentId, secret, url: parts.publicUrl, handleSignals: false },
      ...{ reconnect: { firstMs: 20, mostMs: 200 }, now: () => this.now().getTime() },
    };
    this.env = { AGENT_ID: agentId, AGENT_SECRET: secret, AGENT_SERVICE_URL: parts.publicUrl };
    this.#inbox = new Inbox(parts.person, agentId);
  }

  /**
   * The person writes to the agent.
   *
   * @param place.conversationId where. Default: where the person wrote last; `null`: a new conversation.
   */
  async say(
    text: string,
    { conversationId = this.#conversationId }: { conversationId?: string | null } = {},
  ): Promise<{ messageId: string; conversationId: string }> {
    const sent = await this.call<{ message_id: string; conversation_id: string }>(
      `/agents/${this.agent.agentId}/messages`,
      { body: { text, ...(typeof conversationId === 'string' ? { conversation_id: conversationId } : {}) } },
    );
    this.#conversationId = sent.conversation_id;
    return { messageId: sent.message_id, conversationId: sent.conversation_id };
  }

  /**
   * The next message of the agent, in whatever conversation: an answer, a report, the end of a run, a question.
   *
   * @param options.where only one like this; those before it are passed over.
   * @param options.timeout how long to wait, in real time. Default `'10s'`.
   * @throws {Error} if none came in time; the message says which are there.
   */
  nextMessage({
    where = () => true,
    timeout = WAIT,
  }: {
    where?: (message: ConversationMessage) => boolean;
    timeout?: Duration;
  } = {}): Promise<ConversationMessage> {
    const what = () =>
      `a message of the agent; there are ${JSON.stringify(this.#inbox.waiting).slice(0, 1_000)}`;
    return waited(() => this.#inbox.take(where), { what, timeout });
  }

  /** The agent's open questions, the oldest first. */
  async decisions(): Promise<Decision[]> {
    const path = `/decisions?agent_id=${this.agent.agentId}&status=pending&limit=${LISTED_MAX}`;
    return (await this.call<Decision[]>(path)).reverse();
  }

  /**
   * The person approves of what the agent has asked, or is just about to ask.
   *
   * @throws {Error} if there is no such question in time.
   */
  approve(answer: TestAnswer = {}): Promise<Decision> {
    return this.#answer('approved', answer);
  }

  /** The person rejects it; it throws as {@link approve}. */
  reject(answer: TestAnswer = {}): Promise<Decision> {
    return this.#answer('rejected', answer);
  }

  /**
   * Calls the trigger URL of a task; a task with a schedule is run now.
   *
   * @param task its name or id.
   * @throws {Error} if the agent has no such task, or the service refuses the call.
   */
  async trigger(task: string, payload: Record<string, unknown> = {}): Promise<Trigger> {
    const { id, trigger_id: triggerId } = await this.#taskOf(task);
    if (typeof triggerId !== 'string') {
      const { run_id: runId } = await this.call<{ run_id: string }>(`/tasks/${id}/run`, { method: 'POST' });
      return { status: 'triggered', runId };
    }
    const response = await fetch(`${this.url}/webhook/${triggerId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The trigger URL answered with ${response.status}: ${text}`);
    const { status, run_id: runId = null } = JSON.parse(text) as { status: string; run_id?: string };
    return { status, runId };
  }

  /** The newest runs of a task (its name or id), newest first, at most 100. It throws as {@link trigger}. */
  async runs(task: string): Promise<TaskRun[]> {
    const { id } = await this.#taskOf(task);
    return this.call<TaskRun[]>(`/tasks/${id}/runs?limit=${LISTED_MAX}`);
  }

  /** The id of the service's process, for a test that kills it. */
  get pid(): number {
    return this.#parts.process.pid;
  }

  /**
   * Calls the client API as the person.
   *
   * @param path such as `/agents`.
   * @throws {Error} what the service said, if it refuses the call.
   */
  call<Answer>(path: string, call: PersonCall = {}): Promise<Answer> {
    return this.#parts.person.call<Answer>(path, call);
  }

  /** What the clock of the service says, also while it is moved. */
  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  /**
   * Moves the clock of the service ahead. It stops wherever something is due (an occurrence of a schedule, the
   * end of a question or a lease, a retry), until that has reached the agent, and the agent has ended the runs
   * that it works on, unless they wait for a person. The agent's own timers are not moved, so leases of runs
   * of an agent that can be reached are prolonged on the way.
   *
   * @param duration at most 366 days.
   */
  async advance(duration: Duration): Promise<void> {
    const seconds = secondsOf(duration, 'The duration by which the clock is moved ahead');
    const order = { order: 'advance', duration_ms: seconds * 1_000 };
    await this.#parts.process.order(order, ADVANCE_MS_MAX);
  }

  /** Ends the service, and removes its database and files. Stop the agent before. Idempotent. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    const { process, faults } = this.#parts;
    await process.end();
    await faults.close();
  }

  async #answer(status: 'approved' | 'rejected', answer: TestAnswer): Promise<Decision> {
    const { decision, note, answer: filled, timeout = WAIT } = answer;
    const fits = ({ decision_id: id, title }: Decision): boolean =>
      decision === undefined || decision === id || decision === title;
    const what = () => `an open question${decision === undefined ? '' : ` "${decision}"`} of the agent`;
    const look = async () => (await this.decisions()).find(fits);
    const { decision_id: id } = await waited(look, { what, timeout });
    return this.call<Decision>(`/decisions/${id}/resolve`, { body: { status, note, answer: filled } });
  }

  async #taskOf(task: string): Promise<Task> {
    const tasks = await this.call<Task[]>(`/agents/${this.agent.agentId}/tasks`);
    const found = tasks.find(({ id, name }) => id === task || name === task);
    if (found !== undefined) return found;
    const names = tasks.map(({ name }) => name).join(', ');
    throw new Error(`The agent has no task "${task}". It has: ${names || 'none'}.`);
  }
}

/** Each pause between two looks is longer by the first of these, up to the second. */
const [MORE_MS, MOST_MS] = [10, 100];

/** @throws an error that says what did not come. */
async function waited<T>(
  look: () => Promise<T | undefined>,
  { what, timeout }: { what: () => string; timeout: Duration },
): Promise<T> {
  const waitMsMax = secondsOf(timeout, 'timeout') * 1_000;
  const endMs = performance.now() + waitMsMax;
  for (let pauseMs = MORE_MS; ; pauseMs = Math.min(pauseMs + MORE_MS, MOST_MS)) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`Waited ${waitMsMax / 1_000} s for ${what()}.`);
    await sleep(pauseMs);
  }
}
