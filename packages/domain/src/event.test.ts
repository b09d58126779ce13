import { describe, expect, it } from '@jest/globals';
import {
  EVENT_TAKE_UP_AFTER_MS,
  EVENT_TYPES,
  HUB_QUEUE_TTL_MS,
  mayReceive,
  PUSHED_ON_CONNECT,
} from './event.js';
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

  it('are taken up by the sweeper only after they have fallen out of a hub’s queue', () => {
    expect(EVENT_TAKE_UP_AFTER_MS).toBeGreaterThan(HUB_QUEUE_TTL_MS);
  });

  it('leave a hub that is gone before its queue’s time is over', () => {
    expect(HUB_HEARTBEAT_STALE_MS).toBeLessThan(HUB_QUEUE_TTL_MS);
    expect(HUB_HEARTBEAT_INTERVAL_MS * 3).toBeLessThan(HUB_HEARTBEAT_STALE_MS);
  });
});
