/** How long very many tasks that are due in one instant, all of agents that nothing can reach, keep the product busy until their events wait. */
import { sleep } from '@svc/runtime';
import { insertDueTasks } from './support/due-tasks.js';
import { insertAgents } from './support/fixtures.js';
import { machineCpuMs } from './support/machine-time.js';
import { HUB_SLOT, openPlace } from './support/place.js';
import type { Place } from './support/place.js';
import { printTable, printVerdict, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { startService } from './support/service-process.js';

const TASKS = Number(process.env['BENCH_TASKS'] ?? 100_000);
const AGENTS = 1_000;
const SCHEDULERS = 3;
const PARKED_S_MAX = 30;
/** How often it is looked; it is a part of both times. */
const POLL_MS = 200;
const WAIT_MS_MAX = 600_000;

const FIRED = 'SELECT NOT EXISTS (SELECT 1 FROM task WHERE enabled AND next_run_at <= now())';
const PARKED = `SELECT min(attempt_after) IS NULL FROM open_event WHERE state = 'pending'`;
const FIGURES = `
  SELECT (SELECT count(*)::int FROM task_run) AS runs, count(*)::int AS events, count(*) FILTER (WHERE state = 'waiting')::int AS waiting
    FROM event_state`;

await runBench(async (leftovers) => {
  const place = await openPlace(leftovers);
  say(`writing ${TASKS} tasks`);
  const agents = await insertAgents(place, AGENTS);
  const due = await insertDueTasks(place, agents, TASKS);
  startService('websocket-hub', place, leftovers, { HUB_SLOT });
  startService('webhook-dispatcher', place, leftovers);
  for (let index = 0; index < SCHEDULERS; index += 1) startService('scheduler', place, leftovers);
  say(`due at ${due.toISOString()}`);
  await sleep(due.getTime() - Date.now());

  const cpuAtDueMs = machineCpuMs();
  const firedMs = await untilTrue(place, due, FIRED);
  const cpuAtFiredMs = machineCpuMs();
  const parkedMs = await untilTrue(place, due, PARKED);
  const cpuAtParkedMs = machineCpuMs();
  const [figures = {}] = await place.sql(FIGURES);
  const { runs, events, waiting } = figures as Record<string, number>;
  const perTask = (cpuMs: number) => ((cpuMs * 1_000) / TASKS).toFixed(0);
  printTable(
    `${TASKS} tasks of offline agents due in one instant, ${SCHEDULERS} schedulers, a hub and a dispatcher`,
    ['', 'the last one, s', 'CPU per task until then, µs'],
    [
      ['fired', (firedMs / 1_000).toFixed(2), perTask(cpuAtFiredMs - cpuAtDueMs)],
      ['left waiting', (parkedMs / 1_000).toFixed(2), perTask(cpuAtParkedMs - cpuAtDueMs)],
    ],
  );
  printVerdict('fired once each, with one event each that waits', {
    figure: `${runs} runs, ${events} events, ${waiting} waiting`,
    target: `${TASKS} of each`,
    isMet: [runs, events, waiting].every((count) => count === TASKS),
  });
  printVerdict('the last one waits', {
    figure: `after ${(parkedMs / 1_000).toFixed(1)} s`,
    target: `less than ${PARKED_S_MAX} s`,
    isMet: parkedMs < PARKED_S_MAX * 1_000,
  });
});

/** Resolves with how long after the instant the one value of the statement was true, in milliseconds. */
async function untilTrue(place: Place, due: Date, sql: string): Promise<number> {
  for (;;) {
    const [row = {}] = await place.sql(sql);
    const lateMs = Date.now() - due.getTime();
    if (Object.values(row)[0] === true) return lateMs;
    if (lateMs > WAIT_MS_MAX) throw new Error(`After ${lateMs} ms this is not so: ${sql}`);
    await sleep(POLL_MS);
  }
}
