/** @only-in-all Of a script, and changed with it. */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { withLock } from './lock.mjs';
import { CACHE_FOLDER } from './stamp.mjs';

describe('the lock', () => {
  let root: string;
  let said: string[];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'lock-'));
    said = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  it('lets one work after the other, and one that waits says so once', async () => {
    const order: string[] = [];
    let end: (() => void) | undefined;
    const first = withLock(root, async () => {
      order.push('first begins');
      await new Promise<void>((resolve) => (end = resolve));
      order.push('first ends');
    });
    const second = withLock(root, async () => void order.push('second'));
    while (said.length === 0) await new Promise(setImmediate);
    end?.();
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second']);
    expect(said).toEqual([`› Process ${process.pid} installs or builds here; waiting for it …\n`]);
  });

  it('leaves nothing behind, and is free after work that failed', async () => {
    const failing = withLock(root, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await withLock(root, () => Promise.resolve('done'))).toBe('done');
    expect(await readdir(join(root, CACHE_FOLDER))).toEqual([]);
  });

  it('of a process that has ended is taken over by one at a time', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    await leave({ pid, host: hostname() });
    let working = 0;
    const work = async () => {
      const atOnce = ++working;
      await new Promise(setImmediate);
      working--;
      return atOnce;
    };
    expect(await Promise.all([1, 2, 3].map(() => withLock(root, work)))).toEqual([1, 1, 1]);
  });

  it('of one that shows no life is taken over, whatever runs under its number now', async () => {
    await leave({ pid: process.pid, host: 'another' });
    expect(await withLock(root, () => Promise.resolve('done'), { silenceMsMax: 0 })).toBe('done');
  });

  it('is not bound to a folder that stays', async () => {
    const done = await withLock(root, async () => {
      await rm(join(root, 'node_modules'), { recursive: true });
      return 'done';
    });
    expect(done).toBe('done');
  });

  /** As a process leaves it that is killed. */
  async function leave(owner: { pid: number; host: string }): Promise<void> {
    const folder = join(root, CACHE_FOLDER, 'lock');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'left'), JSON.stringify(owner));
    await utimes(join(folder, 'left'), 1, 1);
  }
});
