import { describe, expect, it } from '@jest/globals';
import { bodyOf } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued } from './trigger-calls.js';

const PENDING = '/api/agent/tasks/triggers/pending';

describe('GET /api/agent/tasks/triggers/pending', () => {
  const bench = useProduct();

  it('returns what was queued while the agent was offline, with exactly the documented fields', async () => {
    const { agent, ...task } = await bench.triggeredAgent({ name: 'Order desk', prompt: 'Ship it' });
    const before = Date.now();
    await expectQueued(task.trigger_id, { order: { id: 1, tags: ['a'] } });
    const body = await bodyOf('listPendingTriggers', agent.call(PENDING));
    expect(body).toEqual([
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
    const [{ received_at = '' } = {}] = body;
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
    const { agent, trigger_id } = await bench.triggeredAgent();
    await expectQueued(trigger_id, { number: 1 });
    expect(await agent.tasks.pendingTriggers()).toHaveLength(1);
    await expectQueued(trigger_id, { number: 2 });
    expect((await agent.tasks.pendingTriggers()).map(({ payload }) => payload)).toEqual([{ number: 2 }]);
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });

  it('no longer returns an event whose run is completed, whether it was polled or not', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await expectQueued(trigger_id, { number: 1 });
    const [run] = await bench.person.tasks.runs(id);
    await agent.tasks.complete(run?.id ?? '', { status: 'failed' });
    expect(await agent.tasks.pendingTriggers()).toEqual([]);
  });
});
