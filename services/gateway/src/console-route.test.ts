import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { request } from 'node:http';
import { consoleRoute } from './console-route.js';

const SCRIPT = 'console.log("a script that is long enough to be worth it");';
let folder: string;
let server: Server;

beforeAll(async () => {
  // As pnpm may install it, below a folder that begins with a dot.
  folder = join(await mkdtemp(join(tmpdir(), 'svc-console-')), '.pnpm', 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="public-base-url" content="" /><title>Console</title>',
  );
  await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'secret.txt'), 'not served');
  await writeFile(join(folder, 'assets/page-1a2b.js'), SCRIPT);
  await writeFile(join(folder, 'assets/page-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'assets/page-1a2b.js.gz'), gzipSync(SCRIPT));
  const app = express();
  app.use(consoleRoute(folder, 'https://agents.example'));
  app.use((_request, response) => void response.status(404).json({ detail: 'Not found' }));
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(join(folder, '../..'), { recursive: true, force: true });
});

describe('the console', () => {
  it('is the page at the root and under every address of its own', async () => {
    for (const path of ['/', '/inbox', '/agents/agt_1/tasks?x=1']) {
      const answer = await ask(path, { accept: 'text/html,application/xhtml+xml' });
      expect([path, answer.status, answer.headers['content-type']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(answer.text).toContain('<title>Console</title>');
      expect(answer.text).toContain('<meta name="public-base-url" content="https://agents.example" />');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it('leaves what programs ask for, and paths with doors of their own, to the API’s answers', async () => {
    for (const path of ['/api/nothing', '/webhook/x', '/media/x', '/ws/client', '/assets/none.js', '/health'])
      expect([path, (await ask(path, { accept: 'text/html' })).status]).toEqual([path, 404]);
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
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const encodings = ['gzip, deflate, br', 'gzip', 'identity'];
    const chosen = await Promise.all(encodings.map((encoding) => ask(path, { 'accept-encoding': encoding })));
    expect(chosen.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  });

  it('serves no other file', async () => {
    for (const path of [
      '/secret.txt',
      '/assets/page-1a2b.js.br',
      '/assets/..%2Fsecret.txt',
      '/.pnpm',
      '/index.html',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await ask('/icon.svg')).status).toBe(200);
  });

  it('lets nothing inline run and nothing foreign load', async () => {
    const policy = String((await ask('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });
});

interface Asked {
  status: number;
  headers: Record<string, unknown>;
  text: string;
}

/** Without the decoding and the default headers of `fetch`. */
function ask(path: string, headers: Record<string, string> = {}): Promise<Asked> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    sent.once('error', reject).end();
  });
}
