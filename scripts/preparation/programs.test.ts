/** @only-in-all Of a script, and changed with it. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bundlePrograms } from './programs.mjs';

describe('the programs', () => {
  let root: string;
  let folder: string;
  const write = () =>
    bundlePrograms({ root, folder, programs: { first: 'first.mjs', second: 'second.mjs' } });
  const outputOf = (name: string) =>
    execFileSync(process.execPath, [join(folder, name)], { encoding: 'utf8', cwd: tmpdir() }).trim();

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'programs-'));
    folder = join(root, 'dist/bin');
    await writeFile(join(root, 'shared.mjs'), 'export class Shared { n = 1 }');
    await writeFile(join(root, 'first.mjs'), says('1'));
    await writeFile(join(root, 'second.mjs'), says('2'));
    await write();
  });
  afterEach(() => rm(root, { recursive: true }));

  it('run without the files that they were made of', async () => {
    await rm(join(root, 'shared.mjs'));
    expect([outputOf('first.mjs'), outputOf('second.mjs')]).toEqual(['1 Shared 1', '2 Shared 1']);
  });

  it('that are the same are not written again', async () => {
    const before = await stat(join(folder, 'first.mjs'));
    await writeFile(join(root, 'second.mjs'), says('3'));
    await write();
    expect(await stat(join(folder, 'first.mjs'))).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(outputOf('second.mjs')).toBe('3 Shared 1');
  });

  it('leave nothing of what was written before', async () => {
    const sharedBefore = (await readdir(folder)).filter((name) => name.startsWith('shared-'));
    await writeFile(join(root, 'shared.mjs'), 'export class Shared { n = 2 }');
    await write();
    expect(outputOf('first.mjs')).toBe('1 Shared 2');
    const names = await readdir(folder);
    expect(names).toHaveLength(2 + sharedBefore.length);
    expect(names).not.toEqual(expect.arrayContaining(sharedBefore));
  });
});

function says(word: string): string {
  return `import { Shared } from './shared.mjs'; console.log('${word}', Shared.name, new Shared().n);`;
}
