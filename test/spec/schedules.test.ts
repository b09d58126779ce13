import { describe, expect, it } from '@jest/globals';
import { eventOf, eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { useProduct } from './product-under-test.js';

/** Soon, but not yet: a time that a test can still do something before. */
function inMs(delayMs: number): string {
  return new Date(Date.now() + delayMs).toISOString();
}

describe('A task that runs once', () => {
  const bench = useProduct();

  it('is due at once without a time, and is pushed over the socket as task_due', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const task = await agent.tasks.create({ schedule: 'once', name: 'Now', prompt: 'Do it' });
    expect(await socket.taskDue(task.id)).toEqual({
      type: 'task_due',
      task_id: task.id,
      run_id: expect.stringMatching(/^run_[0-9a-f]+$/),
      task_name: 'Now',
      task_prompt: 'Do it',
      schedule: 'once',
    });
  });

  it('is not due before its time', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const runAt = inMs(1_500);
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: runAt });
    await socket.taskDue(id);
    const cameAtMs = Date.now();
    // Both clocks are this machine's; a database may round to the millisecond.
    expect(cameAtMs).toBeGreaterThanOrEqual(Date.parse(runAt) - 5);
  });

  it('with a time that is past is due at once', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: inMs(-60_000) });
    await socket.taskDue(id);
  });

  it('fires once, and is disabled then', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
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

  it('has its run before the event: the pushed run_id can be read and completed', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once' });
    const { run_id } = await socket.taskDue(id);
    expect(await agent.tasks.run(run_id)).toMatchObject({ task_id: id, agent_id: agent.agentId });
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.run(run_id)).toMatchObject({ status: 'running' });
    await agent.tasks.complete(run_id, { status: 'completed', summary: 'Done' });
    expect(await agent.tasks.list()).toMatchObject([{ id, last_run_status: 'completed' }]);
  });

  it('does not fire while it is disabled', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: inMs(3_600_000) });
    await agent.tasks.change(id, { enabled: false, run_at: inMs(500) });
    const later = await agent.tasks.create({ schedule: 'once', run_at: inMs(1_500) });
    await socket.taskDue(later.id);
    expect(socket.events).toHaveLength(1);
    expect(await bench.person.tasks.runs(id)).toEqual([]);
  });

  it('does not fire once it is deleted', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: inMs(1_500) });
    await agent.tasks.delete(id);
    const later = await agent.tasks.create({ schedule: 'once', run_at: inMs(2_500) });
    expect((await socket.taskDue(later.id)).task_id).toBe(later.id);
    expect(socket.events).toHaveLength(1);
  });

  it('fires again once it is given another time', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once' });
    const { run_id } = await socket.taskDue(id);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    await agent.tasks.change(id, { enabled: true, run_at: inMs(500) });
    await socket.frames.until((frames) => frames.filter(({ type }) => type === 'task_due').length === 2);
    const runIds = (await bench.person.tasks.runs(id)).map((run) => run.id);
    expect(runIds).toHaveLength(2);
    expect(runIds).toContain(run_id);
  });

  it('gets no second run while its first one is still pending', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    await bench.person.newestEvent(agent.agentId, 'waiting');
    await agent.tasks.change(id, { enabled: true, run_at: inMs(500) });
    await eventually(
      () => agent.tasks.read(id),
      ({ enabled }) => !enabled,
      { what: 'the second time to be over' },
    );
    const runs = await bench.person.tasks.runs(id);
    expect(runs).toMatchObject([{ status: 'pending' }]);
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
    expect(await agent.tasks.start(id)).toBe(runs[0]?.id);
  });

  it('sends the event of its first run again when it is due again and its agent is connected by then', async () => {
    const agent = await bench.person.createAgent();
    const { id } = await agent.tasks.create({ schedule: 'once' });
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'waiting');
    const socket = await bench.connect(agent);
    await agent.tasks.change(id, { enabled: true, run_at: inMs(500) });
    const { run_id } = await socket.taskDue(id);
    expect((await bench.person.newestEvent(agent.agentId, 'delivered')).event_id).toBe(event_id);
    expect(await bench.person.tasks.runs(id)).toMatchObject([{ id: run_id, status: 'running' }]);
  });

  it('fires with the name and prompt that it has then', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id } = await agent.tasks.create({ schedule: 'once', run_at: inMs(3_600_000) });
    await agent.tasks.change(id, { name: 'Late news', prompt: 'Another prompt' });
    await agent.tasks.change(id, { run_at: inMs(500) });
    expect(await socket.taskDue(id)).toMatchObject({
      task_name: 'Late news',
      task_prompt: 'Another prompt',
    });
  });
});

describe('A due task', () => {
  const bench = useProduct();

  async function fired(agent: AgentClient): Promise<string> {
    const { id } = await agent.tasks.create({ schedule: 'once', name: 'Report', prompt: 'Write it' });
    return id;
  }

  it('is posted to the webhook of an agent that is not connected', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const id = await fired(agent);
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(eventOf(delivery!)).toEqual({
      type: 'task_due',
      task_id: id,
      run_id: expect.stringMatching(/^run_/),
      task_name: 'Report',
      task_prompt: 'Write it',
      schedule: 'once',
    });
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({
      type: 'task_due',
      channel: 'webhook',
      event_id: delivery?.headers['x-svc-event-id'],
    });
    expect(await agent.tasks.run(String(eventOf(delivery!)['run_id']))).toMatchObject({ status: 'running' });
  });

  it('goes over the socket and not to the webhook while the agent is connected', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const socket = await bench.connect(agent);
    await socket.taskDue(await fired(agent));
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({
      channel: 'websocket',
    });
    expect(receiver.deliveries.items).toEqual([]);
  });

  it('waits for the poll where the agent has neither', async () => {
    const agent = await bench.person.createAgent();
    await fired(agent);
    await eventually(
      () => bench.person.events(agent.agentId),
      (events) => events[0]?.state === 'waiting',
      { what: 'the due task to wait' },
    );
    expect(await bench.person.events(agent.agentId)).toMatchObject([{ type: 'task_due', channel: null }]);
  });

  it('that waits is pushed when its owner asks for a redelivery and the agent is there', async () => {
    const agent = await bench.person.createAgent();
    const id = await fired(agent);
    const { event_id } = await bench.person.newestEvent(agent.agentId, 'waiting');
    const socket = await bench.connect(agent);
    await bench.person.redeliver(event_id);
    const { run_id } = await socket.taskDue(id);
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({ event_id });
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([run_id]);
  });

  it('that waits is not delivered any more once it is deleted', async () => {
    const agent = await bench.person.createAgent();
    const id = await fired(agent);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    await agent.tasks.delete(id);
    const socket = await bench.connect(agent, { resume: true });
    await bench.person.send(agent.agentId, 'Afterwards');
    await socket.userMessage('Afterwards');
    expect(socket.events).toHaveLength(1);
    expect(await agent.tasks.due()).toEqual([]);
  });

  it('comes once to each of many tasks that are due at one instant', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const runAt = inMs(2_000);
    const tasks = await Promise.all(
      Array.from({ length: 40 }, () => agent.tasks.create({ schedule: 'once', run_at: runAt })),
    );
    await Promise.all(tasks.map(({ id }) => socket.taskDue(id)));
    const last = await agent.tasks.create({ schedule: 'once' });
    await socket.taskDue(last.id);
    const due = socket.events.map((event) => event['task_id']);
    expect(due).toHaveLength(tasks.length + 1);
    expect(new Set(due)).toEqual(new Set([...tasks.map(({ id }) => id), last.id]));
    expect(new Set(socket.events.map((event) => event['run_id'])).size).toBe(due.length);
  });
});
