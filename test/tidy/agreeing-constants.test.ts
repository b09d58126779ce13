import { describe, expect, it } from '@jest/globals';
import { EVENT_TAKE_UP_AFTER_MS, EVENT_TYPES, HUB_QUEUE_TTL_MS, MESSAGE_TEXT_LENGTH_MAX } from '@svc/domain';
import { HUB_QUEUE_TTL_MS_DEFAULT, validateAgentEventMessage, validateMessageFrame } from '@svc/proto-events';

// Neither of the two packages may import the other, so what both have to know is held together here.
describe('domain and proto-events', () => {
  it('agree on how long an event waits for a hub, and the sweeper waits longer', () => {
    expect(HUB_QUEUE_TTL_MS_DEFAULT).toBe(HUB_QUEUE_TTL_MS);
    expect(EVENT_TAKE_UP_AFTER_MS).toBeGreaterThan(HUB_QUEUE_TTL_MS);
  });

  it('agree on the types of events', () => {
    const message = { event_id: 'evt_1', agent_id: 'agt_1', seq: 1, frame: '{}', hops: 0 };
    for (const type of EVENT_TYPES) expect(validateAgentEventMessage({ ...message, type })).toBe(true);
    expect(validateAgentEventMessage({ ...message, type: 'other' })).toBe(false);
  });

  it('agree on the length of a message', () => {
    const frame = (length: number) => ({ type: 'message', text: 'x'.repeat(length) });
    expect(validateMessageFrame(frame(MESSAGE_TEXT_LENGTH_MAX))).toBe(true);
    expect(validateMessageFrame(frame(MESSAGE_TEXT_LENGTH_MAX + 1))).toBe(false);
  });
});
