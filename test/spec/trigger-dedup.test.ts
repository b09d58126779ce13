/** @any-shape A statement decides what is a repeat. */
import { describe, expect, it } from '@jest/globals';
import { expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectDuplicate, expectQueued, expectTriggered, fire } from './trigger-calls.js';

const CALLERS = 64;

describe('A payload that a task was triggered with before', () => {
  const bench = useProduct();

  it('is a duplicate with the earlier run_id: no new run, no new event', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id, trigger_id } = await agent.tasks.createTriggered();
    const runId = await expectTriggered(trigger_id, { order: 1 });
    await expectDuplicate(trigger_id, { order: 1 }, runId);
    await expectDuplicate(trigger_id, { order: 1 }, runId);
    const next = await expectTriggered(trigger_id, { order: 2 });
    await socket.taskTrigger(next);
    expect(socket.events.map((event) => event['run_id'])).toEqual([runId, next]);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([next, runId]);
  });

  it('is a duplicate of what was queued, too', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { order: 1 });
    const [pending] = await agent.tasks.pendingTriggers();
    await expectDuplicate(trigger_id, { order: 1 }, pending?.run_id ?? '');
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });

  it('is a duplicate after its run has ended, and after the agent came or went', async () => {
    const agent = await bench.person.createAgent();
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectQueued(trigger_id, { order: 1 });
    const [pending] = await agent.tasks.pendingTriggers();
    const runId = pending?.run_id ?? '';
    await agent.tasks.complete(runId);
    await expectDuplicate(trigger_id, { order: 1 }, runId);
    await bench.connect(agent);
    await expectDuplicate(trigger_id, { order: 1 }, runId);
  });

  it('is none for another task, even of the same agent', async () => {
    const agent = await bench.person.createAgent();
    await bench.connect(agent);
    const [one, other] = [await agent.tasks.createTriggered(), await agent.tasks.createTriggered()];
    const runs = [await expectTriggered(one.trigger_id, {}), await expectTriggered(other.trigger_id, {})];
    expect(new Set(runs).size).toBe(2);
  });

  it.each([
    ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['white space', '{"a":[1,2]}', ' {\r\n\t"a" : [ 1 , 2 ] } \n'],
    ['how a number is written', '{"a":100,"b":0.5,"c":0}', '{"a":1e2,"b":5.0E-1,"c":-0}'],
    [
      'white space beside a number that no double holds',
      '{"a":9007199254740997}',
      '{ "a" : 9007199254740997 }\n',
    ],
    ['white space beside half a surrogate pair', '{"a":" \\ud83d"}', '\t{"a": " \\ud83d"}\n'],
    [
      'how a number beyond 2^53 is written that a double holds',
      '{"a":1e21}',
      '{"a":1000000000000000000000.0}',
    ],
    ['a byte order mark', '{"a":1}', '\ufeff{"a":1}'],
    ['how a character is written', '{"a":"A/é🎉"}', '{"a":"\\u0041\\/\\u00e9\\ud83c\\udf89"}'],
  ])('is the same whatever %s', async (_, first, second) => {
    const agent = await bench.person.createAgent();
    await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    await expectDuplicate(trigger_id, second, await expectTriggered(trigger_id, first));
  });

  it.each([
    ['the order of a list', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['type', '{"a":1}', '{"a":"1"}'],
    ['null or nothing', '{"a":null}', '{}'],
    ['composed and decomposed letters', '{"a":"\u00e9"}', '{"a":"e\u0301"}'],
    ['the last digit of an integer beyond 2^53', '{"a":9007199254740992}', '{"a":9007199254740993}'],
    ['the last digit of a fraction', '{"a":0.300000000000000000001}', '{"a":0.300000000000000000002}'],
    ['a number that a double rounds to zero', '{"a":2e-324}', '{"a":0}'],
    ['a number that a double rounds to infinity', '{"a":1e309}', '{"a":1e310}'],
    ['a lone surrogate', '{"a":"\\ud800"}', '{"a":"\\udbff"}'],
    ['a lone surrogate and the replacement character', '{"a":"\\ud800"}', '{"a":"\ufffd"}'],
  ])('is another one by %s', async (_, first, second) => {
    const agent = await bench.person.createAgent();
    await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
    const [one, other] = [
      await expectTriggered(trigger_id, first),
      await expectTriggered(trigger_id, second),
    ];
    expect(one).not.toBe(other);
  });

  it.each(['0.300000000000000000001', '19.90', '1.0', '-0', '1E400', '12345678901234567890', '1e-400'])(
    'reaches the agent with its numbers digit for digit: %s',
    async (number) => {
      const agent = await bench.person.createAgent();
      const { trigger_id } = await agent.tasks.createTriggered();
      await expectQueued(trigger_id, `{ "b": [${number}], "a": "${number}" }`);
      const polled = await agent.call('/api/agent/tasks/triggers/pending');
      expect(polled.bytes.toString()).toContain(`"payload":{"a":"${number}","b":[${number}]}`);
    },
  );

  it('is compared by the key that its calls have, and not by itself', async () => {
    const agent = await bench.person.createAgent();
    await bench.connect(agent);
    const { trigger_id } = await agent.tasks.createTriggered();
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
    for (const key of ['', 'two words', 'x'.repeat(256)])
      expectInvalidField(await fire(trigger_id, '{}', keyed(key)), 'headers.idempotency-key');
  });

  it('counts only once it was accepted: a refused call leaves no trace', async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    await agent.tasks.change(id, { enabled: false });
    expect((await fire(trigger_id, { order: 1 })).status).toBe(403);
    await agent.tasks.change(id, { enabled: true });
    await expectQueued(trigger_id, { order: 1 });
  });

  it(`sent by ${CALLERS} callers at the same instant begins exactly one run: one triggered, the others duplicate with its id`, async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { id, trigger_id } = await agent.tasks.createTriggered();
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

  it(`sent by ${CALLERS} callers at the same instant to an agent that is offline is queued once`, async () => {
    const agent = await bench.person.createAgent();
    const { id, trigger_id } = await agent.tasks.createTriggered();
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => fire(trigger_id, { order: 1 })));
    const statuses = answers.map(({ body }) => (body as { status: string }).status);
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'duplicate')).toHaveLength(CALLERS - 1);
    const [pending, ...others] = await agent.tasks.pendingTriggers();
    expect(others).toEqual([]);
    expect((await bench.person.tasks.runs(id)).map((run) => run.id)).toEqual([pending?.run_id]);
    const named = answers.map(({ body }) => (body as { run_id?: string }).run_id);
    expect(new Set(named.filter((runId) => runId !== undefined))).toEqual(new Set([pending?.run_id]));
  });
});
