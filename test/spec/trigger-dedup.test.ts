/** @any-shape A statement decides what is a repeat. */
import { describe, expect, it } from '@jest/globals';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectDuplicate, expectQueued, expectTriggered, fire } from './trigger-calls.js';

const CALLERS = 64;

describe('A payload that a task was triggered with before', () => {
  const bench = useProduct();

  it('is a duplicate with the earlier run_id: no new run, no new event', async () => {
    const { socket, id, trigger_id } = await bench.onlineTriggeredAgent();
    const runId = await expectTriggered(trigger_id, { order: 1 });
    await expectDuplicate(trigger_id, { order: 1 }, runId);
    await expectDuplicate(trigger_id, { order: 1 }, runId);
    const next = await expectTriggered(trigger_id, { order: 2 });
    await socket.taskTrigger(next);
    expect(socket.events.map((event) => event['run_id'])).toEqual([runId, next]);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([next, runId]);
  });

  it('is a duplicate of what was queued, also after its run has ended', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    await expectQueued(trigger_id, { order: 1 });
    const [pending] = await agent.tasks.pendingTriggers();
    const runId = pending?.run_id ?? '';
    await expectDuplicate(trigger_id, { order: 1 }, runId);
    await agent.tasks.complete(runId);
    await expectDuplicate(trigger_id, { order: 1 }, runId);
  });

  it.each([
    ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['how it is written', '{"a":[100,"A"]}', ' {\r\n\t"a" : [ 1e2 , "\\u0041" ] } \n'],
    ['a byte order mark', '{"a":1}', '\ufeff{"a":1}'],
  ])('is the same whatever %s', async (_, first, second) => {
    const { trigger_id } = await bench.onlineTriggeredAgent();
    await expectDuplicate(trigger_id, second, await expectTriggered(trigger_id, first));
  });

  /** What else is the same number, or another one, is in `packages/domain`. */
  it('is another one by the last digit of a number, which reaches the agent digit for digit', async () => {
    const { agent, trigger_id } = await bench.triggeredAgent();
    const numbers = ['9007199254740992', '9007199254740993', '1E400'];
    for (const number of numbers) await expectQueued(trigger_id, `{ "b": [${number}], "a": "x" }`);
    const polled = (await agent.call('/api/agent/tasks/triggers/pending')).bytes.toString();
    for (const number of numbers) expect(polled).toContain(`"payload":{"a":"x","b":[${number}]}`);
  });

  it('is compared by the key that its calls have, and not by itself', async () => {
    const { agent, trigger_id } = await bench.onlineTriggeredAgent();
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
    const runs = [
      await expectTriggered(trigger_id, ''),
      await expectTriggered(trigger_id, '', keyed('ping-1')),
      await expectTriggered(trigger_id, '', keyed('ping-2')),
    ];
    expect(new Set(runs).size).toBe(3);
    const again = await fire(trigger_id, { another: 'body' }, keyed('ping-2'));
    expect(again.body).toEqual({ status: 'duplicate', run_id: runs[2] });
    await expectDuplicate(trigger_id, '', runs[0] ?? '');
    const other = await agent.tasks.createTriggered();
    await expectTriggered(other.trigger_id, '', keyed('ping-2'));
    expectInvalidField(await fire(trigger_id, '{}', keyed('two words')), 'headers.idempotency-key');
  });

  it('counts only once it was accepted: 403 {detail: Task is disabled} leaves no trace', async () => {
    const { agent, id, trigger_id } = await bench.triggeredAgent();
    await agent.tasks.change(id, { enabled: false });
    const refused = await fire(trigger_id, { order: 1 });
    expect([refused.status, refused.body]).toEqual([403, { detail: 'Task is disabled' }]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
    await agent.tasks.change(id, { enabled: true });
    await expectQueued(trigger_id, { order: 1 });
  });

  it(`sent ${CALLERS} times at one instant begins one run: all others are duplicates`, async () => {
    const { agent, socket, id, trigger_id } = await bench.onlineTriggeredAgent();
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, () => fire(trigger_id, { order: 'at once' })),
    );
    const bodies = answers.map(({ body }) => body as { status: string; run_id: string });
    const triggered = bodies.filter(({ status }) => status === 'triggered');
    expect(triggered).toHaveLength(1);
    const { run_id: runId } = triggered[0]!;
    expect(bodies.filter(({ status }) => status === 'duplicate')).toEqual(
      Array.from({ length: CALLERS - 1 }, () => ({ status: 'duplicate', run_id: runId })),
    );
    await socket.taskTrigger(runId);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([runId]);
    await bench.person.newestEvent(agent.agentId, 'delivered');
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});
