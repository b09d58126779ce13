import { describe, expect, it } from '@jest/globals';
import { EVENT_TYPES, mayReceive, PUSHED_ON_CONNECT } from './event.js';
import { HUB_HEARTBEAT_INTERVAL_MS, HUB_HEARTBEAT_STALE_MS } from './presence.js';

describe('events', () => {
  it('are all for interactive agents, and decision_resolved alone for approval-only ones', () => {
    expect(EVENT_TYPES.filter((type) => mayReceive('interactive', type))).toEqual(EVENT_TYPES);
    expect(EVENT_TYPES.filter((type) => mayReceive('approval-only', type))).toEqual(['decision_resolved']);
  });

  it('of triggers and due tasks stay with their polls when an agent connects', () => {
    for (const type of ['task_due', 'task_trigger'] as const) expect(PUSHED_ON_CONNECT).not.toContain(type);
    expect(PUSHED_ON_CONNECT).toEqual(expect.arrayContaining(['decision_resolved', 'user_message']));
  });

  it('leave a hub only after it has left out three heartbeats', () => {
    expect(HUB_HEARTBEAT_INTERVAL_MS * 3).toBeLessThan(HUB_HEARTBEAT_STALE_MS);
  });
});
