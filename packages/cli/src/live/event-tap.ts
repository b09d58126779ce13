import { answerOf } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import type { Frame } from './socket-frames.js';

export type TappedEvent = Schemas['Event'];

const PAGE = 100;

/** The newest events of the owner's log, newest first, 100 unless fewer are asked for. */
export function newestEvents(api: ClientApi, agent_id: string, limit = PAGE): Promise<TappedEvent[]> {
  const params = { path: { agent_id }, query: { limit } };
  return answerOf(api.GET('/api/client/agents/{agent_id}/events', { params }));
}

/**
 * Once it resolves: the events that come from then on, each once, oldest first. They are read from the owner's
 * log: the agent gets each all the same. Of more than 100 between two looks the oldest are left out.
 */
export async function comingEvents(
  api: ClientApi,
  agentId: string,
  hints: AsyncIterable<Frame>,
): Promise<AsyncIterable<TappedEvent>> {
  let known = await newestEvents(api, agentId);
  return (async function* () {
    // When a newer event is removed, an older one comes into sight again.
    let from = '';
    for await (const { type, agent_id } of hints) {
      // After a reconnect hints may have been lost.
      if (type !== 'auth_ok' && (type !== 'event' || agent_id !== agentId)) continue;
      if (known.length === PAGE) from = known.at(-1)?.created_at ?? from;
      const ids = new Set(known.map(({ event_id }) => event_id));
      known = await newestEvents(api, agentId);
      yield* known.filter(({ event_id, created_at }) => !ids.has(event_id) && created_at >= from).reverse();
    }
  })();
}
