import { answerOf, optional } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import type { Frame } from './socket-frames.js';

export type TappedEvent = Schemas['Event'];

const PAGE = 100;
/** More than these at once are not told: who looks on has lost the thread long before. */
const FRESH_MAX = 2_500;
const KNOWN_MAX = 10 * PAGE;

/** Read from the owner's log: the agent gets each event all the same. Each comes once, oldest first. */
export class EventTap {
  readonly #api: ClientApi;
  readonly #agentId: string;
  /** The newest that were read, by which a repetition is known. */
  #known = new Set<string>();
  /** What is older comes into sight again when a newer one is removed. */
  #from = '';

  constructor(api: ClientApi, agentId: string) {
    this.#api = api;
    this.#agentId = agentId;
  }

  /** What the log has now, of which {@link follow} brings nothing: its newest events, oldest first. */
  async begin(limit: number = PAGE): Promise<TappedEvent[]> {
    const newest = await this.#page();
    this.#know(newest);
    this.#from = newest.at(-1)?.created_at ?? '';
    return newest.slice(0, limit).reverse();
  }

  async *follow(hints: AsyncIterable<Frame>): AsyncGenerator<TappedEvent> {
    for await (const { type, agent_id } of hints) {
      // After a reconnect hints may have been lost.
      if (type === 'auth_ok' || (agent_id === this.#agentId && type !== 'stream')) yield* this.#look();
    }
  }

  async *#look(): AsyncGenerator<TappedEvent> {
    const fresh: TappedEvent[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await this.#page(cursor);
      const unknown = page.filter(
        ({ event_id, created_at }) => !this.#known.has(event_id) && created_at >= this.#from,
      );
      fresh.push(...unknown);
      cursor = page.at(-1)?.event_id;
      if (unknown.length < page.length || page.length < PAGE || fresh.length >= FRESH_MAX) break;
    }
    this.#know(fresh);
    yield* fresh.reverse();
  }

  #know(newest: readonly TappedEvent[]): void {
    const ids = newest.map(({ event_id }) => event_id);
    this.#known = new Set([...ids, ...this.#known].slice(0, KNOWN_MAX));
  }

  #page(cursor?: string): Promise<TappedEvent[]> {
    const params = { path: { agent_id: this.#agentId }, query: optional({ limit: PAGE, cursor }) };
    return answerOf(this.#api.GET('/api/client/agents/{agent_id}/events', { params }));
  }
}
