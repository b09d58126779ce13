import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf, optional } from '../api/client-api.js';
import type { ClientApi, Schemas } from '../api/client-api.js';
import type { Frame } from './socket-frames.js';

export type TappedEvent = Schemas['Event'];

const PAGE = 100;
/** The newest, by which a repetition is known. */
const KNOWN_MAX = 1_000;
/** Hints that come faster than this are one, in milliseconds. */
const LOOK_EVERY_MS = 500;
const HINTS_MAX = 10_000;

/** A page of the owner's log, newest first, 100 unless fewer are asked for. */
export function newestEvents(
  api: ClientApi,
  agent_id: string,
  { limit = PAGE, cursor }: { limit?: number; cursor?: string | undefined } = {},
): Promise<TappedEvent[]> {
  const params = { path: { agent_id }, query: { limit, ...optional({ cursor }) } };
  return answerOf(api.GET('/api/client/agents/{agent_id}/events', { params }));
}

/**
 * Once it resolves: the events that come from then on, each once, oldest first. They are read from the owner's
 * log: the agent gets each all the same.
 */
export async function comingEvents(
  api: ClientApi,
  agentId: string,
  hints: AsyncIterable<Frame>,
): Promise<AsyncIterable<TappedEvent>> {
  let known = await newestEvents(api, agentId);
  /** What is newer than those that are known. When one of these is removed, an older one comes into sight. */
  const look = async (): Promise<TappedEvent[]> => {
    const ids = new Set(known.map(({ event_id }) => event_id));
    const from = known.length < PAGE ? '' : (known.at(-1)?.created_at ?? '');
    const fresh: TappedEvent[] = [];
    for (let cursor: string | undefined; ; cursor = fresh.at(-1)?.event_id) {
      const page = await newestEvents(api, agentId, { cursor });
      const unknown = page.filter(({ event_id, created_at }) => !ids.has(event_id) && created_at >= from);
      fresh.push(...unknown);
      if (unknown.length < PAGE) break;
    }
    known = [...fresh, ...known].slice(0, KNOWN_MAX);
    return fresh.reverse();
  };
  return (async function* () {
    // It takes hints in while their reader is at work.
    const waiting = Readable.from(hints, { highWaterMark: HINTS_MAX });
    for await (const first of waiting as AsyncIterable<Frame>) {
      const heard = [first];
      for (let more: Frame | null; (more = waiting.read() as Frame | null) !== null;) heard.push(more);
      // After a reconnect hints may have been lost.
      const isNews = ({ type, agent_id }: Frame): boolean =>
        type === 'auth_ok' || (type === 'event' && agent_id === agentId);
      if (!heard.some(isNews)) continue;
      yield* await look();
      await sleep(LOOK_EVERY_MS);
    }
  })();
}
