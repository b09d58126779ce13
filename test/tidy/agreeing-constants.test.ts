import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, MESSAGE_TEXT_LENGTH_MAX } from '@svc/domain';
import { validateAgentEventMessage, validateMessageFrame } from '@svc/proto-events';

// Neither of the two packages may import the other, so what both have to know is held together here.
describe('domain and proto-events', () => {
  it('agree on the types of events', () => {
    const message = { event_id: 'evt_1', agent_id: 'agt_1', seq: 1, push_no: 1, frame: '{}' };
    for (const type of EVENT_TYPES) expect(validateAgentEventMessage({ ...message, type })).toBe(true);
    expect(validateAgentEventMessage({ ...message, type: 'other' })).toBe(false);
  });

  it('agree on the length of a message', () => {
    const frame = (length: number) => ({ type: 'message', text: 'x'.repeat(length) });
    expect(validateMessageFrame(frame(MESSAGE_TEXT_LENGTH_MAX))).toBe(true);
    expect(validateMessageFrame(frame(MESSAGE_TEXT_LENGTH_MAX + 1))).toBe(false);
  });
});
