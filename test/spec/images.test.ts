import { base64, dataUri, httpCall } from '@svc/testkit';
import { pngDeclaring, pngOf, tinyGif, tinyJpeg, tinyPng, tinyWebp } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import sharp from 'sharp';
import { expectInvalidField, expectRefusal } from './answers.js';
import { GPS, seenOf, takenPhoto, UPRIGHT } from './photo.js';
import { baseUrl, useProduct } from './product-under-test.js';

const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const TOO_MANY = 'Image has more than 50 million pixels, or more than 16,384 on a side';
const KINDS = [
  { contentType: 'image/png', file: tinyPng() },
  { contentType: 'image/jpeg', file: tinyJpeg() },
  { contentType: 'image/gif', file: tinyGif() },
  { contentType: 'image/webp', file: tinyWebp() },
];
/** What is refused, with its status and what the refusal says. */
const REFUSED: [what: string, status: number, detail: string | RegExp, image: string][] = [
  ['of one byte more', 413, 'Image is larger than 5 MB', base64(pngOf(IMAGE_BYTES_MAX + 1))],
  ['that is text', 422, /./, dataUri('image/png', Buffer.from('just text'))],
  ['that is SVG', 422, /./, base64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['without its end', 422, /./, base64(tinyPng().subarray(0, 60))],
  ['that declares more than 50 million pixels', 422, TOO_MANY, base64(pngDeclaring(8_000, 6_251))],
  ['that declares more than 16,384 on a side', 422, TOO_MANY, base64(pngDeclaring(16_385, 2))],
  ['that is no base64', 422, /"%"/, '%%%'],
  ['without padding', 422, /padding/, 'iVBORw0KGgo'],
  ['of base64 for URLs', 422, /"_"/, 'iVBO_w0KGgo='],
  ['with a data URI of nothing', 422, /empty/, 'data:image/png;base64,'],
  ['with a data URI that is no base64', 422, /;base64/, 'data:image/png,abc'],
];

/** As MIME writes base64. */
const inLines = (file: Buffer) => base64(file).replaceAll(/.{1,76}/g, '$&\r\n');

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

  /** The URL of an image that a new agent has sent. */
  async function sent(image_base64: string): Promise<string> {
    const agent = await bench.person.createAgent();
    await agent.send({ image_base64 });
    return onlyImageUrl(agent);
  }

  it.each(KINDS)(
    'of $contentType is stored and delivered as a URL that needs no authentication',
    async ({ contentType, file }) => {
      const answer = await httpCall(await sent(base64(file)));
      expect(answer).toMatchObject({ status: 200, bytes: file });
      expect(answer.headers).toMatchObject({
        ...{ 'content-type': contentType, 'cache-control': 'private, max-age=300, immutable' },
        ...{ 'x-content-type-options': 'nosniff' },
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      });
    },
  );

  it('may carry a data-URI prefix, whose claim is not believed, and be written in lines', async () => {
    for (const [image, contentType, file] of [
      [dataUri('text/html', tinyGif()), 'image/gif', tinyGif()],
      [`DATA:IMAGE/PNG;BASE64,${inLines(tinyPng())}`, 'image/png', tinyPng()],
    ] as const) {
      const { headers, bytes } = await httpCall(await sent(image));
      expect([headers['content-type'], bytes]).toEqual([contentType, file]);
    }
  });

  it('has an unguessable URL, and other names below it are 404', async () => {
    const url = await sent(base64(tinyPng()));
    expect(url).toMatch(/\/media\/\d+\.[A-Za-z0-9_-]{43}\/p-[A-Za-z0-9_-]{43}\.png$/);
    for (const name of ['x', `p-${'A'.repeat(43)}.png`, '..%2f..%2fsecrets-key'])
      expectRefusal(await httpCall(`${baseUrl}/media/${name}`), 404, 'Not found');
  });

  it('may have 5 MB decoded, over both doors', async () => {
    const agent = await bench.person.createAgent();
    const image_base64 = inLines(pngOf(IMAGE_BYTES_MAX));
    await agent.send({ image_base64 });
    const socket = await bench.connect(agent);
    expect(await socket.ask({ image_base64 })).toMatchObject({ type: 'message_ack' });
  });

  it.each(REFUSED)('%s is %i over every door, and nothing is stored', async (_, status, detail, image) => {
    const agent = await bench.person.createAgent();
    const refused = await agent.post({ text: 'Look', image_base64: image });
    expectRefusal(refused, status);
    const said = (refused.body as { detail: string }).detail;
    expect(said).toMatch(detail);
    const socket = await bench.connect(agent);
    const bySocket = await socket.ask({ text: 'Look', image_base64: image });
    expect(bySocket).toMatchObject({ type: 'error', detail: said });
    const images = [base64(tinyPng()), image];
    const ofPerson = await bench.person.postMessage(agent.agentId, { images });
    if (status === 422) expectInvalidField(ofPerson, 'body.images.1');
    else expectRefusal(ofPerson, status);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('is stored upright and without what stands beside it, over both doors', async () => {
    const image_base64 = base64(await takenPhoto());
    const { agent: byFrame, socket } = await bench.onlineAgent();
    expect(await socket.ask({ image_base64 })).toMatchObject({ type: 'message_ack' });
    for (const url of [await sent(image_base64), await onlyImageUrl(byFrame)]) {
      const { bytes } = await httpCall(url);
      expect(bytes.includes(GPS)).toBe(false);
      expect(await seenOf(bytes)).toEqual(UPRIGHT);
    }
  });

  it('of more than 1,600 pixels has a preview, asked for once; a small one is its own', async () => {
    const photo = await plain(1_200, 2_400).png({ adaptiveFiltering: true }).toBuffer();
    const url = await sent(base64(photo));
    const preview = await httpCall(`${url}?preview`);
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ width: 800, height: 1_600 });
    const headers = { 'if-none-match': preview.headers['etag'] ?? '' };
    expect((await httpCall(`${url}?preview`, { headers })).status).toBe(304);
    expect((await httpCall(url)).bytes).toEqual(photo);
    expect((await httpCall(`${await sent(base64(tinyGif()))}?preview`)).bytes).toEqual(tinyGif());
  });

  it('that moves has a preview that moves', async () => {
    const frame = (color: string) => plain(2_000, 50, color).png().toBuffer();
    const moving = sharp([await frame('red'), await frame('green')], { join: { animated: true } });
    const preview = await httpCall(`${await sent(base64(await moving.gif().toBuffer()))}?preview`);
    const shown = await sharp(preview.bytes, { animated: true }).metadata();
    expect(shown).toMatchObject({ format: 'webp', pages: 2, width: 1_600, pageHeight: 40 });
  });
});
