/** @any-shape The trigger-intake alone refuses. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpCall } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { expectQueued, fire } from './trigger-calls.js';

const DEPTH_MAX = 128;
const MIB = 1024 * 1024;

function nested(depth: number): string {
  // The payload itself is the first level.
  return `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
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

  async function expectRefused(status: number, body: unknown, detail?: string, call?: HttpCall) {
    expectRefusal(await fire(triggerId, body, call), status, detail);
    expect(await bench.person.tasks.runs(taskId)).toEqual([]);
    expect(await bench.person.events(agent.agentId)).toEqual([]);
  }

  it.each(['[]', '"text"', 'null'])('is 422 for %s, which is no object', (body) => expectRefused(422, body));

  it.each(['{', "{'a':1}", 'order=1&paid=true', '\u0000'])('is 400 for %j, which is no JSON', (body) =>
    expectRefused(400, body, 'Malformed JSON'),
  );

  it('is 400 for a body that is not UTF-8', () =>
    expectRefused(400, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'Malformed JSON'));

  it('is 422 for nesting without end, of objects and of lists', async () => {
    await expectRefused(422, nested(DEPTH_MAX + 1));
    await expectRefused(422, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  });

  it('is 413 from the first byte over 1 MiB on, and for too many values', async () => {
    const body = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`;
    await expectRefused(413, body(MIB + 1), 'Request is too large');
    await expectRefused(413, `{"list":[${'0,'.repeat(100_000)}0]}`, 'Body has too many values');
    const other = await bench.person.createAgent();
    const task = await other.tasks.createTriggered();
    for (const last of ['a', 'b', 'c'])
      await expectQueued(task.trigger_id, body(MIB).replace('x"', `${last}"`));
    const socket = await bench.connect(other, { resume: true });
    const frames = await socket.frames.atLeast(1 + 3);
    expect(frames.map(({ payload }) => (payload as { text: string } | undefined)?.text.at(-1))).toEqual([
      ...[undefined, 'a', 'b', 'c'],
    ]);
  });

  it('is 415 for a compressed body', () =>
    expectRefused(415, gzipSync('{"a":1}'), undefined, { headers: { 'content-encoding': 'gzip' } }));

  it('leaves the trigger as it was: exactly as deep as allowed is taken', async () => {
    await expectQueued(triggerId, nested(DEPTH_MAX));
    const [pending] = await agent.tasks.pendingTriggers();
    expect(JSON.stringify(pending?.payload)).toBe(nested(DEPTH_MAX));
  });
});
