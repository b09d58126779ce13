import { TcpProxy } from '@svc/testkit';
import type { AgentClient, ClientSocket, Person } from '@svc/testkit';
import { Subject } from './subject.js';
import type { Report, SubjectCommand } from './subject.js';

/** Longer than any wait of a scenario on a machine that is twenty times slower, in milliseconds. */
export const WAIT_MS_MAX = 120_000;

/** What all scenarios of a file share. */
export interface SharedBench {
  baseUrl: string;
  person: Person;
  command: SubjectCommand;
  /** The process in which agents live that need none of their own. */
  subject: Subject;
}

/** The stage of one scenario: an agent, the proxy before the service, and the agent's processes. */
export class Bench {
  readonly shared: SharedBench;
  readonly name: string;
  agent!: AgentClient;
  proxy!: TcpProxy;
  readonly conversations = new Map<string, string>();
  readonly tasks = new Map<string, { id: string; trigger_id?: string | null }>();
  /** The run that was begun last; empty if the service took the trigger and makes the run later. */
  runId = '';
  /** The task that was triggered last. */
  triggered = '';
  /** The agent's newest secret. */
  secret = '';
  /** Signing secrets, the newest first. */
  readonly signingSecrets: string[] = [];
  /** Where the subject takes deliveries. */
  webhookUrl = '';
  /** The person's open console. */
  console: ClientSocket | undefined;
  readonly #own = new Map<string, Subject>();
  #current: Subject;

  constructor(shared: SharedBench, name: string) {
    this.shared = shared;
    this.name = name;
    this.#current = shared.subject;
  }

  async open(kind: 'interactive' | 'approval-only'): Promise<void> {
    this.agent = await this.shared.person.createAgent({ kind, agent_name: this.name.slice(0, 60) });
    this.secret = this.agent.secret;
    this.proxy = new TcpProxy(new URL(this.shared.baseUrl));
    await this.proxy.start();
  }

  /** The steps speak of this process from now on: `shared`, or one of the scenario's own, started if need be. */
  turnTo(name: string): void {
    if (name === 'shared') this.#current = this.shared.subject;
    else {
      const own = this.#own.get(name) ?? new Subject(this.shared.command);
      this.#own.set(name, own);
      this.#current = own;
    }
  }

  get subject(): Subject {
    return this.#current;
  }

  command(command: object): void {
    this.subject.command({ agent: this.agent.agentId, ...command });
  }

  /** What the agent has reported, in any process. */
  get reports(): Report[] {
    const subjects = [this.shared.subject, ...this.#own.values()];
    return subjects.flatMap((subject) => subject.of(this.agent.agentId).items);
  }

  /** What the own processes wrote to their standard errors. */
  get errors(): string {
    return [...this.#own.values()].map(({ errors }) => errors).join('\n');
  }

  async close(): Promise<void> {
    this.shared.subject.command({ agent: this.agent.agentId, do: 'stop' });
    await Promise.all([...this.#own.values()].map((subject) => subject.kill()));
    this.console?.terminate();
    await this.proxy.stop();
  }

  task(name: string): { id: string; trigger_id?: string | null } {
    const task = this.tasks.get(name);
    if (task === undefined) throw new Error(`The scenario has no task "${name}"`);
    return task;
  }

  conversation(name = 'first'): string {
    const id = this.conversations.get(name);
    if (id === undefined) throw new Error(`The scenario has no conversation "${name}"`);
    return id;
  }
}
