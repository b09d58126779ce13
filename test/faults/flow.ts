import { expect } from '@jest/globals';
import { eventOf, eventually, inTime, Person, WebhookReceiver } from '@svc/testkit';
import { Ledger, totalOf } from './ledger.js';
import type { Tally } from './ledger.js';
import { ReconnectingAgent } from './reconnecting-agent.js';
import type { SocketOptions, TakeFrame } from './reconnecting-agent.js';
import { Sender } from './sender.js';

export interface FlowOptions {
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

interface Load {
  agentName: string;
  agentId: string;
  ledger: Ledger;
  sender: Sender;
}

/** A steady flow of user messages to agents on sockets and on webhooks, and the books about it. */
export class Flow {
  readonly #loads: Load[] = [];
  readonly #sockets: ReconnectingAgent[] = [];
  readonly #receivers: WebhookReceiver[] = [];
  readonly #person: Person;

  private constructor(person: Person) {
    this.#person = person;
  }

  /** Signs a person up, creates the agents and connects those on sockets. Nothing is sent yet. */
  static async open(baseUrl: string, options: FlowOptions): Promise<Flow> {
    const person = await Person.signUp(baseUrl);
    const flow = new Flow(person);
    const { intervalMs } = options;
    for (let index = 1; index <= options.socketAgents; index += 1) {
      const ledger = new Ledger({ keepsOrder: true });
      const agent = await person.createAgent({ agent_name: `socket ${index}` });
      const take: TakeFrame = (frame) => ledger.arrive(arrivalOf(frame, null));
      const socket = new ReconnectingAgent(agent, take, options.sockets);
      flow.#sockets.push(socket);
      flow.#add(`socket ${index}`, { ledger, agentId: agent.agentId, intervalMs });
      socket.start();
      await inTime(socket.connected, 'an agent to connect');
    }
    for (let index = 1; index <= options.webhookAgents; index += 1) {
      // Attempts for one agent run side by side, so their order is not promised.
      const ledger = new Ledger({ keepsOrder: false });
      const receiver = await WebhookReceiver.open((delivery, response) => {
        setTimeout(() => response.writeHead(200).end(), options.webhookAnswerMs);
        const eventId = String(delivery.headers['x-svc-event-id']);
        ledger.arrive(arrivalOf(eventOf(delivery), eventId));
      });
      flow.#receivers.push(receiver);
      const agent = await person.createAgent({ agent_name: `webhook ${index}`, webhook_url: receiver.url });
      flow.#add(`webhook ${index}`, { ledger, agentId: agent.agentId, intervalMs });
    }
    return flow;
  }

  /** Begins to send, and new tallies. */
  start(): void {
    for (const { ledger, sender } of this.#loads) {
      ledger.begin();
      sender.start();
    }
  }

  /** Resolves once this many more messages to each agent are accepted. */
  async accepts(count: number): Promise<void> {
    const all = Promise.all(this.#loads.map(({ sender }) => sender.accepts(count)));
    await inTime(all, `${count} more messages to each agent to be accepted`, OUTAGE_MS_MAX);
  }

  /**
   * Stops sending. Resolves once every accepted message has arrived and every event has ended, so that no
   * repeat is left for later. Rejects with what is missing if that takes too long.
   */
  async settle(): Promise<void> {
    await Promise.all(this.#loads.map(({ sender }) => sender.stop()));
    const all = Promise.all(this.#loads.map(({ ledger }) => ledger.settled()));
    await inTime(all, 'all accepted messages to arrive', ARRIVAL_MS_MAX).catch((cause: unknown) => {
      throw new Error(`Accepted messages did not arrive: ${this.#missing()}`, { cause });
    });
    for (const { agentId, agentName } of this.#loads) {
      const what = `no event of ${agentName} to be pending`;
      const pending = () => this.#person.events(agentId, '?state=pending&limit=1');
      await eventually(pending, ({ length }) => length === 0, { what, waitMsMax: ARRIVAL_MS_MAX });
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

  /** Rejects if a promise was broken since this was asked last. */
  async isWell(): Promise<void> {
    const violations = this.#loads.flatMap(({ agentName, ledger }) =>
      ledger.takeViolations().map((violation) => `${agentName}: ${violation}`),
    );
    expect(violations).toEqual([]);
    expect(await this.#undelivered()).toEqual([]);
    expect(this.tally.arrived).toBeGreaterThanOrEqual(this.tally.accepted);
  }

  /** Events that ended otherwise than delivered. */
  async #undelivered(): Promise<string[]> {
    const undelivered: string[] = [];
    for (const { agentId, agentName } of this.#loads) {
      for (const state of ['waiting', 'failed']) {
        const events = await this.#person.events(agentId, `?state=${state}`);
        undelivered.push(...events.map(({ event_id }) => `${agentName}: ${event_id} is ${state}`));
      }
    }
    return undelivered;
  }

  get tally(): Tally {
    return totalOf(this.#loads.map(({ ledger }) => ledger.tally));
  }

  /** Authenticated sockets so far. */
  get sessions(): number {
    return this.#sockets.reduce((sum, { sessions }) => sum + sessions, 0);
  }

  async close(): Promise<void> {
    await Promise.all(this.#loads.map(({ sender }) => sender.stop()));
    for (const socket of this.#sockets) socket.stop();
    for (const receiver of this.#receivers) await receiver.close();
  }

  #add(agentName: string, options: Pick<Load, 'ledger' | 'agentId'> & { intervalMs: number }): void {
    const sender = new Sender({ person: this.#person, ...options });
    this.#loads.push({ ...options, agentName, sender });
  }

  #missing(): string {
    const late = this.#loads.filter(({ ledger }) => ledger.missing.length > 0);
    const missing = ({ ledger }: Load) => ledger.missing.slice(0, 20).join(', ');
    return late.map((load) => `${load.agentName}: ${missing(load)}`).join('; ');
  }
}

function arrivalOf(event: Record<string, unknown>, eventId: string | null) {
  return { number: Number(event['text']), messageId: String(event['message_id']), eventId };
}
