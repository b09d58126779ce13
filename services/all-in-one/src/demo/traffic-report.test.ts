import { describe, expect, it } from '@jest/globals';
import { trafficReport } from './traffic-report.js';
import { Traffic } from './traffic.js';

const START_MS = Date.UTC(2026, 2, 2, 9, 0);

function setUp() {
  const clock = { nowMs: START_MS };
  return { clock, traffic: new Traffic(() => clock.nowMs) };
}

describe('traffic', () => {
  it('is counted minute by minute over the last fifteen', () => {
    const { clock, traffic } = setUp();
    traffic.countEvent('user_message');
    clock.nowMs += 14 * 60_000;
    traffic.countEvent('user_message');
    traffic.countEvent('task_due');
    expect(traffic.numbers().perMinute).toEqual([1, ...Array<number>(13).fill(0), 2]);
    clock.nowMs += 60_000;
    expect(traffic.numbers().perMinute).toEqual([...Array<number>(13).fill(0), 2, 0]);
  });

  it('is reported with its own numbers', () => {
    const { clock, traffic } = setUp();
    for (const type of ['user_message', 'user_message', 'task_due']) traffic.countEvent(type);
    for (const durationMs of [5, 100, 7]) traffic.countHandling(durationMs);
    traffic.countMessageSent();
    clock.nowMs += 4 * 60_000;
    const report = trafficReport(traffic.numbers(), clock.nowMs);
    expect(report.description).toBe('3 events in 4 minutes');
    expect(report.text).toContain('| `user_message` | 2 |');
    expect(report.text).toContain('| **all** | **3** |');
    expect(report.text).toContain('sent 1 message\n');
    expect(report.text).toContain('completed 0 runs');
    expect(report.text).toContain('7 ms for an event in the middle, 100 ms at most');
    expect(report.text).toContain('2026-03-02 09:00 UTC');
  });

  it('can be reported before there is any', () => {
    const { clock, traffic } = setUp();
    expect(trafficReport(traffic.numbers(), clock.nowMs).description).toBe('0 events in 1 minute');
  });
});
