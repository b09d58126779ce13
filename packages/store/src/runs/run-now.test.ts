import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { useStore } from '../store.suite.js';

const bench = useStore();

async function addTask(
  agent: { agentId: string },
  task: { schedule?: string; triggerType?: 'scheduled' | 'event'; enabled?: boolean } = {},
): Promise<string> {
  const id = newId('task');
  await bench.store.prisma.task.create({
    data: {
      ...{ id, agentId: agent.agentId, name: 'Report', prompt: 'Sum up' },
      ...{ schedule: '0 9 * * *', triggerType: 'scheduled', ...task },
    },
  });
  return id;
}

async function connect(agentId: string): Promise<string> {
  const hub = await bench.store.presence.claimSlot(null);
  await bench.store.presence.connect({ sessionId: newId('session'), agentId, ...hub, revokeAt: null });
  return hub.slot;
}

const fire = (taskId: string, { ownerId }: { ownerId: string }) =>
  bench.store.runNow.fire({ taskId, userId: ownerId });
const eventOf = async (runId: string | undefined) =>
  (await bench.sql('SELECT * FROM event_state WHERE subject_id = $1', [runId]))[0];
const runOf = async (runId: string | undefined) =>
  (await bench.sql('SELECT * FROM task_run WHERE id = $1', [runId]))[0];

describe('a run started by hand', () => {
  it('is pending, and its event is on its way to the hub of its agent', async () => {
    const agent = await bench.addAgent();
    const { seq: earlier } = await bench.addMessage(agent);
    const taskId = await addTask(agent);
    const slot = await connect(agent.agentId);
    const run = await fire(taskId, agent);
    expect(run).toMatchObject({ agentId: agent.agentId, event: { slot } });
    expect(run?.event).toMatchObject({ type: 'task_due', seq: earlier + 1, agentId: agent.agentId });
    expect(JSON.parse(run?.event.frame ?? '')).toEqual({
      ...{ type: 'task_due', task_id: taskId, run_id: run?.runId },
      ...{ task_name: 'Report', task_prompt: 'Sum up', schedule: '0 9 * * *' },
    });
    expect(await runOf(run?.runId)).toMatchObject({
      ...{ status: 'pending', origin: 'manual', task_id: taskId, scheduled_for: null },
    });
    expect(await eventOf(run?.runId)).toMatchObject({
      ...{ id: run?.event.eventId, state: 'pending', frame: run?.event.frame, is_queued: false },
    });
  });

  it('waits where its agent cannot be reached', async () => {
    const agent = await bench.addAgent();
    const run = await fire(await addTask(agent), agent);
    expect(run?.event.slot).toBeNull();
    expect(await eventOf(run?.runId)).toMatchObject({ state: 'waiting', is_queued: false });
  });

  it('goes to the webhook where its agent has one', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    expect((await fire(await addTask(agent), agent))?.event.slot).toBeNull();
  });

  it('may be of a disabled task', async () => {
    const agent = await bench.addAgent();
    expect(await fire(await addTask(agent, { enabled: false }), agent)).not.toBeNull();
  });

  it("is refused for another user's task and for one that does not exist, and leaves nothing behind", async () => {
    const agent = await bench.addAgent();
    const taskId = await addTask(agent);
    expect(await fire(taskId, { ownerId: await bench.addUser() })).toBeNull();
    expect(await fire(newId('task'), agent)).toBeNull();
    expect(await bench.sql('SELECT 1 FROM task_run WHERE agent_id = $1', [agent.agentId])).toEqual([]);
  });
});

describe('a trigger task started by hand', () => {
  const trigger = { schedule: 'event', triggerType: 'event' } as const;

  it('is triggered with an empty payload', async () => {
    const agent = await bench.addAgent();
    const taskId = await addTask(agent, trigger);
    const slot = await connect(agent.agentId);
    const run = await fire(taskId, agent);
    expect(run).toMatchObject({ event: { type: 'task_trigger', slot } });
    expect(JSON.parse(run?.event.frame ?? '')).toEqual({
      ...{ type: 'task_trigger', task_id: taskId, run_id: run?.runId },
      ...{ task_name: 'Report', task_prompt: 'Sum up', payload: {} },
    });
    expect(await eventOf(run?.runId)).toMatchObject({ is_queued: false });
  });

  it('is listed by the poll of an agent that is offline, even where it has a webhook', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const run = await fire(await addTask(agent, trigger), agent);
    expect(await eventOf(run?.runId)).toMatchObject({ state: 'waiting', is_queued: true });
  });

  it('is listed and sent where the owner has the webhook receive triggers as well', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    await bench.sql('UPDATE agent SET push_triggers_to_webhook = true WHERE id = $1', [agent.agentId]);
    const run = await fire(await addTask(agent, trigger), agent);
    expect(run?.event.slot).toBeNull();
    expect(await eventOf(run?.runId)).toMatchObject({ state: 'pending', is_queued: true });
  });
});
