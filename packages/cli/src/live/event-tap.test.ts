import { expect, it } from '@jest/globals';
import type { ClientApi } from '../api/client-api.js';
import { EventTap } from './event-tap.js';

it('A tap tells each event once, also if others are removed that it knows', async () => {
  const log = Array.from({ length: 300 }, (_, index) => ({
    event_id: `evt_${index}`,
    created_at: new Date(1_000 * index).toISOString(),
  }));
  const GET = async (_path: string, { params }: { params: { query: { cursor?: string } } }) => {
    const newestFirst = log.toReversed();
    const after = newestFirst.findIndex(({ event_id }) => event_id === params.query.cursor);
    return { data: newestFirst.slice(after + 1, after + 101), response: new Response(null, { status: 200 }) };
  };
  const tap = new EventTap({ GET } as unknown as ClientApi, 'agent');
  await tap.begin();
  log.splice(250, 10);
  log.push({ event_id: 'evt_new', created_at: new Date(300_000).toISOString() });
  const hints = (async function* () {
    yield { type: 'event', agent_id: 'agent' };
    log.splice(240, 5);
    yield { type: 'event', agent_id: 'agent' };
  })();
  const told: string[] = [];
  for await (const { event_id } of tap.follow(hints)) told.push(event_id);
  expect(told).toEqual(['evt_new']);
});
