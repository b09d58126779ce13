import { EVENT_TYPES } from '@svc/domain';
import { validateAgentEventMessage } from '@svc/proto-events';
import { HUB_LIMITS } from '@svc/websocket-hub';
import { read } from './source-files.js';

// Neither of the two packages may import the other, so what both have to know is held together here.
describe('domain and proto-events', () => {
  it('agree on the types of events', () => {
    const event = {
      ...{ event_id: 'evt_1', agent_id: 'agt_1', seq: 1, push_no: 1, frame: '{}' },
      created_at: '2026-11-01T08:00:00.000Z',
    };
    for (const type of EVENT_TYPES)
      expect(validateAgentEventMessage({ events: [{ ...event, type }] })).toBe(true);
    expect(validateAgentEventMessage({ events: [{ ...event, type: 'other' }] })).toBe(false);
  });
});

describe('the page about agents and the hub', () => {
  it('agree on the times of a connection', () => {
    const { authTimeoutMs, idlePingMs, pongTimeoutMs } = HUB_LIMITS;
    const times = [
      `"resume": true}\` within ${authTimeoutMs / 1_000} s`,
      `after ${idlePingMs / 1_000} s of silence`,
      `no pong comes within ${pongTimeoutMs / 1_000} s`,
    ];
    const page = read('docs/guide/agents.md');
    expect(times.filter((time) => !page.includes(time))).toEqual([]);
  });
});
