import { sleep } from '@svc/runtime';
import { Person } from '@svc/testkit';
import type { AgentClient, AgentSocket } from '@svc/testkit';
import { say } from './report.js';
import { median, percentile } from './statistics.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Between two steps of the neighbour. */
const PAUSE_MS = 20;
/** How long the neighbour is watched at least, with an attack and without. */
const WATCH_MS = 1_500;

/** A person with an agent, who work the whole time. Their calls come from another address than the attacks that name one. */
export class Neighbour {
  readonly person: Person;
  readonly agent: AgentClient;
  readonly #socket: AgentSocket;
  #messages = 0;

  private constructor(person: Person, agent: AgentClient, socket: AgentSocket) {
    this.person = person;
    this.agent = agent;
    this.#socket = socket;
  }

  static async settle(baseUrl: string): Promise<Neighbour> {
    const person = await Person.signUp(baseUrl, 'Quiet');
    const agent = await person.createAgent();
    return new Neighbour(person, agent, await agent.connect());
  }

  /**
   * How much longer the longest wait is during the attack than during as long without it. Median of some rounds, in milliseconds.
   *
   * @param share of all waits; another one than 1 leaves out the longest.
   */
  async waitBeyondRestMs(attack: () => Promise<unknown>, share = 1): Promise<number> {
    const beyond: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const rest = await this.#waitsMs(async () => undefined);
      beyond.push(percentile(await this.#waitsMs(attack), share) - percentile(rest, share));
    }
    return Math.max(0, median(beyond));
  }

  leave(): void {
    this.#socket.terminate();
  }

  /** Also a wait that is still under way when the attack is over counts to its end, and one that ends with a failure. */
  async #waitsMs(attack: () => Promise<unknown>): Promise<number[]> {
    let isOver = false;
    const waitsMs: number[] = [];
    const repeat = async (step: () => Promise<unknown>): Promise<void> => {
      while (!isOver) {
        const startedMs = performance.now();
        await step().catch((error: unknown) => say(`the neighbour failed: ${String(error).slice(0, 120)}`));
        waitsMs.push(performance.now() - startedMs);
        await sleep(PAUSE_MS);
      }
    };
    const steps = [repeat(() => this.#read()), repeat(() => this.#sendAndReceive())];
    try {
      await Promise.all([sleep(PAUSE_MS).then(attack), sleep(WATCH_MS)]);
    } finally {
      isOver = true;
      await Promise.all(steps);
    }
    return waitsMs;
  }

  #read(): Promise<unknown> {
    return this.person.agent(this.agent.agentId);
  }

  async #sendAndReceive(): Promise<void> {
    const text = `message ${(this.#messages += 1)}`;
    await this.person.send(this.agent.agentId, text);
    await this.#socket.userMessage(text);
  }
}
