import { answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import type { Hint } from './hints.js';

export type TappedEvent = Schemas['Event'];

const PAGE = 100;
/** Events that were read last, by which a repetition is known. */
const KNOWN_MAX = 5_000;

/** Read from the owner's log: the agent gets each event all the same. Each comes once, oldest first. */
export class EventTap {
  readonly #api: ClientApi;
  readonly #agentId: string;
  readonly #known = new Set<string>();

  constructor(api: ClientApi, agentId: string) {
    this.#api = api;
    this.#agentId = agentId;
  }

  /** What the log has now, of which {@link follow} brings nothing: its newest events, oldest first. */
  async begin(limit: number = PAGE): Promise<TappedEvent[]> {
    const newest = await this.#page();
    for (const { event_id } of newest) this.#known.add(event_id);
    return newest.slice(0, limit).reverse();
  }

  async *follow(hints: AsyncIterable<Hint>): AsyncGenerator<TappedEvent> {
    for await (const { type, agent_id } of hints) {
      // After a reconnect hints may have been lost.
      if (type === 'auth_ok' || (agent_id === this.#agentId && type !== 'stream')) yield* this.#look();
    }
  }

  async *#look(): AsyncGenerator<TappedEvent> {
    const fresh: TappedEvent[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await this.#page(cursor);
      const unknown = page.filter(({ event_id }) => !this.#known.has(event_id));
      fresh.push(...unknown);
      cursor = page.at(-1)?.event_id;
      if (unknown.length < page.length || page.length < PAGE || fresh.length >= KNOWN_MAX / 2) break;
    }
    for (const event of fresh.reverse()) {
      this.#known.add(event.event_id);
      yield event;
    }
    for (const eventId of this.#known) {
      if (this.#known.size <= KNOWN_MAX) break;
      this.#known.delete(eventId);
    }
  }

  #page(cursor?: string): Promise<TappedEvent[]> {
    const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const params = { path: { agent_id: this.#agentId }, query };
    return answerOf(this.#api.GET('/api/client/agents/{agent_id}/events', { params }));
  }
}
