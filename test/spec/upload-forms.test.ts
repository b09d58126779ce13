/** @only-in-all Waits long for real time to pass. */
/** @waits-for-real-time The silence that ends an unfinished form has to pass. */
/** @any-shape The gateway alone reads forms. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { eventually, httpCall, m4aOf, Person, pngOf, tinyM4a, tinyPng } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { useOwnProduct } from './own-product.js';

const [KIB, MIB] = [1024, 1024 * 1024];
const EDGE = '----edge';
const FORM = `multipart/form-data; boundary=${EDGE}`;

/** A part of a form; `headers` replaces those of a file. */
function part(
  content: Buffer | string,
  headers = 'Content-Disposition: form-data; name="file"; filename="a"',
) {
  return Buffer.concat([
    Buffer.from(`--${EDGE}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

const END = Buffer.from(`--${EDGE}--\r\n`);
const formOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, END]);

describe('A file that is sent in a form', () => {
  const own = useOwnProduct({
    QUOTA_MEDIA_BYTES_PER_USER: String(16 * MIB),
    QUOTA_MEDIA_BYTES_PER_AGENT: String(16 * MIB),
    RATE_LIMIT_USER_BYTES_PER_MINUTE: String(40 * MIB),
  });
  const newPerson = () => Person.signUp(own.product.url);

  function post(from: Person | AgentClient, body: Buffer, { type = FORM, chunked = false } = {}) {
    const call = { method: 'POST', body, headers: { 'content-type': type }, chunked };
    return from instanceof Person ? from.call('/media', call) : from.call('/api/agent/media', call);
  }

  async function usedBytes(person: Person): Promise<number> {
    const quotas = (await person.call('/account/quotas')).body as { quota: string; used: number }[];
    return quotas.find(({ quota }) => quota === 'media_bytes_per_user')?.used ?? NaN;
  }

  it('is named by a message like one that is sent as it is', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    const pictured = await post(person, formOf(part(tinyPng())));
    expectAnswer('uploadMedia', pictured, 201);
    const { media_id, url } = pictured.body as { media_id: string; url: string };
    expect((await httpCall(url)).bytes).toEqual(tinyPng());
    const { conversation_id } = await person.send(agent.agentId, { text: 'Look', media_ids: [media_id] });
    expect((await person.history(conversation_id))[0]).toMatchObject({ image_urls: { length: 1 } });
    const heard = await post(agent, formOf(part(tinyM4a())), { chunked: true });
    expectAnswer('uploadAgentMedia', heard, 201);
    expect(heard.body).toMatchObject({ content_type: 'audio/mp4', byte_length: tinyM4a().length });
  });

  it('is what a browser or another client makes of a form', async () => {
    const person = await newPerson();
    const form = new FormData();
    form.set('file', new Blob([tinyPng()], { type: 'image/png' }), 'ä "b".png');
    const request = new Request('http://x', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    const answer = await post(person, Buffer.from(await request.arrayBuffer()), { type });
    expectAnswer('uploadMedia', answer, 201);
  });

  it('may be as large as one that is sent as it is, and not larger', async () => {
    for (const chunked of [false, true]) {
      const agent = await (await newPerson()).createAgent();
      const largest = await post(agent, formOf(part(pngOf(5 * MIB))), { chunked });
      expectAnswer('uploadAgentMedia', largest, 201);
      const detail = 'Image is larger than 5 MB';
      expectRefusal(await post(agent, formOf(part(pngOf(5 * MIB + 1))), { chunked }), 413, detail);
      expectRefusal(await post(agent, formOf(part(m4aOf(10 * MIB + 1))), { chunked }), 413);
    }
    const other = await (await newPerson()).createAgent();
    expectAnswer('uploadAgentMedia', await post(other, formOf(part(m4aOf(10 * MIB)))), 201);
  });

  it('is refused if it is not what it has to be, and leaves nothing', async () => {
    const person = await newPerson();
    const typed = (type: string) => `Content-Disposition: form-data; name="file"\r\nContent-Type: ${type}`;
    const note = part('x', 'Content-Disposition: form-data; name="note"');
    const file = part(pngOf(MIB));
    expectRefusal(await post(person, formOf(part('just text'))), 415);
    expectRefusal(await post(person, formOf(part(tinyPng(), typed('text/html')))), 415);
    expectInvalidField(await post(person, formOf(part(''))), 'body');
    for (const body of [formOf(), formOf(note), formOf(note, file), formOf(part('x', 'X-Nothing: 1'))])
      expectInvalidField(await post(person, body), 'body.file');
    for (const body of [formOf(file, file), formOf(file, note)])
      expectInvalidField(await post(person, body), 'body');
    expect(await usedBytes(person)).toBe(0);
  });

  it('is refused if its form is none, and leaves nothing', async () => {
    const person = await newPerson();
    const whole = formOf(part(pngOf(MIB)));
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=other',
      `multipart/form-data; boundary=${'a'.repeat(71)}`,
    ])
      expectRefusal(await post(person, whole, { type }), 400);
    expectRefusal(await post(person, whole.subarray(0, whole.length - END.length)), 400);
    const headers = `X-Long: ${'x'.repeat(200 * KIB)}\r\nContent-Disposition: form-data; name="file"`;
    expectRefusal(await post(person, formOf(part(tinyPng(), headers))), 400);
    expectRefusal(await post(person, whole, { type: 'multipart/mixed; boundary=x' }), 415);
    expect(await usedBytes(person)).toBe(0);
  });

  it('takes room for what it may have while it comes, and no more than there is', async () => {
    const person = await newPerson();
    const agent = await person.createAgent();
    for (const megabytes of [5, 5, 5])
      expectAnswer('uploadAgentMedia', await post(agent, formOf(part(m4aOf(megabytes * MIB)))), 201);
    const full = await post(person, formOf(part(m4aOf(2 * MIB))));
    expectRefusal(full, 429);
    expect(full.body).toMatchObject({ detail: expect.stringContaining('media_bytes_per_user') });
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0);
    // What the form has beside the file is not asked for when the file has come.
    expectAnswer('uploadMedia', await post(person, formOf(part(m4aOf(MIB / 2)))), 201);
    expect(await usedBytes(person)).toBeLessThan(16 * MIB);
  });

  it('counts for the bytes of a minute while it comes, and a refusal for them leaves nothing', async () => {
    const person = await newPerson();
    const answers: HttpAnswer[] = [];
    for (let count = 0; count < 9; count += 1) {
      const type = count % 2 === 0 ? FORM : 'image/png';
      const file = pngOf(5 * MIB + 1);
      answers.push(await post(person, type === FORM ? formOf(part(file)) : file, { type, chunked: true }));
    }
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 413, 413, 413, 413, 429, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await usedBytes(person)).toBe(0);
  });

  it('leaves nothing if its caller hangs up, or falls silent before its form ends', async () => {
    const person = await newPerson();
    const begun = async (): Promise<Socket> => {
      const { hostname, port } = new URL(own.product.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const head = `POST /api/client/media HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\n`;
      socket.write(`${head}content-type: ${FORM}\r\ncontent-length: ${MIB}\r\n\r\n`);
      socket.write(part(pngOf(MIB)).subarray(0, 300 * KIB));
      return socket;
    };
    const use = (bytes: number, what: string) =>
      eventually(
        () => usedBytes(person),
        (used) => used === bytes,
        { what },
      );
    const gone = await begun();
    await use(MIB, 'the file to begin');
    gone.destroy();
    await use(0, 'nothing to be left of the one that broke off');
    const silent = await begun();
    await use(MIB, 'the other file to begin');
    const [answer] = (await once(silent, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
    await use(0, 'nothing to be left of the one that fell silent');
    silent.destroy();
  });
});
