import type { ClientApi } from '../api/client-api.js';
import { comingEvents } from './event-tap.js';

it('a tap tells each event once, also if others are removed that it knows', async () => {
  const log = Array.from({ length: 300 }, (_, index) => ({
    event_id: `evt_${index}`,
    created_at: new Date(1_000 * index).toISOString(),
  }));
  const GET = async () => ({ data: log.toReversed().slice(0, 100), response: new Response(null) });
  const hint = { type: 'event', agent_id: 'agent' };
  const hints = (async function* () {
    log.splice(250, 10);
    log.push({ event_id: 'evt_new', created_at: new Date(300_000).toISOString() });
    yield hint;
    log.splice(240, 5);
    yield hint;
  })();
  const told: string[] = [];
  const coming = await comingEvents({ GET } as unknown as ClientApi, 'agent', hints);
  for await (const { event_id } of coming) told.push(event_id);
  expect(told).toEqual(['evt_new']);
});
