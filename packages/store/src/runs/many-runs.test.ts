/** @only-in-all A plan of PostgreSQL, on many rows. */
import * as sql from '../database/statements/generated/index.js';
import { newId } from '@svc/domain';
import { mostRowsOfKeptPlan, mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { addTask, start } = bench;

const STATUSES = ['pending', 'running', 'running', 'completed', 'failed'];
const RUNS_PER_STATUS = 1_000;

/** A task with many runs of each status, half of the running ones touched, older ones first. */
async function manyRuns() {
  const agent = await bench.addAgent();
  const { taskId } = await addTask(agent, { schedule: 'event' });
  await bench.sql`INSERT INTO task_run (id, task_id, agent_id, status, origin, touched_at)
    SELECT 'run_' || ${newId('run').slice(4, 28)} || lpad(n::text, 8, '0'), ${taskId}, ${agent.agentId},
           (${STATUSES}::text[])[1 + n % 5], 'trigger', CASE WHEN n % 5 IN (2, 3) THEN now() END
      FROM generate_series(0, ${RUNS_PER_STATUS * STATUSES.length}::int - 1) n`;
  await bench.sql('VACUUM ANALYZE task_run');
  return { ...agent, taskId };
}

it('a bubble finds its conversation without reading what earlier messages left in the indexes, also before the table was analysed', async () => {
  const agent = await bench.addAgent();
  const other = await bench.addAgent();
  await bench.sql`UPDATE agent SET owner_id = ${agent.ownerId} WHERE id = ${other.agentId}`;
  for (const { agentId } of [agent, other]) {
    await bench.sql`INSERT INTO conversation (id, agent_id, user_id, last_message_at)
      VALUES (${newId('conversation')}, ${agentId}, ${agent.ownerId}, now())`;
  }
  await bench.sql`DO $$ BEGIN
      FOR n IN 1..3000 LOOP UPDATE conversation SET last_message_at = now() + n * interval '1 ms'; END LOOP;
    END $$`;
  const values = [await start(agent), agent.agentId, agent.ownerId, 'Done'];
  expect(await mostRowsOfKeptPlan(bench.sql, sql.runs.lockToEnd, values)).toBeLessThan(100);
});

it('a page of a task’s runs and the start of one read as many runs as they need, however many there are of each status', async () => {
  const { agentId, taskId } = await manyRuns();
  for (const task of [taskId, null]) {
    const page = [agentId, task, null, 10, null, [0, 1, 2, 3]];
    expect(await mostRowsOfNode(bench.sql, sql.runs.list, page)).toBeLessThan(100);
  }
  expect(await mostRowsOfNode(bench.sql, sql.runs.start, [taskId, agentId, newId('run')])).toBeLessThan(100);
  expect(await mostRowsOfNode(bench.sql, sql.runs.openOfTask, [taskId, 11])).toBeLessThan(100);
});

it('the runs of a task are listed newest first across statuses, to the last page', async () => {
  const { agentId, taskId } = await manyRuns();
  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { runs, nextCursor } = await bench.store.runs.listOf({ agentId, taskId, limit: 700, cursor });
    listed.push(...runs.map(({ runId }) => runId));
    cursor = nextCursor;
  }
  expect(listed).toHaveLength(RUNS_PER_STATUS * STATUSES.length);
  expect(listed).toEqual(listed.toSorted().reverse());
  const [task] = await bench.store.tasks.listOf(agentId);
  expect(task?.lastRunStatus).toBe('failed');
});
