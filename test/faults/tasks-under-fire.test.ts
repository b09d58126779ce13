import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { faultBench } from './fault-bench.js';
import { drillRuns } from './run-drill.js';

jest.setTimeout(900_000);
const MINUTE = { tasks: 20_000, spreadMs: 60_000 };
const THIRD = { tasks: 4_000, spreadMs: 20_000 };
/** Before a server is taken away tasks have begun to come due, in milliseconds. */
const STRIKE_AFTER_MS = 8_000;
const KILL_INTERVAL_MS = 2_000;
const KINDS = ['gateway', 'scheduler', 'trigger-intake', 'webhook-dispatcher', 'websocket-hub'];

describe('Each occurrence and each distinct payload has exactly one run, which reaches its agent or waits for its poll', () => {
  const bench = faultBench({ GATEWAYS: '2', HUBS: '2', DISPATCHERS: '2', SCHEDULERS: '3', INTAKES: '2' });

  it(`when processes of every kind are killed at random while ${MINUTE.tasks} tasks come due within a minute`, () =>
    underFire(MINUTE, () => killAtRandom(MINUTE.spreadMs)));

  it.each([
    ['every process is killed at once', async () => bench.services.restarted(await bench.services.killAll())],
    [
      'RabbitMQ comes back without its data',
      () => bench.whileAway(bench.rabbit, () => bench.rabbit.forget()),
    ],
    ['PostgreSQL is stopped and started', () => bench.whileAway(bench.postgres)],
  ])('when %s', (_what, strike) => underFire(THIRD, () => sleep(STRIKE_AFTER_MS).then(strike)));

  async function underFire(load: typeof MINUTE, strike: () => Promise<void>): Promise<void> {
    const { problems, runs, payloads } = await drillRuns(bench, { ...load, strike });
    expect({ count: problems.length, first: problems.slice(0, 20) }).toEqual({ count: 0, first: [] });
    expect(runs).toBe(load.tasks + payloads);
  }

  /** Kills a process every now and then, of the kind that was killed least, whatever the others do. */
  async function killAtRandom(durationMs: number): Promise<void> {
    const kills = new Map(KINDS.map((kind) => [kind, 0]));
    const timesOf = ({ kind }: { kind: string }): number => kills.get(kind) ?? 0;
    for (const endMs = Date.now() + durationMs; Date.now() < endMs;) {
      // Half to one and a half times the interval: no rhythm that anything could fall in step with.
      await sleep(KILL_INTERVAL_MS / 2 + randomInt(KILL_INTERVAL_MS));
      const members = (await bench.services.members()).filter(({ pid, ready }) => pid !== undefined && ready);
      const fewest = Math.min(...members.map(timesOf));
      const candidates = members.filter((member) => timesOf(member) === fewest);
      const victim = candidates[randomInt(Math.max(1, candidates.length))];
      if (victim === undefined) continue;
      kills.set(victim.kind, timesOf(victim) + 1);
      bench.services.kill(victim);
    }
    expect([...kills.values()].every((times) => times > 0)).toBe(true);
  }
});
