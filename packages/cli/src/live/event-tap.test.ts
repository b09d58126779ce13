import { Signal } from '@svc/testkit';
import type { ClientApi } from '../api/client-api.js';
import { comingEvents } from './event-tap.js';

it('a tap tells each event once, also if others are removed that it knows', async () => {
  const { log, api, calls } = logOf(300);
  const hints = (async function* () {
    log.splice(250, 10);
    log.push(eventAt(300));
    yield hint;
    await calls.atLeast(2);
    log.splice(240, 5);
    yield hint;
  })();
  expect(await idsOf(await comingEvents(api, 'agent', hints))).toEqual(['evt_300']);
});

it('a tap tells all of a burst, and looks once for hints that come together', async () => {
  const { log, api, calls } = logOf(300);
  const hints = (async function* () {
    for (let at = 300; at < 550; at += 1) log.push(eventAt(at));
    for (let at = 300; at < 550; at += 1) yield hint;
    await calls.atLeast(4);
    log.push(eventAt(550));
    yield hint;
  })();
  const told = await idsOf(await comingEvents(api, 'agent', hints));
  expect(told).toEqual(Array.from({ length: 251 }, (_, index) => `evt_${300 + index}`));
  expect(calls.items.length).toBeLessThan(12);
});

const hint = { type: 'event', agent_id: 'agent' };
const eventAt = (at: number) => ({ event_id: `evt_${at}`, created_at: new Date(1_000 * at).toISOString() });

async function idsOf(events: AsyncIterable<{ event_id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { event_id } of events) ids.push(event_id);
  return ids;
}

/** A log that is paged as the service's is. */
function logOf(length: number) {
  const log = Array.from({ length }, (_, at) => eventAt(at));
  const calls = new Signal<string>();
  const GET = async (path: string, { params }: { params: { query: { limit: number; cursor?: string } } }) => {
    calls.push(path);
    const { limit, cursor } = params.query;
    const newest = log.toReversed();
    const from = newest.findIndex(({ event_id }) => event_id === cursor) + 1;
    return { data: newest.slice(from, from + limit), response: new Response(null) };
  };
  return { log, calls, api: { GET } as unknown as ClientApi };
}
