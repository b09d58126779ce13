/** @waits-for-real-time A frozen socket has to be given up. */
/** @each-shape Hubs and dispatchers carry what the intake writes. */
import { eventOf, eventually } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('A trigger of an agent that is online', () => {
  it('answers {status: triggered, run_id}, and pushes task_trigger with the documented fields', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const task = await agent.tasks.createTriggered({ name: 'Order desk', prompt: 'Ship it' });
    const payload = { order: 4711, lines: [{ sku: 'a', n: 1.5 }], note: null, paid: true, by: 'Zoë 🎉' };
    const runId = await bench.expectTriggered(task.trigger_id, payload);
    expect(await socket.taskTrigger(runId)).toEqual({
      ...{ type: 'task_trigger', task_id: task.id, run_id: runId },
      ...{ task_name: 'Order desk', task_prompt: 'Ship it', payload },
    });
    const logged = await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(logged).toMatchObject({ type: 'task_trigger', channel: 'websocket' });
  });

  it('goes over the socket and to nothing else', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    await bench.person.changeAgent(agent.agentId, { push_triggers_to_webhook: true });
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    await socket.taskTrigger(await bench.expectTriggered(trigger_id, {}));
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(receiver.deliveries.items).toEqual([]);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('takes an empty body as {}', async () => {
    const { socket, trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await bench.expectTriggered(trigger_id);
    expect(await socket.taskTrigger(runId)).toMatchObject({ payload: {} });
    await bench.expectDuplicate(trigger_id, {}, runId);
  });

  it('reads the body as JSON whatever its content type says', async () => {
    const { socket, trigger_id } = await bench.onlineTriggeredAgent();
    const types = ['application/x-www-form-urlencoded', 'application/vnd.github+json', 'nonsense'];
    for (const [index, type] of types.entries()) {
      const headers = { 'content-type': type };
      const runId = await bench.expectTriggered(trigger_id, { index }, { headers });
      expect(await socket.taskTrigger(runId)).toMatchObject({ payload: { index } });
    }
  });
});

describe('A trigger of an agent that is offline', () => {
  it('answers exactly {status: queued}, and waits as a pending event, even with a webhook', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const task = await agent.tasks.createTriggered();
    await bench.expectQueued(task.trigger_id, { order: 1 });
    expect(await bench.person.newestEvent(agent.agentId, 'waiting')).toMatchObject({ channel: null });
    // What is sent afterwards over the webhook has arrived: what would have come before it had come by then.
    await bench.person.send(agent.agentId, 'Afterwards');
    await receiver.deliveries.atLeast(1);
    expect(receiver.texts).toEqual(['Afterwards']);
    expect(await bench.person.tasks.runs(task.id)).toMatchObject([{ status: 'pending' }]);
    expect(await agent.tasks.pendingTriggers()).toMatchObject([{ task_id: task.id, payload: { order: 1 } }]);
  });

  it('goes to webhook and poll, under one event id and one run id, where its owner wants it', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    await bench.person.changeAgent(agent.agentId, { push_triggers_to_webhook: true });
    const { trigger_id } = await agent.tasks.createTriggered();
    await bench.expectQueued(trigger_id, { order: 1 });
    const [delivery] = await receiver.deliveries.atLeast(1);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const [pending] = await agent.tasks.pendingTriggers();
    const event = { type: 'task_trigger', run_id: pending?.run_id, payload: { order: 1 } };
    expect(eventOf(delivery!)).toMatchObject(event);
    expect(delivery?.headers['x-svc-event-id']).toBe(pending?.id);
  });

  it('that seems online but is frozen: its event becomes pending under the same run', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    const socket = await bench.connect(agent, { autoPong: false });
    const answer = await bench.fire(trigger_id, { order: 1 });
    expect(answer.body).toMatchObject({ status: 'triggered' });
    const { run_id } = answer.body as { run_id: string };
    await socket.closed();
    const list = () => agent.tasks.pendingTriggers();
    const [pending] = await eventually(list, ({ length }) => length > 0, { what: 'the pending trigger' });
    expect(pending).toMatchObject({ run_id, payload: { order: 1 } });
  });
});

describe('A trigger URL', () => {
  it('is rotated: the old one answers 404 at once, the new one works', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await bench.expectQueued(trigger_id, { order: 1 });
    const rotated = await bench.person.tasks.rotateTrigger(id);
    expect(rotated).toMatch(/^[0-9a-f]{64}$/);
    expect(rotated).not.toBe(trigger_id);
    expectRefusal(await bench.fire(trigger_id, { order: 2 }), 404, 'Not found');
    await bench.expectQueued(rotated, { order: 2 });
    expect(await agent.tasks.list()).toMatchObject([{ id, trigger_id: rotated }]);
  });
});
