import { join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';

/**
 * The checks of the package's sources that need no server.
 *
 * @param {string} python
 * @returns {{ name: string, run: (signal: AbortSignal) => Promise<number> }[]}
 */
export function checkSources(python) {
  const cwd = join(repositoryRoot(), 'packages/agent-python');
  const env = { ...process.env, MYPYPATH: 'src:tests:tests/conformance', PYTHONDONTWRITEBYTECODE: '1' };
  const module = (name, ...args) => ({
    run: (signal) => run(python, ['-m', name, ...args], { cwd, env, quiet: true, signal }),
  });
  return [
    { name: 'types in Python', ...module('mypy', '--no-error-summary') },
    { name: 'unit tests in Python', ...module('pytest', '-q', '-p', 'no:cacheprovider') },
  ];
}
