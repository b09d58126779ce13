/** @only-in-all Of a script, and changed with it. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { filesBelow, transpiledPackages } from './sources.mjs';

describe('the sources', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'sources-'));
    await mkdir(join(root, 'src/deep'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));

  it('are all files but those that an editor keeps for a moment', async () => {
    const sources = ['src/a.ts', 'src/deep/b.css'];
    const editors = ['4913', '.a.ts.swp', 'a.ts~', '#a.ts#', 'a.ts.123.tmp', 'a.ts___jb_tmp___'];
    for (const path of [...sources, ...editors.map((name) => `src/${name}`)])
      await writeFile(join(root, path), '');
    await symlink('nowhere', join(root, 'src/.#a.ts'));
    expect(filesBelow(root, 'src').sort()).toEqual(sources);
  });

  it('of a folder that is not there are none', () => {
    expect(filesBelow(root, 'gone')).toEqual([]);
    expect(transpiledPackages(root)).toEqual([]);
  });
});
