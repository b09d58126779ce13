import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { filesBelow, ROOT } from './source-files.js';

const isThere = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const EXAMPLES = filesBelow('packages/agent-python/examples').filter((path) => path.endsWith('.py'));

/** `npm run test:python` runs them; that needs packages which a machine without Python programs lacks. */
(isThere ? it : it.skip)('the examples in Python are Python', () => {
  expect(EXAMPLES.length).toBeGreaterThan(5);
  const program = 'import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read(), path)';
  const { status, stderr } = spawnSync('python3', ['-c', program, ...EXAMPLES], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
