import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import { YOUNG } from './retention.suite.js';

const bench = useStore();
const { addFired, addTask, age, ageEvent, complete, eventOf, exists, fire, pass, start } = bench;

async function addFinished(agent: TestAgent): Promise<string> {
  const runId = await start(agent);
  await complete(agent, runId, 'Done');
  return runId;
}

describe('a finished run', () => {
  it('goes when its days since its end are over, to the minute, and its bubble stays', async () => {
    const agent = await bench.addAgent();
    const [old, young] = [await addFinished(agent), await addFinished(agent)];
    await age('task_run', old, ['started_at', 'finished_at']);
    await age('task_run', young, ['finished_at'], YOUNG);
    expect(await pass('run')).toEqual({ run: 1 });
    expect([await exists('task_run', old), await exists('task_run', young)]).toEqual([false, true]);
    expect(await bench.sql`SELECT text FROM message WHERE task_run_id = ${old}`).toEqual([{ text: 'Done' }]);
    expect(await bench.store.runs.find(old, { userId: agent.ownerId })).toBeNull();
  });

  it('whose event is open stays, and one whose event is not kept goes', async () => {
    const agent = await bench.addAgent();
    const [open, eventless] = [await fire(await addTask(agent)), await fire(await addTask(agent))];
    for (const { runId } of [open, eventless]) {
      await bench.store.runCompletions.complete({ ...agent, runId, status: 'failed', summary: null });
      await age('task_run', runId, ['finished_at']);
    }
    await bench.sql`UPDATE event_state SET state = 'waiting' WHERE id = ${open.eventId}`;
    await bench.sql`DELETE FROM event_state WHERE id = ${eventless.eventId}`;
    expect(await pass('run')).toEqual({ run: 1 });
    expect(await exists('task_run', open.runId)).toBe(true);
  });

  it('that is gone lets nobody send its event again', async () => {
    const { agent, runId, eventId } = await addFired();
    await complete(agent, runId);
    await bench.sql`UPDATE event_state SET state = 'failed' WHERE id = ${eventId}`;
    await age('task_run', runId, ['finished_at']);
    expect(await pass('run')).toEqual({ run: 1 });
    const restarted = bench.store.events.restart(eventId, agent.ownerId);
    await expect(restarted).rejects.toMatchObject({ code: 'conflict' });
    const since = new Date(0);
    expect(await bench.store.eventLog.failedSince({ ...agent, since, limit: 10 })).toEqual([]);
  });
});

it('an open run stays, however old it is, with its event and its context', async () => {
  const agent = await bench.addAgent();
  const pending = await fire(await addTask(agent));
  const runId = await start(agent);
  await bench.store.contextBlocks.append({ runId, agentId: agent.agentId, text: 'x' });
  for (const id of [pending.runId, runId]) await age('task_run', id, ['started_at', 'touched_at']);
  const eventId = await ageEvent(pending.eventId);
  expect([await pass('run'), await pass('event')]).toEqual([{}, {}]);
  expect(await eventOf(pending.runId)).toMatchObject({ id: eventId });
  expect(await bench.store.contextBlocks.listOf(runId, agent)).toHaveLength(1);
});

it('a page of runs goes on behind a run that is gone', async () => {
  const agent = await bench.addAgent();
  const task = await addTask(agent);
  // Half a day off, so that no run is of exactly the age at which runs go.
  const base = Date.now() - 100.5 * 86_400_000;
  const runs: string[] = [];
  for (let day = 0; day < 12; day += 1) {
    const id = newId('run', base + day * 86_400_000);
    const status = day % 3 === 0 ? 'running' : 'completed';
    const at = new Date(base + day * 86_400_000 + 3);
    await bench.sql`INSERT INTO task_run (id, task_id, agent_id, status, origin, started_at, finished_at)
      VALUES (${id}, ${task.taskId}, ${agent.agentId}, ${status}, 'manual', ${at}, ${status === 'running' ? null : at})`;
    runs.unshift(id);
  }
  expect(await pass('run', 95)).toEqual({ run: 4 });
  const left = await bench.sql`SELECT id FROM task_run WHERE task_id = ${task.taskId} ORDER BY id DESC`;
  const kept = left.map(({ id }) => String(id));
  const list = async (cursor: string) =>
    (await bench.store.runs.listOf({ ...task, limit: 100, cursor })).runs.map(({ runId }) => runId);
  for (const id of runs) expect(await list(id)).toEqual(kept.filter((other) => other < id));
  expect(await list('run_unknown')).toEqual(kept);
});
