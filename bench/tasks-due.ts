/** How late the last of very many tasks is fired that are due in one instant, with three schedulers. */
import { newId } from '@svc/domain';
import { sleep } from '@svc/runtime';
import { insertAgents } from './support/fixtures.js';
import { openBackends } from './support/scratch.js';
import type { Backends } from './support/scratch.js';
import { machineCpuMs } from './support/processes.js';
import { printOutcome, printTable, printTarget, say } from './support/report.js';
import { runBench } from './support/run-bench.js';
import { startService } from './support/service-process.js';

const TASKS = Number(process.env['BENCH_TASKS'] ?? 100_000);
const AGENTS = 1_000;
const SCHEDULERS = 3;
const LATE_S_MAX = 30;
/** How often the runs are counted; it is a part of the last one's lateness. */
const POLL_MS = 200;
const WAIT_MS_MAX = 300_000;
/** Long enough for services to start, and to have looked for tasks a few times in vain, in milliseconds. */
const LEAD_MS_MIN = 15_000;
const MINUTE_MS = 60_000;

const FIGURES = `
  SELECT count(*)::int AS runs, count(DISTINCT task_id)::int AS tasks,
         (SELECT count(*)::int FROM event WHERE type = 'task_due') AS events,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY late) AS p50,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY late) AS p95,
         percentile_cont(0.99) WITHIN GROUP (ORDER BY late) AS p99
    FROM (SELECT task_id, extract(epoch FROM started_at - scheduled_for)::float8 AS late FROM task_run) r`;

await runBench(async (leftovers) => {
  const backends = await openBackends(leftovers);
  say(`writing ${TASKS} tasks`);
  const agents = await insertAgents(backends, AGENTS);
  const agentIds = agents.map(({ agentId }) => agentId);
  const due = await insertDueTasks(backends, agentIds);
  for (let index = 0; index < SCHEDULERS; index += 1) startService('scheduler', backends, leftovers);
  say(`due at ${due.toISOString()}`);
  await sleep(due.getTime() - Date.now());

  const cpuBeforeMs = machineCpuMs();
  const lastMs = await untilFired(backends, due);
  const cpuMs = machineCpuMs() - cpuBeforeMs;
  const [figures = {}] = await backends.sql(FIGURES);
  const { runs, tasks, events } = figures as Record<string, number>;
  printTable(
    `${TASKS} tasks due in one instant, ${SCHEDULERS} schedulers; seconds after it`,
    ['', 'p50', 'p95', 'p99', 'last, committed', 'CPU per task, µs'],
    [
      [
        'fired',
        ...['p50', 'p95', 'p99'].map((name) => Number(figures[name]).toFixed(2)),
        (lastMs / 1_000).toFixed(2),
        ((cpuMs * 1_000) / TASKS).toFixed(0),
      ],
    ],
  );
  printOutcome('fired once each, with one event each', {
    figure: `${runs} runs of ${tasks} tasks, ${events} events`,
    target: `${TASKS} of each`,
    isMet: [runs, tasks, events].every((count) => count === TASKS),
  });
  printTarget('the last one, late', lastMs / 1_000, { unit: 's', under: LATE_S_MAX });
});

/** The agents' in turn, all due in one instant, a whole minute, which it returns. */
async function insertDueTasks(backends: Backends, agentIds: readonly string[]): Promise<Date> {
  const due = new Date(Math.ceil((Date.now() + LEAD_MS_MIN) / MINUTE_MS) * MINUTE_MS);
  await backends.sql(
    `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, next_run_at, updated_at)
     SELECT id, agent_id, 'Report', 'Say what is new.', $3, 'scheduled', $4, now()
       FROM unnest($1::text[], $2::text[]) AS t (id, agent_id)`,
    [
      Array.from({ length: TASKS }, () => newId('task')),
      Array.from({ length: TASKS }, (_, index) => agentIds[index % agentIds.length]),
      `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`,
      due,
    ],
  );
  await backends.sql('VACUUM ANALYZE task');
  return due;
}

/** Resolves with how long after the instant the last run was there, in milliseconds. */
async function untilFired(backends: Backends, due: Date): Promise<number> {
  for (;;) {
    const [row] = await backends.sql('SELECT count(*)::int AS runs FROM task_run');
    const lateMs = Date.now() - due.getTime();
    const runs = Number(row?.['runs']);
    if (runs >= TASKS) return lateMs;
    if (lateMs > WAIT_MS_MAX) throw new Error(`After ${lateMs} ms only ${runs} tasks have been fired`);
    await sleep(POLL_MS);
  }
}
