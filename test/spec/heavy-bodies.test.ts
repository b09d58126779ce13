import { beforeAll, describe, expect, it } from '@jest/globals';
import { base64, httpCall, pngOf, tinyJpeg } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const MIB = 1024 * 1024;

/** Bodies whose parsing would hold up others: many values, names or levels, under an unknown field. */
describe('A body that is heavy for its size', () => {
  const bench = useProduct();
  let agent: AgentClient;

  beforeAll(async () => {
    agent = await bench.person.createAgent();
  });

  const send = (unknown: string): Promise<HttpAnswer> =>
    bench.person.postMessage(agent.agentId, `{"text":"x","unknown":${unknown}}`);

  const HEAVY: [string, number, string][] = [
    ['four million empty lists', 413, `[${'[],'.repeat((12 * MIB) / 3)}[]]`],
    ['six thousand names', 413, `{${Array.from({ length: 6_000 }, (_, name) => `"${name}":1`).join()}}`],
    ['a hundred levels', 422, `${'['.repeat(100)}${']'.repeat(100)}`],
    ['a text of 16 megabytes', 413, JSON.stringify('x'.repeat(16 * MIB))],
  ];
  it.each(HEAVY)('is refused from a person: %s', async (_, status, unknown) => {
    expectRefusal(await send(unknown), status);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is refused from an agent, over HTTP and over its socket, which stays open', async () => {
    const unknown = Array<number[]>(6_000).fill([]);
    expectRefusal(await agent.post({ text: 'x', unknown }), 413);
    const socket = await bench.connect(agent);
    socket.send({ type: 'message', text: 'x', unknown });
    expect(await socket.frames.first(({ type }) => type === 'error')).toMatchObject({
      detail: 'Body has too many values',
    });
    expect(socket.isOpen).toBe(true);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is taken if it is ten images as large as they may be', async () => {
    const images = Array<string>(10).fill(base64(pngOf(5 * MIB)));
    const sent = await bench.person.send(agent.agentId, { text: 'Look', images });
    const [shown] = await bench.person.history(sent.conversation_id);
    expect(shown).toMatchObject({ text: 'Look', image_urls: { length: 10 } });
  });

  it('is taken if its image has a million empty parts, of which none stays', async () => {
    const parts = Buffer.alloc(4 * MIB, Buffer.from('ffdb0002', 'hex'));
    const image = Buffer.concat([tinyJpeg().subarray(0, 2), parts, tinyJpeg().subarray(2)]);
    const sent = await bench.person.send(agent.agentId, { images: [base64(image)] });
    const [shown] = await bench.person.history(sent.conversation_id);
    expect((await httpCall(shown?.image_urls[0] ?? '')).bytes).toEqual(tinyJpeg());
  });

  it('is taken if its image is written with escaped slashes, as some languages do', async () => {
    const bytes = Buffer.concat([pngOf(MIB), Buffer.alloc(1024, 0xff)]);
    const image = base64(bytes).replaceAll('/', '\\/');
    const answer = await bench.person.postMessage(agent.agentId, `{"images":["${image}"]}`);
    expect(answer.status).toBe(201);
  });
});
