import { newId } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import type { RunQuery } from './runs.js';

const bench = useStore();
const { addTask } = bench;

/** Runs of a task in the given states, oldest first. */
async function insertRuns(agent: TestAgent, taskId: string | null, statuses: RunStatus[]): Promise<string[]> {
  const ids = statuses.map(() => newId('run')).sort();
  await bench.sql`INSERT INTO task_run (id, task_id, agent_id, status, origin, finished_at)
    SELECT id, ${taskId}, ${agent.agentId}, status, 'manual', CASE WHEN status NOT IN ('pending', 'running') THEN now() END
      FROM unnest(${ids}::text[], ${statuses}::text[]) AS r (id, status)`;
  return ids;
}

/** The ids on all pages. */
async function all(query: RunQuery): Promise<string[]> {
  const { runs, nextCursor } = await bench.store.runs.listOf(query);
  expect(runs.length).toBeLessThanOrEqual(query.limit);
  const ids = runs.map(({ runId }) => runId);
  return nextCursor === null ? ids : [...ids, ...(await all({ ...query, cursor: nextCursor }))];
}

describe('the runs of an agent', () => {
  it.each(['pending', 'running', 'completed', 'failed', 'cancelled'] as const)(
    'that are %s are listed alone, however many others there are',
    async (status) => {
      const agent = await bench.addAgent();
      const { taskId } = await addTask(agent);
      const others = (['completed', 'failed'] as const).filter((each) => each !== status);
      const wanted = await insertRuns(agent, taskId, [status, status]);
      const many = Array.from({ length: 1_100 }, (_, place) => others[place % others.length] as RunStatus);
      await insertRuns(agent, taskId, many);
      const newer = await insertRuns(agent, taskId, [status]);
      const ids = await all({ agentId: agent.agentId, limit: 2, status });
      expect(ids).toEqual([...wanted, ...newer].sort().reverse());
    },
  );
});
