/** @only-in-all Waits long for real time to pass. */
/** @waits-for-real-time The silence that ends an unfinished form has to pass. */
/** @any-shape The gateway alone reads forms. */
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { beginCall, eventually, Person, pngOf, tinyPng } from '@svc/testkit';
import { bodyOf, expectInvalidField, expectRefusal } from './answers.js';
import { upload, usedBytes } from './media-calls.js';
import { baseUrl, useProduct } from './product-under-test.js';

const [KIB, MIB] = [1024, 1024 * 1024];
const EDGE = '----edge';
const FORM = `multipart/form-data; boundary=${EDGE}`;

const FILE = 'Content-Disposition: form-data; name="file"; filename="a"';

/** A part of a form. */
function part(content: Buffer | string, headers = FILE): Buffer {
  const head = Buffer.from(`--${EDGE}\r\n${headers}\r\n\r\n`);
  return Buffer.concat([head, Buffer.from(content), Buffer.from('\r\n')]);
}

const END = Buffer.from(`--${EDGE}--\r\n`);
const formOf = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, END]);

describe('A file that is sent in a form', () => {
  const bench = useProduct();

  const post = (person: Person, body: Buffer, type = FORM) => upload(person, body, { type });

  it('is what a browser or another client makes of a form', async () => {
    const form = new FormData();
    form.set('file', new Blob([tinyPng()], { type: 'image/png' }), 'ä "b".png');
    const request = new Request('http://x', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    await bodyOf('uploadMedia', post(bench.person, Buffer.from(await request.arrayBuffer()), type), 201);
  });

  it('is refused if it or its form is not what it has to be, and leaves nothing', async () => {
    const person = await Person.signUp(baseUrl);
    const file = part(pngOf(MIB));
    expectRefusal(await post(person, formOf(part('just text'))), 415);
    expectInvalidField(await post(person, formOf(part('x', FILE.replace('file', 'note')))), 'body.file');
    expectInvalidField(await post(person, formOf(file, file)), 'body');
    expectRefusal(await post(person, formOf(file), 'multipart/form-data'), 400);
    expectRefusal(await post(person, file), 400);
    expectRefusal(
      await post(person, formOf(part(tinyPng(), `X-Long: ${'x'.repeat(200 * KIB)}\r\n${FILE}`))),
      400,
    );
    expect(await usedBytes(person)).toBe(0);
  });

  it('leaves nothing if its caller hangs up, or falls silent before its form ends', async () => {
    const person = await Person.signUp(baseUrl);
    const begun = async () => {
      const headers = {
        ...{ authorization: `Bearer ${person.token}`, 'content-type': FORM, 'content-length': String(MIB) },
      };
      const half = part(pngOf(MIB)).subarray(0, 300 * KIB);
      const socket = await beginCall(`${baseUrl}/api/client/media`, headers, half);
      await use(MIB, 'the file to begin');
      return socket;
    };
    const use = (bytes: number, what: string) => {
      const used = () => usedBytes(person);
      return eventually(used, (used) => used === bytes, { what });
    };
    (await begun()).destroy();
    await use(0, 'nothing to be left of the one that broke off');
    const silent = await begun();
    const [answer] = (await once(silent, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
    await use(0, 'nothing to be left of the one that fell silent');
    silent.destroy();
  });
});
