/** @any-shape The gateway alone reads images. */
import { describe, expect, it } from '@jest/globals';
import {
  base64,
  dataUri,
  httpCall,
  pngDeclaring,
  pngOf,
  tinyGif,
  tinyJpeg,
  tinyM4a,
  tinyPng,
  tinyWebp,
} from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import sharp from 'sharp';
import { expectInvalidField, expectRefusal } from './answers.js';
import { PLACE, seenOf, takenPhoto, UPRIGHT } from './photo.js';
import { baseUrl, useProduct } from './product-under-test.js';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const KINDS = [
  { contentType: 'image/png', file: tinyPng() },
  { contentType: 'image/jpeg', file: tinyJpeg() },
  { contentType: 'image/gif', file: tinyGif() },
  { contentType: 'image/webp', file: tinyWebp() },
];
const NO_IMAGES = [
  { what: 'text', file: Buffer.from('just text') },
  { what: 'HTML', file: Buffer.from('<html><script>alert(1)</script></html>') },
  { what: 'SVG', file: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { what: 'a PDF', file: Buffer.from('%PDF-1.7\n') },
  { what: 'a recording', file: tinyM4a() },
  { what: 'the first bytes of a PNG', file: tinyPng().subarray(0, 5) },
  { what: 'a PNG without its end', file: tinyPng().subarray(0, 60) },
];
/** With what is wrong, which the refusal names. */
const NO_BASE64 = [
  ['%%%', '"%"'],
  ['iVBORw0KGgo', 'padding'],
  ['iVBO Rw0K', '" "'],
  ['iVBO_w0KGgo=', '"_"'],
  ['iVBORw0KGgo=====', '"="'],
  ['data:image/png;base64,', 'empty'],
  ['data:image/png,abc', ';base64'],
  ['\r\n', 'empty'],
  ['=', 'padding'],
] as const;

/** A picture of one colour. */
const plain = (width: number, height: number, background = 'blue') =>
  sharp({ create: { width, height, channels: 3, background } });

describe('image_base64', () => {
  const bench = useProduct();

  async function onlyImageUrl(agent: AgentClient): Promise<string> {
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    const [message] = await bench.person.history(conversationId);
    expect(message?.image_urls).toHaveLength(1);
    return message?.image_urls[0] ?? '';
  }

  it.each(KINDS)(
    'of $contentType is stored and delivered as a URL that needs no authentication',
    async ({ contentType, file }) => {
      const agent = await bench.person.createAgent();
      await agent.send({ image_base64: base64(file) });
      const answer = await httpCall(await onlyImageUrl(agent));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe(contentType);
      expect(answer.bytes).toEqual(file);
    },
  );

  it('may carry a data-URI prefix, and what that claims is not believed', async () => {
    const agent = await bench.person.createAgent();
    await agent.send({ image_base64: dataUri('text/html', tinyGif()) });
    const answer = await httpCall(await onlyImageUrl(agent));
    expect(answer.headers['content-type']).toBe('image/gif');
    expect(answer.bytes).toEqual(tinyGif());
  });

  it.each(['\n', '\r\n'])('may be written in lines, and its prefix in upper case: %j', async (lineEnd) => {
    const agent = await bench.person.createAgent();
    const lines = base64(tinyPng()).replaceAll(/.{1,76}/g, `$&${lineEnd}`);
    await agent.send({ image_base64: `DATA:IMAGE/PNG;BASE64,${lines}` });
    expect((await httpCall(await onlyImageUrl(agent))).bytes).toEqual(tinyPng());
  });

  it('comes over the socket in the same way', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    expect(await socket.ask({ image_base64: dataUri('image/png', tinyPng()) })).toMatchObject({
      type: 'message_ack',
    });
    expect((await httpCall(await onlyImageUrl(agent))).bytes).toEqual(tinyPng());
  });

  it('is served with nosniff, to a cache that soon asks again, and with nothing that could run', async () => {
    const agent = await bench.person.createAgent();
    await agent.send({ image_base64: base64(tinyPng()) });
    const { headers } = await httpCall(await onlyImageUrl(agent));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('private, max-age=300');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  });

  it('has an unguessable URL, and other names below it are 404', async () => {
    const agent = await bench.person.createAgent();
    await agent.send({ image_base64: base64(tinyPng()) });
    const url = await onlyImageUrl(agent);
    expect(url).toMatch(/\/media\/\d+\.[A-Za-z0-9_-]{43}\/p-[A-Za-z0-9_-]{43}\.png$/);
    for (const name of [
      'x',
      `p-${'A'.repeat(43)}.png`,
      '..%2f..%2fsecrets-key',
      `p-${'A'.repeat(43)}.html`,
    ]) {
      expectRefusal(await httpCall(`${baseUrl}/media/${name}`), 404, 'Not found');
    }
  });

  it('may have 5 MB decoded, over both doors', async () => {
    const agent = await bench.person.createAgent();
    const image_base64 = base64(pngOf(IMAGE_BYTES_MAX));
    await agent.send({ image_base64 });
    const socket = await bench.connect(agent);
    expect(await socket.ask({ image_base64 })).toMatchObject({ type: 'message_ack' });
  });

  it('of one byte more is 413, over both doors, and nothing is stored', async () => {
    const agent = await bench.person.createAgent();
    const image_base64 = base64(pngOf(IMAGE_BYTES_MAX + 1));
    expectRefusal(await agent.post({ image_base64 }), 413, 'Image is larger than 5 MB');
    const socket = await bench.connect(agent);
    expect(await socket.ask({ image_base64 })).toMatchObject({
      type: 'error',
      detail: 'Image is larger than 5 MB',
    });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it.each(NO_IMAGES)('that is $what is 422, and nothing is stored', async ({ file }) => {
    const agent = await bench.person.createAgent();
    expectRefusal(await agent.post({ text: 'Look', image_base64: dataUri('image/png', file) }), 422);
    const socket = await bench.connect(agent);
    expect(await socket.ask({ text: 'Look', image_base64: base64(file) })).toMatchObject({ type: 'error' });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it.each([
    ['50 million pixels', pngDeclaring(8_000, 6_251)],
    ['16,384 on a side', pngDeclaring(16_385, 2)],
  ])('that declares more than %s is 422 over every door, and nothing is stored', async (_what, file) => {
    const detail = 'Image has more than 50 million pixels, or more than 16,384 on a side';
    const [agent, image_base64] = [await bench.person.createAgent(), base64(file)];
    expectRefusal(await agent.post({ text: 'Look', image_base64 }), 422, detail);
    expectInvalidField(
      await bench.person.postMessage(agent.agentId, { images: [base64(tinyPng()), image_base64] }),
      'body.images.1',
    );
    const socket = await bench.connect(agent);
    expect(await socket.ask({ text: 'Look', image_base64 })).toMatchObject({ type: 'error', detail });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
    const form = new FormData();
    form.set('file', new Blob([file]));
    const formed = new Request('http://x', { method: 'POST', body: form });
    const type = formed.headers.get('content-type') ?? '';
    const bodies = [
      { body: file, headers: { 'content-type': 'application/octet-stream' } },
      { body: Buffer.from(await formed.arrayBuffer()), headers: { 'content-type': type } },
    ];
    for (const call of bodies) {
      expectInvalidField(await agent.call('/api/agent/media', { method: 'POST', ...call }), 'body');
      expectInvalidField(await bench.person.call('/media', { method: 'POST', ...call }), 'body');
    }
  });

  it('is stored upright and without what stands beside it, over both doors', async () => {
    const [byCall, byFrame] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const image_base64 = base64(await takenPhoto());
    await byCall.send({ image_base64 });
    const socket = await bench.connect(byFrame);
    expect(await socket.ask({ image_base64 })).toMatchObject({ type: 'message_ack' });
    for (const agent of [byCall, byFrame]) {
      const { bytes } = await httpCall(await onlyImageUrl(agent));
      expect(bytes.includes(PLACE)).toBe(false);
      expect(await seenOf(bytes)).toEqual(UPRIGHT);
    }
  });

  it('of more than 1,600 pixels has a preview, asked for once, beside itself', async () => {
    const agent = await bench.person.createAgent();
    const photo = await plain(1_200, 2_400).png({ adaptiveFiltering: true }).toBuffer();
    await agent.send({ image_base64: base64(photo) });
    const url = await onlyImageUrl(agent);
    const preview = await httpCall(`${url}?preview`);
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 800, height: 1_600 });
    const headers = { 'if-none-match': preview.headers['etag'] ?? '' };
    expect((await httpCall(`${url}?preview`, { headers })).status).toBe(304);
    expect((await httpCall(url)).bytes).toEqual(photo);
  });

  it('that moves has a preview that moves, and a small one is its own', async () => {
    const [moving, small] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const frames = await Promise.all(
      ['red', 'green'].map((color) => plain(2_000, 50, color).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await moving.send({ image_base64: base64(gif) });
    await small.send({ image_base64: base64(tinyGif()) });
    const preview = await httpCall(`${await onlyImageUrl(moving)}?preview`);
    expect(await sharp(preview.bytes, { animated: true }).metadata()).toMatchObject({
      ...{ format: 'webp', pages: 2, width: 1_600, pageHeight: 40 },
    });
    const smallUrl = `${await onlyImageUrl(small)}?preview`;
    const own = await httpCall(smallUrl);
    expect(own.bytes).toEqual(tinyGif());
    const headers = { 'if-none-match': own.headers['etag'] ?? '' };
    expect((await httpCall(smallUrl, { headers })).status).toBe(304);
  });

  it.each(NO_BASE64)('that is no base64 is 422, and nothing is stored: %s', async (image_base64, problem) => {
    const agent = await bench.person.createAgent();
    const refused = await agent.post({ text: 'Look', image_base64 });
    expectRefusal(refused, 422);
    const { detail } = refused.body as { detail: string };
    expect(detail).toContain(problem);
    const socket = await bench.connect(agent);
    expect(await socket.ask({ text: 'Look', image_base64 })).toMatchObject({ type: 'error', detail });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });
});
