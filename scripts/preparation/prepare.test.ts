/** @only-in-all Of a script, and changed with it. */
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { PREPARED } from './prepare.mjs';

/** A checkout in which nothing can be prepared: it has no lockfile. */
let root: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'prepare-')));
  for (const path of ['build.mjs', 'preparation']) {
    await cp(join(import.meta.dirname, '..', path), join(root, 'scripts', path), { recursive: true });
  }
});
afterEach(() => rm(root, { recursive: true }));

it('does nothing in what a process starts that has prepared the same checkout', () => {
  expect(prepareWith({ [PREPARED]: root })).toEqual({ status: 0, stderr: '' });
});

it('prepares another checkout', () => {
  const problem = expect.stringContaining('pnpm-lock.yaml');
  expect(prepareWith({})).toEqual({ status: 1, stderr: problem });
  expect(prepareWith({ [PREPARED]: join(root, 'packages') })).toEqual({ status: 1, stderr: problem });
});

function prepareWith(env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}
