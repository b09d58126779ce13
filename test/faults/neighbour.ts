import { setTimeout as sleep } from 'node:timers/promises';
import { Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { ReconnectingAgent } from './reconnecting-agent.js';

/** Time from one message to the next, in milliseconds. */
const PAUSE_MS = 50;

/** Somebody else, who goes on writing to an agent of theirs while something happens to others. */
export class Neighbour {
  /** The longest time from a call to its answer, or to its message's arrival, in milliseconds. */
  longestWaitMs = 0;
  served = 0;
  readonly #person: Person;
  readonly #agentId: string;
  readonly #socket: ReconnectingAgent;
  readonly #awaited = new Map<unknown, () => void>();
  #running: Promise<void> | undefined;
  #isStopping = false;

  private constructor(person: Person, agent: AgentClient) {
    this.#person = person;
    this.#agentId = agent.agentId;
    this.#socket = new ReconnectingAgent(agent, ({ text }) => this.#awaited.get(text)?.());
  }

  /** Resolves once the neighbour has begun, and was served for the first time. */
  static async begin(baseUrl: string): Promise<Neighbour> {
    const person = await Person.signUp(baseUrl);
    const neighbour = new Neighbour(person, await person.createAgent({ agent_name: 'of a neighbour' }));
    neighbour.#socket.start();
    await neighbour.#socket.connected;
    await neighbour.#say();
    neighbour.longestWaitMs = 0;
    neighbour.#running = neighbour.#run();
    return neighbour;
  }

  /** The codes with which its sockets were closed. */
  get disconnects(): readonly number[] {
    return this.#socket.closeCodes;
  }

  /** Rejects if a call of the neighbour was refused. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running?.finally(() => this.#socket.stop());
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.#say();
      await sleep(PAUSE_MS);
    }
  }

  async #say(): Promise<void> {
    const text = String((this.served += 1));
    const beganMs = performance.now();
    const arrived = new Promise<void>((resolve) => this.#awaited.set(text, resolve));
    await this.#person.send(this.#agentId, text);
    await arrived;
    this.#awaited.delete(text);
    this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - beganMs);
  }
}
