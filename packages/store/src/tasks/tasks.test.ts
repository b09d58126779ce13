import { secretHash } from '@svc/domain';
import { useStore } from '../store.suite.js';
import { NOW } from './tasks.suite.js';

const bench = useStore();
const { addTask, fire } = bench;

it('a new task with the schedule `event` has a trigger whose id is not stored in the clear', async () => {
  const task = await addTask(await bench.addAgent(), { schedule: 'event' });
  expect(task).toMatchObject({ triggerType: 'event', nextRunAt: null });
  expect(task.triggerId).toMatch(/^[0-9a-f]{64}$/);
  const [row] = await bench.sql`SELECT * FROM task WHERE id = ${task.taskId}`;
  expect(row?.['trigger_hash']).toEqual(secretHash(task.triggerId ?? ''));
  expect(String(row?.['trigger_sealed'])).not.toContain(task.triggerId);
});

it('a prompt is refused where all prompts of its agent would be too long together', async () => {
  const agent = await bench.addAgent();
  const task = await addTask(agent);
  const prompt = '€'.repeat(32_768);
  await bench.sql`INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at)
    SELECT ${agent.agentId} || n, ${agent.agentId}, 'x', ${prompt}, 'once', 'scheduled', now()
      FROM generate_series(1, 85) n`;
  await expect(addTask(agent, { prompt })).rejects.toMatchObject({ code: 'conflict' });
  const change = (changes: { prompt?: string; name?: string }) =>
    bench.store.tasks.change(task.taskId, { agentId: agent.agentId }, changes, NOW);
  await expect(change({ prompt })).rejects.toMatchObject({ code: 'conflict' });
  expect(await change({ prompt: 'Short' })).toMatchObject({ prompt: 'Short' });
  expect(await change({ name: 'Other' })).toMatchObject({ name: 'Other' });
});

it('a deletion while runs begin and events are received leaves no open run', async () => {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
  for (let round = 0; round < 10; round += 1) {
    const task = await addTask(agent);
    const fired = await Promise.all([fire(task), fire(task), fire(task)]);
    await Promise.all([
      ...fired.map(({ eventId }) => bench.store.channels.websocket.receive(eventId)),
      bench.store.runs.start(task.taskId, agent.agentId),
      bench.store.tasks.delete(task.taskId, agent),
      bench.store.runs.start(task.taskId, agent.agentId),
    ]);
    while (await bench.store.deletions.step({ kind: 'task', id: task.taskId }));
  }
  const open = `SELECT 1 FROM task_run WHERE agent_id = $1 AND status IN ('pending', 'running')`;
  expect(await bench.sql(open, agent.agentId)).toEqual([]);
});
