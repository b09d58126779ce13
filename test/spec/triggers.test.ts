/** @waits-for-real-time A frozen socket has to be given up. */
import { describe, expect, it } from '@jest/globals';
import { eventOf, eventually, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';
import { expectDuplicate, expectQueued, expectTriggered, fire } from './trigger-calls.js';

describe('A trigger of an agent that is online', () => {
  const bench = useProduct();

  it('answers {status: triggered, run_id}, and pushes task_trigger with exactly the documented fields', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const task = await agent.tasks.createTriggered({ name: 'Order desk', prompt: 'Ship it' });
    const payload = { order: 4711, lines: [{ sku: 'a', n: 1.5 }], note: null, paid: true, by: 'Zoë 🎉' };
    const runId = await expectTriggered(task.trigger_id, payload);
    expect(await socket.taskTrigger(runId)).toEqual({
      type: 'task_trigger',
      task_id: task.id,
      run_id: runId,
      task_name: 'Order desk',
      task_prompt: 'Ship it',
      payload,
    });
    expect(await bench.person.newestEvent(agent.agentId, 'delivered')).toMatchObject({
      type: 'task_trigger',
      channel: 'websocket',
    });
  });

  it('has created the run before the answer', async () => {
    const agent = await bench.person.createAgent();
    await bench.connect(agent);
    const task = await agent.tasks.createTriggered();
    const runId = await expectTriggered(task.trigger_id, {});
    expect(await agent.tasks.run(runId)).toMatchObject({ task_id: task.id, agent_id: agent.agentId });
  });

  it('goes over the socket and not to the webhook', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.changeAgent(agent.agentId, { push_triggers_to_webhook: true });
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    await socket.taskTrigger(await expectTriggered(trigger_id, {}));
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(receiver.deliveries.items).toEqual([]);
  });

  it('leaves nothing for the poll', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    await socket.taskTrigger(await expectTriggered(trigger_id, {}));
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('takes an empty body as {}', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    const runId = await expectTriggered(trigger_id);
    expect(await socket.taskTrigger(runId)).toMatchObject({ payload: {} });
    await expectDuplicate(trigger_id, {}, runId);
  });

  it('reads the body as JSON whatever its content type says', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/vnd.github+json',
      'nonsense',
    ];
    for (const [index, type] of types.entries()) {
      const headers = { 'content-type': type };
      const runId = await expectTriggered(trigger_id, { index }, { headers });
      expect(await socket.taskTrigger(runId)).toMatchObject({ payload: { index } });
    }
  });

  it('keeps what other JSON parsers lose: __proto__, empty keys, deep nesting, long keys', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    const nested = `${'{"a":'.repeat(126)}1${'}'.repeat(126)}`;
    const texts = [
      '{"__proto__":{"x":1},"constructor":2}',
      '{"":{"":[]}}',
      `{"deep":${nested}}`,
      `{"${'k'.repeat(50_000)}":1}`,
      '{"nul":"a\\u0000b","lone":"\\ud800"}',
    ];
    for (const text of texts) {
      const { payload } = await socket.taskTrigger(await expectTriggered(trigger_id, text));
      expect(JSON.stringify(payload)).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('comes in full where several tasks of several agents are triggered at once', async () => {
    const lanes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const agent = await bench.person.createAgent();
        const task = await agent.tasks.createTriggered();
        return { agent, task, socket: await bench.connect(agent) };
      }),
    );
    const calls = lanes.flatMap(({ task }) =>
      Array.from({ length: 10 }, (_, number) => expectTriggered(task.trigger_id, { number })),
    );
    const runIds = await Promise.all(calls);
    expect(new Set(runIds).size).toBe(40);
    for (const [index, { socket, task }] of lanes.entries()) {
      const mine = runIds.slice(index * 10, index * 10 + 10);
      const events = await Promise.all(mine.map((runId) => socket.taskTrigger(runId)));
      expect(events.map(({ task_id }) => task_id)).toEqual(mine.map(() => task.id));
      expect(events.map(({ payload }) => payload)).toEqual(mine.map((_, number) => ({ number })));
    }
  });
});

describe('A trigger of an agent that is offline', () => {
  const bench = useProduct();

  it('answers exactly {status: queued}, and waits as a pending trigger event', async () => {
    const agent = await bench.person.createAgent();
    const task = await agent.tasks.createTriggered();
    await expectQueued(task.trigger_id, { order: 1 });
    const waiting = await bench.person.newestEvent(agent.agentId, 'waiting');
    expect(waiting).toMatchObject({ type: 'task_trigger', channel: null });
    const [pending] = await agent.tasks.pendingTriggers();
    expect(pending).toMatchObject({ task_id: task.id, payload: { order: 1 } });
    expect(await agent.tasks.run(pending?.run_id ?? '')).toMatchObject({
      status: 'pending',
      task_id: task.id,
    });
  });

  it('waits even where a webhook is set', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { order: 1 });
    // What is sent afterwards over the webhook has arrived: what would have come before it had come by then.
    await bench.person.send(agent.agentId, 'Afterwards');
    await receiver.deliveries.atLeast(1);
    expect(receiver.deliveries.items.map((delivery) => eventOf(delivery)['type'])).toEqual(['user_message']);
    expect(await agent.tasks.pendingTriggers()).toHaveLength(1);
  });

  it('goes to the webhook and to the poll, under one event id and one run id, where its owner wants it', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.changeAgent(agent.agentId, { push_triggers_to_webhook: true });
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { order: 1 });
    const [delivery] = await receiver.deliveries.atLeast(1);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    const [pending] = await agent.tasks.pendingTriggers();
    expect(pending).toBeDefined();
    expect(eventOf(delivery!)).toMatchObject({
      type: 'task_trigger',
      run_id: pending?.run_id,
      payload: { order: 1 },
    });
    expect(delivery?.headers['x-svc-event-id']).toBe(pending?.id);
  });

  it('keeps integers that a double cannot hold, to the digit', async () => {
    const receiver = await bench.receive();
    const agent = await bench.person.createAgent({ webhook_url: receiver.url });
    await bench.person.changeAgent(agent.agentId, { push_triggers_to_webhook: true });
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, '{"id":9007199254740993}');
    const [delivery] = await receiver.deliveries.atLeast(1);
    expect(delivery?.rawBody.toString('utf8')).toContain('9007199254740993');
  });

  it('is queued right after its last socket has closed', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    const socket = await bench.connect(agent);
    await socket.taskTrigger(await expectTriggered(trigger_id, { while: 'online' }));
    await socket.close();
    await eventually(
      () => bench.person.agent(agent.agentId),
      ({ online }) => !online,
      { what: 'the agent to be offline' },
    );
    await expectQueued(trigger_id, { while: 'offline' });
  });

  it('that seems online but is frozen: its event becomes pending under the same run', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    const socket = await bench.connect(agent, { autoPong: false });
    const answer = await fire(trigger_id, { order: 1 });
    expect(answer.body).toMatchObject({ status: 'triggered' });
    const { run_id } = answer.body as { run_id: string };
    await socket.closed();
    const [pending] = await eventually(
      () => agent.tasks.pendingTriggers(),
      (listed) => listed.length > 0,
      { what: 'the trigger to be pending' },
    );
    expect(pending).toMatchObject({ run_id, payload: { order: 1 } });
  });
});

describe('A trigger URL', () => {
  const bench = useProduct();

  it('answers exactly {detail: Task is disabled} with 403 for a disabled task, whatever its body', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await agent.tasks.change(id, { enabled: false });
    const answer = await fire(trigger_id, { order: 1 });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: { detail: 'Task is disabled' },
    });
    expect(await bench.person.tasks.runs(id)).toEqual([]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  });

  it('answers exactly {detail: Not found} with 404 once its task is deleted', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await agent.tasks.delete(id);
    const answer = await fire(trigger_id, { order: 1 });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 404,
      body: { detail: 'Not found' },
    });
  });

  it('that is called while its task is deleted answers 200 or 404, and leaves no open run', async () => {
    const agent = await bench.person.createAgent();
    await bench.connect(agent);
    const { id, trigger_id } = await agent.tasks.createTriggered();
    const calls = (from: number) =>
      Array.from({ length: 20 }, (_, index) => fire(trigger_id, { number: from + index }));
    const first = calls(0);
    const [answers] = await Promise.all([Promise.all([...first, ...calls(20)]), agent.tasks.delete(id)]);
    for (const { status, body } of answers) {
      expect([200, 404]).toContain(status);
      if (status !== 200) continue;
      const { run_id } = body as { run_id: string };
      expect(await agent.tasks.run(run_id)).toMatchObject({ status: 'cancelled' });
    }
  });

  it('is rotated: the old one answers 404 at once, the new one works', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { order: 1 });
    const rotated = await bench.person.tasks.rotateTrigger(id);
    expect(rotated).toMatch(/^[0-9a-f]{64}$/);
    expect(rotated).not.toBe(trigger_id);
    expectRefusal(await fire(trigger_id, { order: 2 }), 404, 'Not found');
    await expectQueued(rotated, { order: 2 });
    expect(await agent.tasks.list()).toMatchObject([{ id, trigger_id: rotated }]);
  });

  it('neither needs nor heeds the credentials of an agent', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    const headers = { 'x-svc-agent-id': agent.agentId, 'x-svc-secret': 'svc_wrong', cookie: 'x=y' };
    await expectQueued(trigger_id, { order: 1 }, { headers });
  });

  it('is opened by nothing that merely resembles it', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    for (const other of [trigger_id.toUpperCase(), `${trigger_id}0`, trigger_id.slice(1), ` ${trigger_id}`]) {
      expectRefusal(await fire(encodeURIComponent(other), {}), 404, 'Not found');
    }
  });

  it('still fires tasks of an owner who is not there: no session is needed', async () => {
    const owner = await Person.signUp(baseUrl);
    const agent: AgentClient = await owner.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, {});
  });
});
