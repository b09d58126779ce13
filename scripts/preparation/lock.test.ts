/** @only-in-all Of a script, and changed with it. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { withLock } from './lock.mjs';

let root: string;
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'lock-'))));
afterEach(() => rm(root, { recursive: true }));

it('lets one work after the other', async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise(setImmediate);
    order.push(`${name} ends`);
  };
  await Promise.all([withLock(root, work('first')), withLock(root, work('second'))]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

it('leaves nothing behind, and is free after work that failed', async () => {
  const failing = withLock(root, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await withLock(root, () => Promise.resolve('done'))).toBe('done');
  expect(await readdir(join(root, '.turbo'))).toEqual([]);
});

it('of a process that was killed is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await mkdir(join(root, '.turbo'));
  await writeFile(join(root, '.turbo/lock'), String(pid));
  expect(await withLock(root, () => Promise.resolve('done'))).toBe('done');
});
