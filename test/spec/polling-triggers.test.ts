import { describe, expect, it } from '@jest/globals';
import { expectAnswerTo } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued, expectTriggered } from './trigger-calls.js';

const PENDING = '/api/agent/tasks/triggers/pending';

describe('GET /api/agent/tasks/triggers/pending', () => {
  const bench = useProduct();

  it('is an empty list where nothing was queued', async () => {
    const agent = await bench.person.createAgent();
    const answer = await agent.call(PENDING);
    expectAnswerTo('GET /api/agent/tasks/triggers/pending', answer, 200);
    expect(answer.body).toEqual([]);
  });

  it('returns what was queued while the agent was offline, with exactly the documented fields', async () => {
    const agent = await bench.person.createAgent();
    const task = await agent.tasks.createTriggered({ name: 'Order desk', prompt: 'Ship it' });
    const before = Date.now();
    await expectQueued(task.trigger_id, { order: { id: 1, tags: ['a'] } });
    const answer = await agent.call(PENDING);
    expectAnswerTo('GET /api/agent/tasks/triggers/pending', answer, 200);
    expect(answer.body).toEqual([
      {
        id: expect.stringMatching(/^evt_[0-9a-f]+$/),
        task_id: task.id,
        task_name: 'Order desk',
        task_prompt: 'Ship it',
        payload: { order: { id: 1, tags: ['a'] } },
        run_id: expect.stringMatching(/^run_[0-9a-f]+$/),
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
    const [{ received_at }] = answer.body as [{ received_at: string }];
    expect(Date.parse(received_at)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(received_at)).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it('returns the oldest first, over all tasks', async () => {
    const agent = await bench.person.createAgent();
    const tasks = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    for (let number = 0; number < 6; number += 1) {
      await expectQueued(tasks[number % 2]?.trigger_id ?? '', { number });
    }
    const pending = await agent.tasks.pendingTriggers();
    expect(pending.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4, 5].map((number) => ({ number })));
    expect(pending.map(({ task_id }) => task_id)).toEqual(
      [0, 1, 0, 1, 0, 1].map((index) => tasks[index]?.id),
    );
  });

  it('leases what it returns: the next poll does not return it again', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { number: 1 });
    expect(await agent.tasks.pendingTriggers()).toHaveLength(1);
    await expectQueued(trigger_id, { number: 2 });
    expect((await agent.tasks.pendingTriggers()).map(({ payload }) => payload)).toEqual([{ number: 2 }]);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('leases each event to one of many polls at the same instant', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await Promise.all(Array.from({ length: 10 }, (_, number) => expectQueued(trigger_id, { number })));
    const polls = await Promise.all(Array.from({ length: 6 }, () => agent.tasks.pendingTriggers()));
    const leased = polls.flat().map(({ id }) => id);
    // What one poll holds locked another may skip; nothing of it is lost to a later one.
    const rest = (await agent.tasks.pendingTriggers()).map(({ id }) => id);
    expect(leased.length + rest.length).toBe(10);
    expect(new Set([...leased, ...rest]).size).toBe(10);
  });

  it('no longer returns an event whose run is completed, whether it was polled or not', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { number: 1 });
    const [run] = await bench.person.tasks.runs(id);
    await agent.tasks.complete(run?.id ?? '', { status: 'failed' });
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('lets the agent work on the run: context, completion, bubble', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { number: 1 });
    const [pending] = await agent.tasks.pendingTriggers();
    const runId = pending?.run_id ?? '';
    await agent.tasks.append(runId, 'Begun');
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'running' });
    await agent.tasks.complete(runId, { status: 'completed', summary: 'Shipped' });
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'completed', summary: 'Shipped' });
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('returns at most 100 at once, and the rest afterwards', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    const numbers = Array.from({ length: 8 }, (_, number) => number);
    for (let group = 0; group < 13; group += 1)
      await Promise.all(numbers.map((number) => expectQueued(trigger_id, { group, number })));
    const first = await agent.tasks.pendingTriggers();
    const second = await agent.tasks.pendingTriggers();
    expect([first.length, second.length]).toEqual([100, 4]);
    const payloads = [...first, ...second].map(({ payload }) => payload);
    expect(payloads.map(({ group }) => group)).toEqual(
      Array.from({ length: 104 }, (_, index) => Math.floor(index / 8)),
    );
    expect(new Set(payloads.map((payload) => JSON.stringify(payload))).size).toBe(104);
  });

  it('stays with the poll when the agent connects, and is not pushed', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { number: 1 });
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const socket = await bench.connect(agent);
    const runId = await expectTriggered(trigger_id, { number: 2 });
    await socket.taskTrigger(runId);
    expect(socket.events).toHaveLength(1);
    expect((await agent.tasks.pendingTriggers()).map(({ payload }) => payload)).toEqual([{ number: 1 }]);
  });

  it('returns neither events of other agents nor those of a deleted task', async () => {
    const [agent, sibling] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const theirs = await sibling.tasks.createTriggered();
    await expectQueued(theirs.trigger_id, {});
    const gone = await agent.tasks.createTriggered();
    await expectQueued(gone.trigger_id, {});
    await agent.tasks.delete(gone.id);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
    expect(await sibling.tasks.pendingTriggers()).toHaveLength(1);
  });
});
