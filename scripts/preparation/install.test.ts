/** @only-in-all Of a script, and changed with it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { install } from './install.mjs';

describe('the installation', () => {
  let root: string;
  let times: number;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'install-'));
    times = 0;
    await lockfile('one');
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  it('is done once for each lockfile', async () => {
    expect([await install(root, installer), await install(root, installer)]).toEqual([true, true]);
    expect(times).toBe(1);
    await lockfile('two');
    await install(root, installer);
    expect(times).toBe(2);
  });

  it('that was cut off is done again, even if the old lockfile was put back meanwhile', async () => {
    await install(root, installer);
    await lockfile('two');
    await install(root, () => Promise.reject(new Error('cut off'))).catch(() => undefined);
    await lockfile('one');
    await install(root, installer);
    expect(times).toBe(2);
  });

  it('that fails is tried again', async () => {
    expect(await install(root, () => Promise.resolve(1))).toBe(false);
    expect(await install(root, installer)).toBe(true);
  });

  it('is done once where two ask for it at the same time', async () => {
    expect(await Promise.all([install(root, installer), install(root, installer)])).toEqual([true, true]);
    expect(times).toBe(1);
  });

  function lockfile(text: string): Promise<void> {
    return writeFile(join(root, 'pnpm-lock.yaml'), text);
  }

  async function installer(): Promise<number> {
    times++;
    await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
    return 0;
  }
});
