import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';
import type { RunQuery } from './runs.js';

const bench = useStore();
const { addTask, fire } = taskBuilders(bench);

/** Runs of a task in the given states, oldest first. */
async function insertRuns(agent: TestAgent, taskId: string | null, statuses: RunStatus[]): Promise<string[]> {
  const ids = statuses.map(() => newId('run')).sort();
  await bench.sql(
    `INSERT INTO task_run (id, task_id, agent_id, status, origin, finished_at)
     SELECT id, $3, $4, status, 'manual', CASE WHEN status NOT IN ('pending', 'running') THEN now() END
       FROM unnest($1::text[], $2::text[]) AS r (id, status)`,
    [ids, statuses, taskId, agent.agentId],
  );
  return ids;
}

/** All pages. */
async function all(query: Omit<RunQuery, 'cursor'>): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const page = await bench.store.runs.listOfAgent({ ...query, cursor });
    expect(page.runs.length).toBeLessThanOrEqual(query.limit);
    ids.push(...page.runs.map(({ runId }) => runId));
    if (page.nextCursor === null) return { ids, pages };
    cursor = page.nextCursor;
  }
}

describe('the runs of an agent', () => {
  it('come newest first, of all its tasks, also of deleted ones, each once', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const [one, two] = [await addTask(agent), await addTask(agent)];
    const ids = [
      ...(await insertRuns(agent, one.taskId, ['completed', 'running', 'pending'])),
      ...(await insertRuns(agent, two.taskId, ['failed', 'cancelled'])),
      ...(await insertRuns(agent, null, ['completed', 'cancelled'])),
    ].sort();
    await insertRuns(other, (await addTask(other)).taskId, ['completed']);
    const { agentId } = agent;
    const newestFirst = [...ids].reverse();
    for (const limit of [1, 3, 7, 100]) expect((await all({ agentId, limit })).ids).toEqual(newestFirst);
    expect((await all({ agentId, limit: 7 })).pages).toBe(1);
    const ofTwo = (await all({ agentId, limit: 1, taskId: two.taskId })).ids;
    expect(ofTwo).toHaveLength(2);
    expect(await all({ agentId: other.agentId, limit: 5, taskId: two.taskId })).toMatchObject({ ids: [] });
  });

  it.each(['pending', 'running', 'completed', 'failed', 'cancelled'] as const)(
    'that are %s are listed alone, however many others there are',
    async (status) => {
      const agent = await bench.addAgent();
      const { taskId } = await addTask(agent);
      const others = (['completed', 'failed'] as const).filter((each) => each !== status);
      const wanted = await insertRuns(agent, taskId, [status, status]);
      await insertRuns(
        agent,
        taskId,
        Array.from({ length: 1_100 }, (_, place) => others[place % others.length] as RunStatus),
      );
      const newer = await insertRuns(agent, taskId, [status]);
      const { ids } = await all({ agentId: agent.agentId, limit: 2, status });
      expect(ids).toEqual([...wanted, ...newer].sort().reverse());
    },
  );

  it('of a task that is being deleted count as cancelled', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    const [runId] = await insertRuns(agent, taskId, ['pending']);
    await bench.store.tasks.delete(taskId, { agentId: agent.agentId });
    const { agentId } = agent;
    expect((await all({ agentId, limit: 5, status: 'pending' })).ids).toEqual([]);
    expect((await all({ agentId, limit: 5, status: 'cancelled' })).ids).toEqual([runId]);
  });
});

describe('how far a run is', () => {
  it('is the latest word, until the run ends, and begins a run that was pending', async () => {
    const agent = await bench.addAgent();
    const { agentId, ownerId } = agent;
    const { runId } = await fire(await addTask(agent));
    const say = (text: string, percent: number | null) =>
      bench.store.runSigns.progress({ runId, agentId, text, percent });
    expect(await say('Begun', null)).toMatchObject({ hasBegun: true });
    expect(await say('Half', 50)).toMatchObject({ hasBegun: false });
    const { conversationId } = await bench.addMessage(agent);
    expect(await bench.store.runs.inProgress(agentId, ownerId)).toMatchObject({
      conversationId,
      runs: [{ runId, progress: { percent: 50, text: 'Half', at: expect.any(Date) } }],
    });
    await bench.store.runCompletions.complete({ runId, agentId, status: 'completed', summary: 'Done' });
    expect(await bench.store.runs.inProgress(agentId, ownerId)).toEqual({
      runs: [],
      conversationId: null,
    });
    expect(await bench.store.runs.find(runId, { agentId })).toMatchObject({ progress: null });
    const [row] = await bench.sql('SELECT progress_text, progress_since FROM task_run WHERE id = $1', [
      runId,
    ]);
    expect(row).toEqual({ progress_text: null, progress_since: null });
    await expect(say('Late', 99)).rejects.toMatchObject({ detail: 'The run is already completed' });
  });
});
