import { eventually, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { Listeners } from './listeners.js';
import { Load } from './load.js';
import type { Tally } from './load.js';
import type { SocketOptions } from './reconnecting-agent.js';

interface FlowOptions {
  socketAgents: number;
  webhookAgents: number;
  /** Time from one message to an agent to the next, in milliseconds. */
  intervalMs: number;
  /** How long webhooks take to answer: attempts are under way when something fails. In milliseconds. */
  webhookAnswerMs: number;
  sockets?: SocketOptions;
}

/** How long an accepted message may be on its way, whatever happens meanwhile, in milliseconds. */
const ARRIVAL_MS_MAX = 90_000;
/** How long the service may accept nothing, in milliseconds. */
const OUTAGE_MS_MAX = 90_000;

/** A steady flow of user messages to agents on sockets and on webhooks, and the books about it. */
export class Flow {
  readonly #loads: Load[] = [];
  readonly #person: Person;
  readonly #listeners: Listeners;

  private constructor(person: Person) {
    this.#person = person;
    this.#listeners = new Listeners(person, ({ agentId }, event, eventId) =>
      this.#loads.find(({ options }) => options.agentId === agentId)?.arrive(event, eventId),
    );
  }

  /** Signs a person up, creates the agents and connects those on sockets. Nothing is sent yet. */
  static async open(baseUrl: string, options: FlowOptions): Promise<Flow> {
    const person = await Person.signUp(baseUrl);
    const flow = new Flow(person);
    const { socketAgents, webhookAgents, intervalMs, webhookAnswerMs, sockets } = options;
    const add = ({ agentId }: AgentClient, agentName: string, keepsOrder: boolean) =>
      flow.#loads.push(new Load({ agentName, person, agentId, intervalMs, keepsOrder }));
    for (let index = 1; index <= socketAgents; index += 1)
      add(await flow.#listeners.atSocket(sockets), `socket ${index}`, true);
    // Attempts for one agent run side by side, so their order is not promised.
    for (let index = 1; index <= webhookAgents; index += 1)
      add(await flow.#listeners.atWebhook(webhookAnswerMs), `webhook ${index}`, false);
    return flow;
  }

  /** Begins to send, and new tallies. */
  start(): void {
    for (const load of this.#loads) load.start();
  }

  /** Resolves once this many more messages to each agent are accepted. */
  async accepts(count: number): Promise<void> {
    const wanted = this.#loads.map((load) => load.tally.accepted + count);
    const counts = async () => this.#loads.map((load) => load.tally.accepted);
    const areAll = (found: number[]) => found.every((accepted, index) => accepted >= (wanted[index] ?? 0));
    const what = `${count} more messages to each agent to be accepted`;
    await eventually(counts, areAll, { what, waitMsMax: OUTAGE_MS_MAX });
  }

  /**
   * Stops sending. Resolves once every accepted message has arrived and every event has ended, so that no
   * repeat is left for later. Rejects with what is missing if that takes too long.
   */
  async settle(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.stop()));
    const waitMsMax = ARRIVAL_MS_MAX;
    const missing = async () =>
      this.#loads.flatMap(({ missing, options }) =>
        missing
          .map(String)
          .slice(0, 20)
          .map((number) => `${number} of ${options.agentName}`),
      );
    await eventually(missing, ({ length }) => length === 0, {
      what: 'all accepted messages to arrive',
      waitMsMax,
    });
    for (const { options } of this.#loads) {
      const pending = () => this.#person.events(options.agentId, '?state=pending&limit=1');
      const what = `no event of ${options.agentName} to be pending`;
      await eventually(pending, ({ length }) => length === 0, { what, waitMsMax });
    }
  }

  /**
   * Sends so many messages to each agent before something happens, and as many after it. Rejects unless all
   * that were accepted arrived, each as one event, in order, and none ended otherwise.
   */
  async through(count: number, happen: () => Promise<unknown>): Promise<Tally> {
    this.start();
    try {
      await this.accepts(count);
      await happen();
      await this.accepts(count);
    } finally {
      await this.settle();
    }
    await this.isWell();
    return this.tally;
  }

  /** Rejects if a promise was broken since the flow began. */
  async isWell(): Promise<void> {
    expect(this.#loads.flatMap(({ violations }) => violations)).toEqual([]);
    for (const { options } of this.#loads)
      for (const state of ['waiting', 'failed'])
        expect(await this.#person.events(options.agentId, `?state=${state}`)).toEqual([]);
    expect(this.tally.arrived).toBeGreaterThanOrEqual(this.tally.accepted);
  }

  /** Counts add up, times do not: of them the longest stands. */
  get tally(): Tally {
    const tallies = this.#loads.map(({ tally }) => tally);
    const of = (name: keyof Tally) => tallies.map((tally) => tally[name]);
    const sum = (name: keyof Tally) => of(name).reduce((total, count) => total + count, 0);
    return {
      ...{ accepted: sum('accepted'), unanswered: sum('unanswered'), arrived: sum('arrived') },
      longestDelayMs: Math.max(...of('longestDelayMs')),
      longestCallMs: Math.max(...of('longestCallMs')),
    };
  }

  /** Authenticated sockets so far. */
  get sessions(): number {
    return this.#listeners.sockets.reduce((sum, { sessions }) => sum + sessions, 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.stop()));
    await this.#listeners.close();
  }
}
