/** @any-shape The trigger-intake alone refuses. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpCall } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued, fire } from './trigger-calls.js';

const DEPTH_MAX = 128;

function nested(depth: number, open = '{"a":', close = '}'): string {
  // The payload itself is the first level.
  return `${open.repeat(depth - 1)}{}${close.repeat(depth - 1)}`;
}

describe('Bad input at a trigger URL', () => {
  const bench = useProduct();
  let agent: AgentClient;
  let taskId: string;
  let triggerId: string;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
    const task = await agent.tasks.createTriggered();
    taskId = task.id;
    triggerId = task.trigger_id;
  });

  async function expectRefused(status: number, body: unknown, call?: HttpCall, detail?: string) {
    expectRefusal(await fire(triggerId, body, call), status, detail);
    expect(await bench.person.tasks.runs(taskId)).toEqual([]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  }

  it.each(['[]', '[{"a":1}]', '"text"', '1', 'true', 'null', ' [ ] '])(
    'is 422 for %s, which is no object',
    (body) => expectRefused(422, body),
  );

  it.each([
    '{',
    '}',
    '{"a":1}}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":01}',
    '{"a":NaN}',
    '{"a":"\n"}',
    'order=1&paid=true',
    '<order/>',
    '\u0000',
  ])('is 400 for %j, which is no JSON', (body) => expectRefused(400, body, {}, 'Malformed JSON'));

  it('is 400 for a body that is not UTF-8', () =>
    expectRefused(400, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 'Malformed JSON'));

  it('is 422 for nesting without end, of objects and of lists', async () => {
    await expectRefused(422, nested(DEPTH_MAX + 1));
    await expectRefused(422, nested(30_000));
    await expectRefused(422, `{"a":${nested(DEPTH_MAX, '[', ']')}}`);
    await expectRefused(422, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  });

  it('is 413 for a payload that is too large, announced or not', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    await expectRefused(413, body, {}, 'Request is too large');
    await expectRefused(413, body, { chunked: true }, 'Request is too large');
  });

  it('is 413 from the first byte over 256 KiB on', async () => {
    const body = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`;
    await expectRefused(413, body(256 * 1024 + 1), {}, 'Request is too large');
    const other = await bench.person.createAgent();
    const task = await other.tasks.createTriggered();
    await expectQueued(task.trigger_id, body(256 * 1024));
  });

  it('is 415 for a compressed body', () =>
    expectRefused(415, gzipSync('{"a":1}'), { headers: { 'content-encoding': 'gzip' } }));

  it('is 405 for other methods, of a trigger that exists', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expectRefusal(await fire(triggerId, undefined, { method }), 405, 'Method not allowed');
    }
  });

  it('leaves the trigger as it was: exactly as deep as allowed is taken', async () => {
    await expectQueued(triggerId, nested(DEPTH_MAX));
    const [pending] = await agent.tasks.pendingTriggers();
    expect(JSON.stringify(pending?.payload)).toBe(nested(DEPTH_MAX));
  });

  it('many keys, long keys and long texts within the limit are taken, each as a payload of its own', async () => {
    const other = await bench.person.createAgent();
    const task = await other.tasks.createTriggered();
    const payloads = [
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key ${index}`, index])),
      { ['k'.repeat(50_000)]: 1 },
      { ['k'.repeat(50_000)]: 2 },
      { text: 'x'.repeat(200_000) },
    ];
    for (const payload of payloads) await expectQueued(task.trigger_id, payload);
    const listed = await other.tasks.pendingTriggers();
    expect(listed.map(({ payload }) => payload)).toEqual(payloads);
  });
});
