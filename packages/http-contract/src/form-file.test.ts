import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '@svc/domain';
import { fileOfForm, FORM_BYTES_MAX } from './streamed-body.js';

const TYPE = 'multipart/form-data; boundary=edge';
const HEADERS = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';

const part = (content: string, headers = HEADERS) => `--edge\r\n${headers}\r\n\r\n${content}\r\n`;
const END = '--edge--\r\n';

/** What is read of the file of a form that comes in pieces of a size. */
async function read(text: string, { type = TYPE, pieceBytes = 64 * 1024, ends = true } = {}) {
  const bytes = Buffer.from(text, 'latin1');
  async function* body(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    if (!ends) throw new ServiceError('request_timeout');
  }
  return (await buffer(fileOfForm(body(), type, RULES))).toString('latin1');
}

const RULES = {
  name: 'file',
  typeRefusal: (type: string) => (type === 'text/html' ? new ServiceError('unsupported_media_type') : null),
};

describe('the file of a form', () => {
  it.each([1, 7, 1_000, 64 * 1024])('is what its part holds, in pieces of %i bytes', async (pieceBytes) => {
    const content = 'x\r\n--edg\r\n\r\n--'.repeat(pieceBytes === 1 ? 100 : 50_000);
    expect(await read(part(content) + END, { pieceBytes })).toBe(content);
    expect(await read(`preamble\r\n${part('')}${END}epilogue`, { pieceBytes })).toBe('');
  });

  it('is read no faster than it is asked for', async () => {
    let given = 0;
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from(`--edge\r\n${HEADERS}\r\n\r\n`);
      for (; given < 1_000; given += 1) yield Buffer.alloc(16 * 1024);
      yield Buffer.from(`\r\n${END}`);
    }
    const file = fileOfForm(body(), TYPE, RULES);
    await file.next();
    for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(given).toBeLessThan(20);
    await file.return(undefined);
  });

  const boundaries = ['; boundary="edge"', ';charset=utf-8;Boundary=edge', '; boundary=edge; charset=utf-8'];
  it.each(boundaries)('is found after %j', async (rest) => {
    const type = `Multipart/Form-Data${rest}`;
    expect(await read(part('content') + END, { type })).toBe('content');
  });

  it('is refused by the type of its part, and one without a type is text', async () => {
    const headers = HEADERS.replace('image/png', 'text/html');
    await expect(read(part('x', headers) + END)).rejects.toMatchObject({ code: 'unsupported_media_type' });
    expect(await read(part('x', HEADERS.split('\r\n')[0]) + END)).toBe('x');
  });

  it('may be called what looks like another name', async () => {
    const headers = HEADERS.replace('a.png', '; name=b.png');
    expect(await read(part('content', headers) + END)).toBe('content');
  });

  it('is refused under another name, or with another part after it', async () => {
    for (const [form, path] of [
      [part('x', HEADERS.replace('"file"', '"note"')), 'body.file'],
      [part('x') + part('y'), 'body'],
    ] as const)
      await expect(read(form + END)).rejects.toMatchObject({ fields: [{ path }] });
  });

  it('does not end before its form', async () => {
    const whole = part('content') + END;
    // Without the line after the last boundary it is still whole.
    for (let length = 1; length < whole.length - 2; length += 1)
      await expect(read(whole.slice(0, length))).rejects.toMatchObject({ code: 'malformed_json' });
    for (const text of [part('content'), '--edge\r\nContent-Disp', '--edge\r\n'])
      await expect(read(text, { ends: false })).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it.each([
    ['no boundary', 'multipart/form-data'],
    ['an empty boundary', 'multipart/form-data; boundary='],
    ['a boundary of 71 characters', `multipart/form-data; boundary=${'a'.repeat(71)}`],
    ['a long boundary before a short one', `${TYPE.replace('edge', 'a'.repeat(71))}; boundary=`],
    ['a boundary in percents', "multipart/form-data; boundary*=utf-8''edge"],
    ['another boundary', 'multipart/form-data; boundary=brim'],
  ])('is refused with %s', async (_what, type) => {
    await expect(read(part('content') + END, { type })).rejects.toMatchObject({ code: 'malformed_json' });
  });

  it.each([
    ['that ends twice', '--edge--\r\n--edge--'],
    ['that ends before its file', `--edge--\r\n${part('content')}${END}`],
    ['whose first boundary is broken', `--edge-\r\r\n\r\n${'y'.repeat(100)}`],
  ])('is not awaited for ever in a form %s', async (_what, text) => {
    await expect(read(text)).rejects.toBeInstanceOf(ServiceError);
  });

  it('has headers that come to an end', async () => {
    const long = (bytes: number) => `X-Long: ${'x'.repeat(bytes)}\r\n${HEADERS}`;
    const pieces = { pieceBytes: 1_000 };
    expect(await read(part('content', long(FORM_BYTES_MAX / 2)) + END, pieces)).toBe('content');
    const refusal = { detail: 'The form has no file in its first 64 KiB' };
    for (const text of [part('content', long(2 * FORM_BYTES_MAX)) + END, 'x'.repeat(3 * FORM_BYTES_MAX)])
      await expect(read(text, pieces)).rejects.toMatchObject(refusal);
  });
});
