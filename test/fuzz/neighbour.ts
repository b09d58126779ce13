import { sleep } from '@svc/runtime';
import { Person } from '@svc/testkit';
import type { AgentSocket } from '@svc/testkit';
import type { Cast } from './cast.js';
import { furnishAgent } from '../spec/household.js';
import type { FuzzBook } from './fuzz-book.js';

/** Between two calls of the neighbour, in milliseconds. */
const PAUSE_MS = 100;

/** A person and an agent who do what everybody does while others attack, and must notice nothing of it. */
export class Neighbour {
  readonly ids: Cast['ids'];
  /** How long each call took, and each message on its way from the person to the agent. In milliseconds. */
  readonly waitsMs: number[] = [];
  readonly #parts: Pick<Cast, 'person' | 'agent'> & { socket: AgentSocket };
  #messages = 0;

  private constructor({ ids, ...parts }: Cast & { socket: AgentSocket }) {
    this.ids = ids;
    this.#parts = parts;
  }

  static async settle(baseUrl: string): Promise<Neighbour> {
    const person = await Person.signUp(baseUrl, 'Quiet');
    const { agent, ids } = await furnishAgent(baseUrl, person, 'quiet');
    const socket = await agent.connect();
    const all = { ...ids, aud: '', ers: '', exp: '', inv: '', pat: '' };
    return new Neighbour({ ids: all, person, agent, socket });
  }

  /** Calls until then. What fails is blamed on the attackers. */
  async live(untilMs: number, book: FuzzBook): Promise<void> {
    while (performance.now() < untilMs) {
      for (const [what, call] of this.#day()) {
        const startedAtMs = performance.now();
        const blame = (error: unknown) => book.blame(`The neighbour failed at ${what}: ${String(error)}`);
        await call().catch(blame);
        this.waitsMs.push(performance.now() - startedAtMs);
        await sleep(PAUSE_MS);
      }
      if (this.#parts.socket.isOpen) continue;
      book.blame(`The neighbour's socket was closed: ${JSON.stringify(await this.#parts.socket.closed())}`);
      return;
    }
  }

  leave(): void {
    this.#parts.socket.terminate();
  }

  #day(): [what: string, call: () => Promise<unknown>][] {
    const { person, agent, socket } = this.#parts;
    const text = `message ${(this.#messages += 1)}`;
    const { agt, conv, tsk } = this.ids;
    return [
      ['reading an agent', () => person.agent(agt)],
      ['sending a message', () => person.send(agt, { text, conversation_id: conv })],
      ['receiving a message', () => socket.userMessage(text)],
      ['reading a history', () => person.history(conv, '?limit=5')],
      ['answering a message', () => agent.send({ text, conversation_id: conv })],
      ['reading a task', () => agent.tasks.read(tsk)],
      ['running a task', async () => agent.tasks.complete(await agent.tasks.start(tsk))],
    ];
  }
}
