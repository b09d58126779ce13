import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { docsSite } from './docs-site.js';

const FIRST_PAGE = '<!doctype html><title>First page</title>';
const PAGE = '<!doctype html><title>Errors</title>';
const NOT_FOUND = '<!doctype html><title>Page not found</title>';
const BROWSER = { accept: 'text/html,application/xhtml+xml' };

let folder: string;
let server: Server;
let withoutSite: Server;

beforeAll(async () => {
  // As pnpm may install it, below a folder that begins with a dot.
  folder = join(await mkdtemp(join(tmpdir(), 'svc-docs-')), '.pnpm', 'dist');
  await write('index.html', FIRST_PAGE);
  await write('errors/index.html', PAGE);
  await write('errors/index.html.br', brotliCompressSync(PAGE));
  await write('errors/index.html.gz', gzipSync(PAGE));
  await write('404.html', NOT_FOUND);
  await write('assets/main-1a2b.js', 'export {};');
  await write('search-index.json', '{}');
  await write('pictures/chat.png', 'a picture');
  await write('notes.txt', 'of no type that is served');
  await writeFile(join(folder, '../secret.html'), 'outside');
  server = await listen(folder);
  withoutSite = await listen(null);
});

afterAll(async () => {
  await Promise.all([server, withoutSite].map((each) => new Promise((resolve) => each.close(resolve))));
  await rm(join(folder, '../..'), { recursive: true, force: true });
});

describe('the documentation', () => {
  it('is a page at /docs and at each address of the site', async () => {
    for (const [path, text] of [
      ['/docs', FIRST_PAGE],
      ['/docs/', FIRST_PAGE],
      ['/docs/errors/', PAGE],
      ['/docs?a=1', FIRST_PAGE],
    ] as const) {
      const answer = await ask(path);
      expect([path, answer.status, answer.text]).toEqual([path, 200, text]);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
  });

  it('leads to a page from its address without the last stroke, with what is asked of it', async () => {
    const answer = await ask('/docs/errors?a=1');
    expect([answer.status, answer.headers['location']]).toEqual([301, '/docs/errors/?a=1']);
  });

  it('brings pictures, the index of the search, and for good what has a hash in its name', async () => {
    const [picture, index, script] = await Promise.all(
      ['pictures/chat.png', 'search-index.json', 'assets/main-1a2b.js'].map((name) => ask(`/docs/${name}`)),
    );
    expect([picture, index, script].map((answer) => answer?.headers['content-type'])).toEqual([
      'image/png',
      'application/json',
      'text/javascript; charset=utf-8',
    ]);
    expect([picture, index, script].map((answer) => answer?.headers['cache-control'])).toEqual([
      'no-cache',
      'no-cache',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('comes in the encoding that the caller takes, each with a tag of its own', async () => {
    const read = (text: Buffer, encoding: unknown): string =>
      String(encoding === 'br' ? brotliDecompressSync(text) : encoding === 'gzip' ? gunzipSync(text) : text);
    const answers = await Promise.all(
      ['gzip, deflate, br', 'gzip', 'identity'].map((each) =>
        ask('/docs/errors/', { 'accept-encoding': each }),
      ),
    );
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
    expect(answers.map(({ bytes, headers }) => read(bytes, headers['content-encoding']))).toEqual([
      PAGE,
      PAGE,
      PAGE,
    ]);
    expect(answers.every(({ headers }) => headers['vary'] === 'Accept-Encoding')).toBe(true);
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(3);
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await ask('/docs/errors/');
    const again = await ask('/docs/errors/', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect(again.headers).not.toHaveProperty('content-type');
    expect((await ask('/docs/errors/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('answers HEAD as GET, without the page', async () => {
    const [head, get] = [await ask('/docs/errors/', {}, 'HEAD'), await ask('/docs/errors/')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it('lets nothing inline run and nothing foreign load', async () => {
    const policy = String((await ask('/docs')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
  });

  it('has a page for browsers at addresses that it does not know, which stays a 404', async () => {
    for (const path of [
      '/docs/gone',
      '/docs/gone/',
      '/docs/errors/gone/',
      '/docs/404.html',
      '/docs/%E0%A4%A',
    ]) {
      const answer = await ask(path, BROWSER);
      expect([path, answer.status, answer.text]).toEqual([path, 404, NOT_FOUND]);
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    }
    const known = await ask('/docs/gone', { ...BROWSER, 'if-none-match': '*' });
    expect(known.status).toBe(404);
  });

  it('leaves what programs ask for, and all other addresses, to the API’s answer', async () => {
    for (const [path, headers] of [
      ['/docs/gone', { accept: '*/*' }],
      ['/docs/gone', {}],
      ['/docsx', BROWSER],
      ['/gone', BROWSER],
    ] as const)
      expect([path, (await ask(path, headers)).text]).toEqual([path, '{"detail":"Not found"}']);
    expect((await ask('/docs', {}, 'POST')).status).toBe(404);
  });

  it('gives no other file, inside its folder or outside', async () => {
    for (const path of [
      '/docs/notes.txt',
      '/docs/errors/index.html.br',
      '/docs/../secret.html',
      '/docs/%2e%2e/secret.html',
      '/docs/..%2Fsecret.html',
      '/docs/errors/..%5c..%5csecret.html',
      '/docs//etc/passwd',
      '/docs/errors/../../secret.html',
    ]) {
      const answer = await ask(path);
      expect([path, answer.status, answer.text]).toEqual([path, 404, '{"detail":"Not found"}']);
    }
  });

  it('leads to the API reference where it was not built', async () => {
    for (const path of ['/docs', '/docs/']) {
      const answer = await ask(path, {}, 'GET', withoutSite);
      expect([answer.status, answer.headers['location']]).toEqual([302, '/docs/api/']);
    }
    expect((await ask('/docs/errors/', BROWSER, 'GET', withoutSite)).status).toBe(404);
  });
});

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

async function listen(of: string | null): Promise<Server> {
  const app = express();
  app.disable('x-powered-by');
  app.use(docsSite(of));
  app.use((_request, response) => void response.status(404).json({ detail: 'Not found' }));
  const listening = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  return listening;
}

interface Asked {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
  text: string;
}

/** Without the decoding, the default headers and the tidied paths of `fetch`. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  of: Server = server,
): Promise<Asked> {
  const { port } = of.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() });
      });
    });
    sent.once('error', reject).end();
  });
}
