import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createLogger } from '@svc/runtime';
import { pngDeclaring } from '@svc/testkit';
import { previewed, sendStored } from './media-route.js';

it('no preview is made for whoever has gone, and of a picture that cannot be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-preview-'));
  const path = join(folder, 'broken.png');
  // Nobody can read more of it than its size.
  await writeFile(path, pngDeclaring(3_000, 3_000).subarray(0, 40));
  const warnings: unknown[] = [];
  const logger = createLogger({ service: 'test', level: 'silent' });
  logger.warn = (...warning: unknown[]) => void warnings.push(warning);
  const ownerOf = async () => 'a';
  expect(await previewed(path, { ownerOf, isGone: () => true }, logger)).toBeNull();
  expect(warnings).toEqual([]);
  expect(await previewed(path, { ownerOf, isGone: () => false }, logger)).toBeNull();
  expect(warnings).toHaveLength(1);
  await rm(folder, { recursive: true });
});

it('a file comes in the part that is asked for, and a refusal is not called by its name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-stored-'));
  await writeFile(join(folder, 'file'), 'abcdef');
  const app = express();
  app.get('/:name', async (request, response) => {
    response.setHeader('ETag', '"file"').setHeader('Content-Disposition', 'attachment; filename="file"');
    const refused = (error: { code: string }) => void response.status(404).end(error.code);
    await sendStored(response, join(folder, request.params.name)).catch(refused);
  });
  const server = app.listen(0);
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const asked = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${url}/${path}`, init);
    return [response.status, await response.text(), response.headers.get('content-disposition') !== null];
  };
  expect(await asked('file')).toEqual([200, 'abcdef', true]);
  expect(await asked('file', { method: 'HEAD' })).toEqual([200, '', true]);
  expect(await asked('file', { headers: { range: 'bytes=1-2' } })).toEqual([206, 'bc', true]);
  expect(await asked('file', { headers: { range: 'bytes=9-' } })).toEqual([416, '', false]);
  expect(await asked('gone')).toEqual([404, 'not_found', false]);
  server.close();
  await rm(folder, { recursive: true });
});
