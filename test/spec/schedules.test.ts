/** @each-shape Hubs and dispatchers carry what schedulers write. */
import { eventOf, eventually } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

/** Soon, but not yet: a time that a test can still do something before. */
function inMs(delayMs: number): string {
  return new Date(Date.now() + delayMs).toISOString();
}

const REPORT = { schedule: 'once', name: 'Report', prompt: 'Write it' };

describe('A task that runs once', () => {
  const bench = useProduct();

  const dueEvent = (taskId: string) => ({
    ...{ type: 'task_due', task_id: taskId, run_id: expect.stringMatching(/^run_[0-9a-f]+$/) },
    ...{ task_name: 'Report', task_prompt: 'Write it', schedule: 'once' },
  });

  it('is due at once without a time, is pushed as task_due, and has its run before that', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { id } = await agent.tasks.create(REPORT);
    const due = await socket.taskDue(id);
    expect(due).toEqual(dueEvent(id));
    expect(await agent.tasks.run(due.run_id)).toMatchObject({ task_id: id, agent_id: agent.agentId });
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.run(due.run_id)).toMatchObject({ status: 'running' });
    expect(await agent.tasks.due()).toEqual([]);
  });

  it('is posted to the webhook of an agent that is not connected', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const { id } = await agent.tasks.create(REPORT);
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(eventOf(delivery!)).toEqual(dueEvent(id));
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({
      ...{ type: 'task_due', channel: 'webhook', event_id: delivery?.headers['x-svc-event-id'] },
    });
  });

  it('is not due before its time', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const runAt = inMs(1_500);
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: runAt });
    await socket.taskDue(id);
    const cameAtMs = Date.now();
    // Both clocks are this machine's; a database may round to the millisecond.
    expect(cameAtMs).toBeGreaterThanOrEqual(Date.parse(runAt) - 5);
  });

  it('fires once, and is disabled then', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    const { run_id } = await socket.taskDue(id);
    const task = await agent.tasks.read(id);
    expect(task).toMatchObject({ enabled: false });
    expect(task.next_run_at ?? null).toBeNull();
    // Another task that comes due afterwards: what would have come a second time had come by then.
    const other = await agent.tasks.create({ schedule: 'once' });
    await socket.taskDue(other.id);
    expect(socket.events).toHaveLength(2);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([run_id]);
  });

  it('does not fire while it is disabled', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: inMs(3_600_000) });
    await agent.tasks.change(id, { enabled: false, run_at: inMs(500) });
    const later = await agent.tasks.create({ schedule: 'once', run_at: inMs(1_500) });
    await socket.taskDue(later.id);
    expect(socket.events).toHaveLength(1);
    expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it('gets no second run while its first one is still pending', async () => {
    const { agent, id } = await bench.scheduledAgent({ schedule: 'once' });
    await bench.person.newestEvent(agent.agentId, 'waiting');
    await agent.tasks.change(id, { enabled: true, run_at: inMs(500) });
    const read = () => agent.tasks.read(id);
    await eventually(read, ({ enabled }) => !enabled, { what: 'the second time to be over' });
    expect(await bench.person.tasks.runs(id)).toMatchObject([{ status: 'pending' }]);
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});
