import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { ROOT } from './source-files.js';

it('the reference says what the docstrings say, and every public name of both packages has one (node scripts/reference.mjs)', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/reference.mjs', '--check'], {
    ...{ cwd: ROOT, encoding: 'utf8' },
    // The options of jest's own Node are none of its.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
