/** @only-in-all Of a script, and changed with it. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { build } from './build.mjs';
import { code } from './parts.mjs';
import { CACHE_FOLDER } from './stamp.mjs';
import { productOutputs, transpile } from './transpile.mjs';

const MANIFEST = JSON.stringify({ type: 'module', exports: { '.': { default: './dist/index.js' } } });

/** A checkout with one package, and what a build of it writes to the terminal. */
let root: string;
let written = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'build-'));
  await write('package.json', '{}');
  await write('tsconfig.base.json', '{}');
  await write('scripts/preparation/transpile.mjs', '');
  await write('proto-events/package.json', MANIFEST);
  await write('packages/one/package.json', MANIFEST);
  await write('packages/one/src/index.ts', 'export const n: number = 1;');
  await write('packages/one/src/deep/other.ts', 'export const m: number = 2;');
  await write('packages/one/src/index.test.ts', 'throw new Error();');
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (!String(text).startsWith('› ')) written += String(text);
    return true;
  });
  written = '';
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(root, { recursive: true });
});

describe('the code', () => {
  it('becomes JavaScript beside its sources, without tests', async () => {
    expect(await code.make(root, null)).toBe(true);
    expect(await read('packages/one/dist/index.js')).toContain('const n = 1;');
    expect(existsSync(join(root, 'packages/one/dist/deep/other.js.map'))).toBe(true);
    expect(existsSync(join(root, 'packages/one/dist/index.test.js'))).toBe(false);
    expect(code.isThere(root)).toBe(true);
  });

  it('of a source that is gone goes too', async () => {
    await code.make(root, null);
    await rm(join(root, 'packages/one/src/deep/other.ts'));
    expect(await code.make(root, ['packages/one/src/deep/other.ts'])).toBe(true);
    expect(existsSync(join(root, 'packages/one/dist/deep/other.js'))).toBe(false);
    expect(existsSync(join(root, 'packages/one/dist/index.js'))).toBe(true);
  });

  it('stays as it was where a source has a mistake', async () => {
    await code.make(root, null);
    await write('packages/one/src/index.ts', 'export const = ;');
    expect(await code.make(root, ['packages/one/src/index.ts'])).toBe(false);
    expect(await read('packages/one/dist/index.js')).toContain('const n = 1;');
  });

  it('is not written again where it is the same, so that nobody loads it half', async () => {
    await code.make(root, null);
    const path = join(root, 'packages/one/dist/index.js');
    const { ino, mtimeMs } = await stat(path);
    await code.make(root, null);
    expect(await stat(path)).toMatchObject({ ino, mtimeMs });
    await write('packages/one/src/index.ts', 'export const n: number = 3;');
    await code.make(root, null);
    expect((await stat(path)).ino).not.toBe(ino);
  });

  it('leaves no `svc` that was packed of what it was before', async () => {
    await write('dist/bin/svc.mjs', '');
    await write('packages/one/src/index.ts', 'export const = ;');
    await code.make(root, null);
    expect(existsSync(join(root, 'dist/bin/svc.mjs'))).toBe(true);
    await write('packages/one/src/index.ts', 'export const n: number = 3;');
    await code.make(root, null);
    expect(existsSync(join(root, 'dist/bin/svc.mjs'))).toBe(false);
  });

  it('passes over a source that goes away meanwhile', async () => {
    const outputs = productOutputs(root);
    await rm(join(root, 'packages/one/src/deep/other.ts'));
    expect(await transpile(root, outputs)).toEqual([]);
    expect(existsSync(join(root, 'packages/one/dist/index.js'))).toBe(true);
  });
});

describe('a build', () => {
  beforeEach(async () => {
    expect(await build(root, [[code]])).toEqual({ failed: false, made: ['code'] });
  });

  it('has nothing to do where nothing changed, and then writes nothing', async () => {
    const before = await stat(join(root, CACHE_FOLDER));
    expect(await build(root, [[{ ...code, make: never }]])).toEqual({ failed: false, made: [] });
    expect((await stat(join(root, CACHE_FOLDER))).mtimeMs).toBe(before.mtimeMs);
  });

  it('makes of the code only what changed', async () => {
    const asked: unknown[] = [];
    await write('packages/one/src/index.ts', 'export const n: number = 2;');
    const watched = { ...code, make: async (_: string, changed: unknown) => asked.push(changed) > 0 };
    await build(root, [[watched]]);
    expect(asked).toEqual([['packages/one/src/index.ts']]);
  });

  it('that was cut off is made again, narrowly, even if the sources were put back meanwhile', async () => {
    await write('packages/one/src/index.ts', 'export const n: number = 2;');
    const cutOff = async (folder: string, changed: string[] | null) => {
      await code.make(folder, changed);
      throw new Error('cut off');
    };
    await build(root, [[{ ...code, make: cutOff }]]).catch(() => undefined);
    await write('packages/one/src/index.ts', 'export const n: number = 1;');
    const asked: unknown[] = [];
    const make = async (folder: string, changed: string[] | null) => {
      asked.push(changed);
      return code.make(folder, changed);
    };
    expect(await build(root, [[{ ...code, make }]])).toMatchObject({ failed: false });
    expect(asked).toEqual([['packages/one/src/index.ts']]);
    expect(await read('packages/one/dist/index.js')).toContain('const n = 1;');
  });

  it('of a source that changed during it vouches for nothing', async () => {
    await write('packages/one/src/index.ts', 'export const n: number = 2;');
    const overtaken = async (folder: string, changed: string[] | null) => {
      await write('packages/one/src/index.ts', 'export const n: number = 333;');
      return code.make(folder, changed);
    };
    await build(root, [[{ ...code, make: overtaken }]]);
    await write('packages/one/src/index.ts', 'export const n: number = 2;');
    await build(root, [[code]]);
    expect(await read('packages/one/dist/index.js')).toContain('const n = 2;');
  });

  it('fails with a message where a manifest is half written, and works once it is whole', async () => {
    await write('packages/one/package.json', '{ "type": "mod');
    expect(await build(root, [[code]])).toMatchObject({ failed: true });
    expect(written).toMatch(/^packages\/one\/package\.json is not valid: [^\n]*\n$/);
    await write('packages/one/package.json', MANIFEST);
    expect(await build(root, [[code]])).toMatchObject({ failed: false });
  });

  it('lets the other chains end where one breaks', async () => {
    let isOtherMade = false;
    const broken = { ...code, name: 'broken', stamp: 'broken', make: never };
    const slow = {
      ...code,
      stamp: 'slow',
      make: async () => {
        for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
        return (isOtherMade = true);
      },
    };
    expect(await build(root, [[broken], [slow]])).toEqual({ failed: true, made: ['broken', 'code'] });
    expect(isOtherMade).toBe(true);
  });

  it('is made by one process at a time, and the other takes its result', async () => {
    await write('packages/one/src/index.ts', 'export const n: number = 2;');
    let times = 0;
    const counted = {
      ...code,
      make: async (folder: string, changed: string[] | null) => {
        times++;
        return code.make(folder, changed);
      },
    };
    const results = await Promise.all([build(root, [[counted]]), build(root, [[counted]])]);
    expect(times).toBe(1);
    // Both have to start anew what they run.
    expect(results).toEqual(Array(2).fill({ failed: false, made: ['code'] }));
  });
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function read(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

function never(): never {
  throw new Error('It must not be made.');
}
