import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { listening } from '@svc/testkit';
import express from 'express';
import { consoleRoute, docsSite } from './sites.js';

const SCRIPT = 'console.log("a script that is long enough to be worth it");';
const DOCS_PAGE = '<!doctype html><title>Errors</title>';
const NOT_FOUND = '<!doctype html><title>Page not found</title>';
const BROWSER = { accept: 'text/html,application/xhtml+xml' };

let root: string;
let server: Server;
let port: number;

beforeAll(async () => {
  // As pnpm may install them, below a folder that begins with a dot.
  root = join(await mkdtemp(join(tmpdir(), 'svc-sites-')), '.pnpm');
  await write('secret.html', 'outside');
  const page = '<!doctype html><meta name="public-base-url" content="" /><title>Console</title>';
  await write('console/index.html', page);
  await write('console/icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write('console/secret.txt', 'not served');
  await write('console/assets/page-1a2b.js', SCRIPT);
  await write('console/assets/page-1a2b.js.br', brotliCompressSync(SCRIPT));
  await write('console/assets/page-1a2b.js.gz', gzipSync(SCRIPT));
  await write('docs/index.html', '<!doctype html><title>First page</title>');
  await write('docs/errors/index.html', DOCS_PAGE);
  await write('docs/errors/index.html.br', brotliCompressSync(DOCS_PAGE));
  await write('docs/errors/index.html.gz', gzipSync(DOCS_PAGE));
  await write('docs/404.html', NOT_FOUND);
  await write('docs/notes.txt', 'of no type that is served');
  const app = express();
  app.use(docsSite(join(root, 'docs')));
  app.use(consoleRoute(join(root, 'console'), 'https://agents.example'));
  app.use((_request, response) => void response.status(404).json({ detail: 'Not found' }));
  server = createServer({ keepAliveTimeout: 0 }, app);
  ({ port } = await listening(server));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(dirname(root), { recursive: true, force: true });
});

describe('the console', () => {
  it('is the page at the root and under every address of its own', async () => {
    for (const path of ['/', '/inbox', '/agents/agt_1/tasks?x=1']) {
      const answer = await ask(path, BROWSER);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain('<meta name="public-base-url" content="https://agents.example" />');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-frame-options': 'DENY',
      });
    }
  });

  it('leaves what programs ask for, and paths with doors of their own, to the API’s answers', async () => {
    for (const path of ['/api/nothing', '/webhook/x', '/media/x', '/ws/client', '/assets/none.js', '/health'])
      expect([path, (await ask(path, BROWSER)).status]).toEqual([path, 404]);
    for (const accept of ['*/*', 'application/json'])
      expect((await ask('/inbox', { accept })).status).toBe(404);
  });

  it('keeps files of the build for good, compressed as the browser takes them', async () => {
    const path = '/assets/page-1a2b.js';
    const plain = await ask(path);
    expect(plain.text).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(await encodingsOf(path)).toEqual(['br', 'gzip', undefined]);
  });

  it('serves no other file', async () => {
    const others = ['/secret.txt', '/assets/page-1a2b.js.br', '/assets/..%2Fsecret.txt', '/.pnpm'];
    for (const path of [...others, '/index.html'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await ask('/icon.svg')).status).toBe(200);
  });
});

describe('the documentation', () => {
  it('leads to a page from its address without the last stroke, with what is asked of it', async () => {
    const answer = await ask('/docs/errors?a=1');
    expect([answer.status, answer.headers['location']]).toEqual([301, '/docs/errors/?a=1']);
  });

  it('comes in the encoding that the caller takes, each with a tag of its own, and not again to who has it', async () => {
    expect(await encodingsOf('/docs/errors/')).toEqual(['br', 'gzip', undefined]);
    const { headers } = await ask('/docs/errors/');
    const packed = await ask('/docs/errors/', { 'accept-encoding': 'br' });
    expect(packed.headers['etag']).not.toBe(headers['etag']);
    const again = await ask('/docs/errors/', { 'if-none-match': String(headers['etag']) });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect((await ask('/docs/errors/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('gives no other file, inside its folder or outside', async () => {
    const inside = ['/docs/notes.txt', '/docs/errors/index.html.br'];
    const outside = ['/docs/../secret.html', '/docs/%2e%2e/secret.html', '/docs/..%2Fsecret.html'];
    for (const path of [...inside, ...outside, '/docs/errors/..%5c..%5csecret.html', '/docs//etc/passwd'])
      expect([path, (await ask(path)).text]).toEqual([path, '{"detail":"Not found"}']);
  });
});

it.each(['/', '/docs'])('lets nothing inline run and nothing foreign load at %s', async (path) => {
  const policy = String((await ask(path)).headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

async function encodingsOf(path: string): Promise<unknown[]> {
  const asked = ['gzip, deflate, br', 'gzip', 'identity'].map((each) =>
    ask(path, { 'accept-encoding': each }),
  );
  return (await Promise.all(asked)).map(({ headers }) => headers['content-encoding']);
}

/** Without the decoding, the default headers and the tidied paths of `fetch`. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const sent = request({ port, host: '127.0.0.1', path, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const received: Record<string, unknown> = answer.headers;
  return { status: answer.statusCode, headers: received, text: await text(answer) };
}
