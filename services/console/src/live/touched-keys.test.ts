import { describe, expect, it } from '@jest/globals';
import { parseLiveFrame } from './live-frame.ts';
import { touchedKeys } from './touched-keys.ts';

describe('a change', () => {
  it('makes stale what shows it', () => {
    expect(touchedKeys({ type: 'message', conversation_id: 'conv_1' })).toEqual([
      ['messages', 'conv_1'],
      ['conversations'],
    ]);
    expect(touchedKeys({ type: 'conversation', conversation_id: 'conv_1' })).toEqual([['conversations']]);
    expect(touchedKeys({ type: 'event', agent_id: 'agt_1' })).toEqual([['events', 'agt_1']]);
    expect(touchedKeys({ type: 'decision', decision_id: 'dec_1' })).toContainEqual(['decision', 'dec_1']);
  });

  it('without an id makes everything of its kind stale', () => {
    expect(touchedKeys({ type: 'message' })).toContainEqual(['messages']);
    expect(touchedKeys({ type: 'run' })).toEqual([
      ...[['tasks'], ['task'], ['runs'], ['run']],
      ...[['runs-in-progress'], ['events']],
    ]);
    expect(touchedKeys({ type: 'event' })).toEqual([['events']]);
  });

  it('is read from a frame, and anything else is nothing', () => {
    expect(parseLiveFrame('{"type":"agent","agent_id":"agt_1"}')).toEqual({
      type: 'agent',
      agent_id: 'agt_1',
    });
    for (const text of ['', 'null', '[]', '{"type":"other"}', '{', 7])
      expect(parseLiveFrame(text)).toBeNull();
  });
});
