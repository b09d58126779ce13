import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { newAgentSecret, newId, SecretBox } from '@svc/domain';
import { createAnnouncer, Publishing } from '@svc/events';
import { WEBHOOK_DUE_QUEUE } from '@svc/proto-events';
import { createLogger } from '@svc/runtime';
import { createScratchDatabase, openStore } from '@svc/store';
import type { ScheduleClaim, ScheduleClaims, ScheduledRun, ScratchDatabase, Store } from '@svc/store';
import { Client } from 'pg';
import { Registry } from 'prom-client';
import { createScheduleRunner } from './schedule-runner.js';

const TEST_SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

interface Hint {
  taskId?: string;
  runId?: string;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** Starts a runner whose pauses end when the test says. */
async function startRunner(options: {
  scheduleClaims: ScheduleClaims;
  broker: Pick<Broker, 'isReady' | 'publish'>;
}) {
  const pauses: { durationMs: number; end: () => void }[] = [];
  const hints: Hint[] = [];
  const metrics = new Registry();
  const logger = createLogger({ service: 'test', level: 'silent' });
  let onPause = () => {};
  const runner = createScheduleRunner({
    store: { scheduleClaims: options.scheduleClaims },
    announcer: createAnnouncer({
      broker: options.broker,
      hints: { eventChanged: () => {} },
      publishing: new Publishing(logger),
    }),
    ...{ metrics, logger },
    hints: { runChanged: (hint) => hints.push(hint) },
    sleep: (durationMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) resolve();
        signal?.addEventListener('abort', () => resolve());
        pauses.push({ durationMs, end: resolve });
        onPause();
      }),
  });
  await runner.start();
  stops.push(() => runner.stop());
  const paused = async (): Promise<number> => {
    while (pauses.length === 0) await new Promise<void>((resolve) => (onPause = resolve));
    return pauses[0]?.durationMs as number;
  };
  return {
    ...{ runner, hints, metrics },
    /** Resolves at the end of a turn, with the pause that follows. */
    paused,
    again(): Promise<number> {
      for (const { end } of pauses.splice(0)) end();
      return paused();
    },
  };
}

let runs = 0;
function dueRun(overrides: Partial<ScheduledRun> = {}): ScheduledRun {
  runs += 1;
  const event = {
    eventId: `evt_${runs}`,
    agentId: 'agt_1',
    userId: 'usr_1',
    seq: runs,
    pushNo: runs,
    type: 'task_due' as const,
    frame: '{}',
    slot: null,
    isReachable: true,
  };
  return {
    ...{ taskId: `tsk_${runs}`, runId: `run_${runs}`, agentId: 'agt_1', userId: 'usr_1', lateMs: 20 },
    event,
    ...overrides,
  };
}

const claimOf = (claimed: ScheduledRun[], tasks = claimed.length): ScheduleClaim => ({
  ...{ tasks, runs: claimed, repeated: [], unschedulable: [] },
});

/** Gives one claim after another, and then nothing. */
function claimsOf(claims: (ScheduleClaim | Error)[], nextDueInMs: number | null = null): ScheduleClaims {
  return {
    claim: async () => {
      const claim = claims.shift() ?? claimOf([]);
      if (claim instanceof Error) throw claim;
      return claim;
    },
    nextDueInMs: async () => nextDueInMs,
    recompute: async () => null,
  };
}

function recordingBroker() {
  const published: string[] = [];
  return {
    published,
    isReady: () => true,
    publish: async (_address: unknown, body: unknown) => {
      published.push((body as { event_id: string }).event_id);
    },
  };
}

describe('a runner', () => {
  it('rests until the next task is due', async () => {
    const scheduleClaims = claimsOf([], 120);
    expect(await (await startRunner({ scheduleClaims, broker: recordingBroker() })).paused()).toBe(120);
  });

  it('looks for new tasks twice a second where none is known', async () => {
    for (const nextDueInMs of [null, 40_000]) {
      const scheduleClaims = claimsOf([], nextDueInMs);
      expect(await (await startRunner({ scheduleClaims, broker: recordingBroker() })).paused()).toBe(500);
    }
  });

  it('computes tasks that are not due yet anew when it starts, in steps between claims', async () => {
    const steps: string[] = [];
    const recompute = async (after: string) => (steps.push(after) === 1 ? 'tsk_500' : null);
    const scheduleClaims = { ...claimsOf([]), recompute };
    const { paused, again } = await startRunner({ scheduleClaims, broker: recordingBroker() });
    expect([await paused(), await again(), await again()]).toEqual([1, 500, 500]);
    expect(steps).toEqual(['', 'tsk_500']);
  });

  it('goes on at once while a claim is full', async () => {
    const full = Array.from({ length: 500 }, () => dueRun());
    const broker = recordingBroker();
    const scheduleClaims = claimsOf([claimOf(full), claimOf(full), claimOf([dueRun()])]);
    await (await startRunner({ scheduleClaims, broker })).paused();
    expect(broker.published).toHaveLength(1_001);
  });

  it('publishes nothing that reaches nobody', async () => {
    const broker = recordingBroker();
    const [waiting, reachable] = [dueRun(), dueRun()];
    waiting.event.isReachable = false;
    const scheduleClaims = claimsOf([claimOf([waiting, reachable])]);
    await (await startRunner({ scheduleClaims, broker })).paused();
    expect(broker.published).toEqual([reachable.event.eventId]);
  });

  it('publishes and tells what an earlier occurrence left to be sent again', async () => {
    const broker = recordingBroker();
    const [earlier, run] = [dueRun(), dueRun()];
    const claim = { ...claimOf([run], 2), repeated: [earlier] };
    const { hints, metrics, paused } = await startRunner({ scheduleClaims: claimsOf([claim]), broker });
    await paused();
    expect(broker.published).toEqual([earlier.event.eventId, run.event.eventId]);
    expect(hints.map((hint) => hint.runId)).toEqual([run.runId, earlier.runId]);
    const text = await metrics.metrics();
    expect(text).toContain('schedule_tasks_claimed_total{outcome="repeated"} 1');
    expect(text).toContain('schedule_tasks_claimed_total{outcome="still_pending"} 0');
  });

  it('tells consoles of each run', async () => {
    const run = dueRun();
    const started = await startRunner({
      scheduleClaims: claimsOf([claimOf([run])]),
      broker: recordingBroker(),
    });
    await started.paused();
    const { agentId, userId, taskId, runId } = run;
    expect(started.hints).toEqual([{ agentId, userId, taskId, runId }]);
  });

  it('counts runs and tasks that got none, and measures how late they were', async () => {
    const scheduleClaims = claimsOf([claimOf([dueRun()], 3)]);
    const { metrics, paused } = await startRunner({ scheduleClaims, broker: recordingBroker() });
    await paused();
    const text = await metrics.metrics();
    expect(text).toContain('schedule_tasks_claimed_total{outcome="run"} 1');
    expect(text).toContain('schedule_tasks_claimed_total{outcome="still_pending"} 2');
    expect(text).toContain('schedule_late_seconds_bucket{le="0.05"} 1');
  });

  it('goes on with the next turn after one that failed', async () => {
    const broker = recordingBroker();
    const scheduleClaims = claimsOf([new Error('The database is away'), claimOf([dueRun()])]);
    const { paused, again } = await startRunner({ scheduleClaims, broker });
    expect(await paused()).toBe(500);
    await again();
    expect(broker.published).toHaveLength(1);
  });

  it('claims although the broker is away: runs wait in the store', async () => {
    const broker = { isReady: () => true, publish: () => Promise.reject(new Error('The broker is away')) };
    const { paused, hints } = await startRunner({ scheduleClaims: claimsOf([claimOf([dueRun()])]), broker });
    await paused();
    expect(hints).toHaveLength(1);
  });
});

describe('on a real database', () => {
  let scratch: ScratchDatabase;
  let client: Client;
  let store: Store;
  let broker: MemoryBroker;

  beforeAll(async () => {
    scratch = await createScratchDatabase(TEST_SERVER_URL);
    client = new Client({ connectionString: scratch.databaseUrl });
    await client.connect();
    store = openStore({ databaseUrl: scratch.databaseUrl, box: new SecretBox(Buffer.alloc(32, 1)) });
    broker = new MemoryBroker();
    await broker.start();
  });
  afterAll(async () => {
    await broker.stop();
    await store.close();
    await client.end();
    await scratch.drop();
  });

  it('three schedulers give each of 3,000 occurrences one run, and publish its event once', async () => {
    const ownerId = newId('rule');
    await store.prisma.user.create({
      data: { id: ownerId, name: 'Ursula', email: `${ownerId}@example.org` },
    });
    for (let made = 0; made < 3; made += 1) {
      const { agentId } = await store.agents.create({
        ...{ ownerId, agentName: 'Ada', kind: 'interactive', secret: newAgentSecret() },
        webhookUrl: 'https://example.org/hook',
      });
      await client.query(
        `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, next_run_at, updated_at)
         SELECT 'tsk_' || n || $1, $1, 'n', 'p', '0 9 * * *', 'scheduled', now() - interval '1 second', now() FROM generate_series(1, 1000) n`,
        [agentId],
      );
    }
    const published: string[] = [];
    let wake = () => {};
    await broker.consume(WEBHOOK_DUE_QUEUE, { prefetch: 1_000 }, (body) => {
      published.push(body.event_id);
      wake();
      return 'ack';
    });
    const runners = await Promise.all(
      [1, 2, 3].map(() => startRunner({ scheduleClaims: store.scheduleClaims, broker })),
    );
    await Promise.all(runners.map((runner) => runner.paused()));
    await Promise.all(runners.map((runner) => runner.again()));
    while (published.length < 3_000) await new Promise<void>((resolve) => (wake = resolve));
    const { rows } = await client.query('SELECT count(DISTINCT task_id)::int AS tasks FROM task_run');
    expect(rows).toEqual([{ tasks: 3_000 }]);
    expect(new Set(published).size).toBe(3_000);
    expect(published).toHaveLength(3_000);
  });
});
