/** @only-in-all Of a script, and changed with it. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Signal } from '@svc/testkit';
import { watchSources } from './watch.mjs';

describe('watching the sources', () => {
  let root: string;
  let calls: Signal<string>;
  let watching: ReturnType<typeof watchSources>;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'watch-'));
    calls = new Signal<string>();
    await write('packages/store/src/a.ts');
    await write('packages/store/dist/a.js');
  });
  afterEach(async () => {
    await watching.close();
    await rm(root, { recursive: true });
  });

  it('tells of a change, and of one during a call once more', async () => {
    let atOnce = 0;
    watching = watchSources(root, async () => {
      atOnce += 1;
      calls.push(`${atOnce} at once`);
      if (calls.items.length === 1) await write('packages/store/src/b.ts');
      atOnce -= 1;
    });
    await write('packages/store/src/a.ts');
    await calls.atLeast(2);
    expect(new Set(calls.items)).toEqual(new Set(['1 at once']));
  });

  it('tells of a file that is replaced by a rename, each time', async () => {
    watch();
    for (const time of [1, 2, 3, 4]) {
      // Beside the sources, so that the writing itself is not what is noticed.
      await write('new.ts');
      await rename(join(root, 'new.ts'), join(root, 'packages/store/src/a.ts'));
      await calls.atLeast(time);
    }
  });

  it('tells of files in new directories, also where one was removed and made again', async () => {
    watch();
    for (const time of [1, 2]) {
      await write('packages/store/src/new/deep/a.ts');
      await calls.atLeast(3 * time - 2);
      await write('packages/store/src/new/deep/a.ts');
      await calls.atLeast(3 * time - 1);
      await rm(join(root, 'packages/store/src/new'), { recursive: true });
      await calls.atLeast(3 * time);
    }
  });

  it('tells of code that is generated from contracts, which is committed', async () => {
    await write('packages/http-contract/src/generated/types.ts');
    watch();
    await write('packages/http-contract/src/generated/types.ts');
    await calls.atLeast(1);
  });

  it('does not tell of what the build writes', async () => {
    await write('packages/database/src/generated/prisma/client.ts');
    watch();
    await write('packages/database/src/generated/prisma/client.ts');
    await write('packages/store/dist/a.js');
    // The sign that those before were passed over: changes are told in their order.
    await write('packages/store/src/a.ts');
    await calls.atLeast(1);
    expect(calls.items).toHaveLength(1);
  });

  function watch(): void {
    watching = watchSources(root, async () => calls.push('called'));
  }

  async function write(path: string): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), 'text');
  }
});
