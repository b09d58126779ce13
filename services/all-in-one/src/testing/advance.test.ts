import { expect, it } from '@jest/globals';
import { Advancing } from './advance.js';

/** A service in which something is due at these times, and is done after so many looks. */
function serviceWith(dueMs: number[], { looks = 2, kind = 'task.next_run_at' } = {}) {
  let [now, left] = [0, looks];
  const done: number[] = [];
  const woken: number[] = [];
  const open = () => dueMs.filter((at) => at <= now && !done.includes(at));
  const clock = {
    nowMs: async () => now,
    moveTo: async (timeMs: number) => (now = Math.max(now, timeMs)),
    nextMomentMs: async (untilMs: number) =>
      dueMs.filter((at) => at > now && at <= untilMs).sort((a, b) => a - b)[0] ?? null,
    busy: async () => {
      if (open().length > 0 && (left -= 1) < 0) {
        done.push(...open());
        left = looks;
      }
      return open().map((at) => ({ kind, id: String(at) }));
    },
  };
  const dates: number[] = [];
  const parts = {
    clock,
    onMoved: (ms: number) => void dates.push(ms),
    wake: (ms: number) => void woken.push(ms),
  };
  return { parts, done, dates, woken };
}

it('the clock stops at each moment at which something is due, and goes on when that is done', async () => {
  const { parts, done, dates } = serviceWith([300, 100, 200, 900]);
  const advanced = await new Advancing({ ...parts, patienceMs: 60_000 }).by(500);
  expect([done, dates, advanced]).toEqual([
    [100, 200, 300],
    [100, 200, 300, 500],
    { ahead_ms: 500, stops: 3 },
  ]);
});

it('only the runner of schedules is woken for tasks, and all loops are for anything else', async () => {
  const tasks = serviceWith([100]);
  await new Advancing({ ...tasks.parts, patienceMs: 60_000 }).by(500);
  const others = serviceWith([100], { kind: 'decision.expires_at' });
  await new Advancing({ ...others.parts, patienceMs: 60_000 }).by(500);
  expect(Math.max(...tasks.woken)).toBeLessThan(Math.max(...others.woken));
});

it('what is never done is waited for once, for as long as patience says', async () => {
  const { parts, done } = serviceWith([100, 200], { looks: Infinity, kind: 'run' });
  const { stops } = await new Advancing({ ...parts, patienceMs: 1 }).by(500);
  expect([done, stops]).toEqual([[], 2]);
});

it('a clock that would have to stop too often says so', async () => {
  const { parts } = serviceWith([]);
  parts.clock.nextMomentMs = async () => (await parts.clock.nowMs()) + 1;
  await expect(new Advancing({ ...parts, patienceMs: 1 }).by(1_000_000)).rejects.toThrow(
    'Advance by less at once',
  );
});
