import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, Person } from '@svc/testkit';
import { FaultBench } from './fault-bench.js';
import { faultTable } from './fault-table.js';
import type { FaultRow } from './fault-table.js';
import { Flow } from './flow.js';
import { TaskMinute } from './task-minute.js';

const START_MS_MAX = 600_000;
const FAULT_MS_MAX = 300_000;
const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
];
/** Messages to each agent before the clocks are set, and after it. */
const MESSAGES = { before: 20, after: 60 };
const TASKS = { due: 20, spreadMs: 4_000, laterMs: 1_800_000 };
/** Nothing waits for the clock that was set: a busy machine may take its time, but no retry. */
const DELAY_MS_MAX = 10_000;
const PROCESSES = {
  GATEWAYS: '1',
  HUBS: '1',
  DISPATCHERS: '1',
  SCHEDULERS: '1',
  INTAKES: '1',
};

describe('When the clocks of all services are set', () => {
  const rows: FaultRow[] = [];
  let folder: string;
  let bench: FaultBench;
  let flow: Flow;

  /** Of all processes of the product, in seconds beside the right time. PostgreSQL has its own. */
  const setClocks = (seconds: number) =>
    writeFile(join(folder, 'clock'), `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}`);

  beforeAll(async () => {
    const library = LIBRARIES.find((path) => existsSync(path));
    if (library === undefined)
      throw new Error('No libfaketime is installed: `apt-get install faketime` brings it');
    folder = await mkdtemp(join(tmpdir(), 'agent-service-clock-'));
    await setClocks(0);
    bench = await FaultBench.open({
      ...PROCESSES,
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
      FAKETIME_NO_CACHE: '1',
      // No setting of a clock moves this one.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    flow = await Flow.open(bench.services.url, {
      ...{ socketAgents: 3, webhookAgents: 2, intervalMs: 50, webhookAnswerMs: 20 },
    });
  }, START_MS_MAX);

  afterAll(async () => {
    if (rows.length > 0) process.stdout.write(`\n${faultTable(rows)}\n\n`);
    await flow?.close();
    await bench?.close();
    await rm(folder, { recursive: true, force: true });
  }, START_MS_MAX);

  for (const [where, seconds] of [
    ['an hour ahead', 3_600],
    ['two hours back', -3_600],
    ['right again', 0],
  ] as const) {
    it(
      `${where}, calls are answered, events arrive at once, sockets stay, and tasks come due when they should`,
      () => whileSet(`clocks are set ${where}`, seconds),
      FAULT_MS_MAX,
    );
  }

  it('no process ended', () => {
    expect(bench.services.collapses).toEqual([]);
  });

  async function whileSet(fault: string, seconds: number): Promise<void> {
    const sessionsBefore = flow.sessions;
    const person = await Person.signUp(bench.services.url);
    const { agentId } = await person.createAgent();
    const minute = new TaskMinute(bench.databaseUrl);
    const agentIds = [agentId];
    flow.start();
    await flow.accepts(MESSAGES.before);
    await setClocks(seconds);
    const overAtMs = Date.now();
    const { due: count, spreadMs, laterMs } = TASKS;
    await minute.plan({ agentIds, count: 1, startsInMs: laterMs, spreadMs: 1 });
    await minute.plan({ agentIds, count, startsInMs: 0, spreadMs });
    await flow.accepts(MESSAGES.after);
    const fired = () => minute.firedCount(agentIds);
    await eventually(fired, (runs) => runs >= count, { what: `${count} tasks to fire`, waitMsMax: 30_000 });
    await flow.settle().finally(() => {
      rows.push({ fault, ...flow.tally, reconnects: flow.sessions - sessionsBefore, overAtMs });
      process.stdout.write(`${faultTable(rows).split('\n').at(-1)}\n`);
    });
    expect(flow.takeViolations()).toEqual([]);
    expect(await flow.undelivered()).toEqual([]);
    expect(flow.tally).toMatchObject({ unanswered: 0, arrived: flow.tally.accepted });
    expect(flow.tally.longestDelayMs).toBeLessThan(DELAY_MS_MAX);
    expect(flow.sessions).toBe(sessionsBefore);
    // None came due before its time, and none twice.
    expect(await fired()).toBe(count);
    const runs = await minute.runs(agentIds);
    expect(
      Math.max(...runs.map(({ startedAtMs, scheduledForMs }) => startedAtMs - (scheduledForMs ?? 0))),
    ).toBeLessThan(DELAY_MS_MAX);
    // The services do tell another time.
    const { status, headers } = await person.call('/agents');
    expect(status).toBe(200);
    expect(Math.abs(Date.parse(headers['date'] as string) - Date.now() - seconds * 1_000)).toBeLessThan(
      DELAY_MS_MAX,
    );
  }
});
