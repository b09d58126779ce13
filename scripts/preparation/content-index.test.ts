/** @only-in-all Of a script, and changed with it. */
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ContentIndex } from './content-index.mjs';

describe('the index of contents', () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'contents-'));
    await writeFile(join(root, 'a.ts'), 'one');
  });
  afterEach(() => rm(root, { recursive: true }));

  it('tells files apart by content, whatever their time', async () => {
    const hashes = lookAndSave();
    await utimes(join(root, 'a.ts'), 1, 1);
    expect(lookAndSave()).toEqual(hashes);
    await writeFile(join(root, 'a.ts'), 'two');
    expect(lookAndSave()).not.toEqual(hashes);
  });

  it('notices an edit in the same step of the clock that leaves the size as it was', async () => {
    const now = new Date();
    await utimes(join(root, 'a.ts'), now, now);
    const hashes = lookAndSave();
    await writeFile(join(root, 'a.ts'), 'two');
    await utimes(join(root, 'a.ts'), now, now);
    expect(lookAndSave()).not.toEqual(hashes);
  });

  it('does not read again what has long been as it is', async () => {
    await utimes(join(root, 'a.ts'), 1, 1);
    const hashes = lookAndSave();
    const saved = await stat(join(root, CONTENTS));
    // Nothing but a look into the file would tell.
    await writeFile(join(root, 'a.ts'), 'two');
    await utimes(join(root, 'a.ts'), 1, 1);
    expect(lookAndSave()).toEqual(hashes);
    expect((await stat(join(root, CONTENTS))).mtimeMs).toBe(saved.mtimeMs);
  });

  it('has no hash for a file that is not there', () => {
    expect(Object.keys(new ContentIndex(root).hashes(['a.ts', 'b.ts', 'a.ts/c.ts']))).toEqual(['a.ts']);
  });

  function lookAndSave(): Record<string, string> {
    const index = new ContentIndex(root);
    const hashes = index.hashes(['a.ts']);
    index.save();
    return hashes;
  }
});

const CONTENTS = 'node_modules/.cache/agent-service/contents.json';
