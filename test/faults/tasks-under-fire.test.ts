import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultBench } from './fault-bench.js';
import { RandomKiller } from './random-killer.js';
import { drillRuns } from './run-drill.js';
import { runTable } from './run-table.js';
import type { RunColumn } from './run-table.js';

const DRILL_MS_MAX = 900_000;
const MINUTE = { tasks: 20_000, spreadMs: 60_000 };
const THIRD = { tasks: 4_000, spreadMs: 20_000 };
/** Before a server is taken away tasks have begun to come due, in milliseconds. */
const STRIKE_AFTER_MS = 8_000;
const KILL_INTERVAL_MS = 2_000;
const KINDS = ['gateway', 'scheduler', 'trigger-intake', 'webhook-dispatcher', 'websocket-hub'];
const PROCESSES = {
  GATEWAYS: '2',
  HUBS: '2',
  DISPATCHERS: '2',
  SCHEDULERS: '3',
  INTAKES: '2',
};

describe('Each occurrence and each distinct payload has exactly one run, which reaches its agent or waits for its poll', () => {
  const columns: RunColumn[] = [];
  let bench: FaultBench;

  beforeAll(async () => {
    bench = await FaultBench.open(PROCESSES);
  }, DRILL_MS_MAX);

  afterAll(async () => {
    if (columns.length > 0) process.stdout.write(`\n${runTable(columns)}\n\n`);
    await bench?.close();
  }, DRILL_MS_MAX);

  it(
    `when processes of every kind are killed at random while ${MINUTE.tasks} tasks come due within a minute`,
    async () => {
      const killer = new RandomKiller(bench.services, KILL_INTERVAL_MS);
      await underFire('kill -9 at random', MINUTE, async () => {
        killer.start();
        await pause(MINUTE.spreadMs);
        await killer.stop();
      });
      expect([...killer.kills.keys()].sort()).toEqual(KINDS);
      process.stdout.write(`killed: ${JSON.stringify(Object.fromEntries(killer.kills))}\n`);
    },
    DRILL_MS_MAX,
  );

  it(
    'when every process is killed at once',
    () =>
      underFire('kill -9 everything', THIRD, async () => {
        await pause(STRIKE_AFTER_MS);
        const members = await bench.services.members();
        for (const member of members) bench.services.kill(member);
        await bench.services.restarted(members);
      }),
    DRILL_MS_MAX,
  );

  it(
    'when RabbitMQ goes and comes back without its data',
    () =>
      underFire('RabbitMQ loses its data', THIRD, async () => {
        await pause(STRIKE_AFTER_MS);
        await bench.rabbit.stop();
        await bench.services.outageNoticed();
        await bench.rabbit.forget();
        await bench.rabbit.start();
      }),
    DRILL_MS_MAX,
  );

  it(
    'when PostgreSQL is restarted',
    () =>
      underFire('PostgreSQL restart', THIRD, async () => {
        await pause(STRIKE_AFTER_MS);
        await bench.postgres.stop();
        await bench.postgres.start();
      }),
    DRILL_MS_MAX,
  );

  it('and no process ended but those that were killed', () => {
    expect(bench.services.collapses).toEqual([]);
  });

  async function underFire(
    fault: string,
    load: { tasks: number; spreadMs: number },
    strike: () => Promise<void>,
  ): Promise<void> {
    const outcome = await drillRuns(bench, { ...load, strike });
    columns.push({ fault, ...outcome });
    const { problems, stored, book } = outcome;
    expect({ count: problems.length, first: problems.slice(0, 20) }).toEqual({ count: 0, first: [] });
    expect(stored).toHaveLength(load.tasks + book.payloads.size);
  }
});

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
