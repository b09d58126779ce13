/**
 * `npm run test:python`: the package for agents in Python, from its types to its wheel, which is installed
 * and held to the scenarios. It needs Debian's packages and minutes. `npm run test:python -- -t 'killed'`
 * plays some of the scenarios.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot, run } from './preparation/processes.mjs';
import { giveUp } from './preparation/progress.mjs';
import { bringPython } from './python/debian.mjs';
import { installWheel } from './python/wheel.mjs';
import { NODE_LINES, nodeOfLine } from './testing/node-lines.mjs';

await prepare();
const { TestSession } = await import('./testing/session.mjs');

const python = await bringPython(process.env).catch((error) => giveUp(error.message));
const session = new TestSession();
await Promise.all([
  session.check('types in Python', module('mypy', '--no-error-summary')),
  session.check('unit tests in Python', module('pytest', '-q', '-p', 'no:cacheprovider')),
]);
let environment;
await session.check('the wheel, installed', async () => {
  environment = await installWheel(python);
  return 0;
});
try {
  if (environment !== undefined) {
    await session.bringServers();
    const narrowed = process.argv.slice(2);
    const options = [`--maxWorkers=${availableParallelism()}`, '--selectProjects'];
    await session.jest('scenarios', [...options, 'python: all-in-one', 'python: services', ...narrowed], {
      env: {
        TEST_PYTHON: environment.python,
        TEST_NODE_OF_ALL_IN_ONE: await nodeOfLine(NODE_LINES.oldest, process.env),
        TEST_NODE_OF_SERVICES: await nodeOfLine(NODE_LINES.current, process.env),
      },
      secondLook: narrowed.length === 0,
    });
  }
} finally {
  if (environment !== undefined) await rm(environment.folder, { recursive: true, force: true });
}
process.exit(await session.finish());

/** A program of Python's that reads the sources of the package. */
function module(name, ...args) {
  const cwd = join(repositoryRoot(), 'packages/agent-python');
  const env = { ...process.env, MYPYPATH: 'src:tests:tests/conformance', PYTHONDONTWRITEBYTECODE: '1' };
  return (signal) => run(python, ['-m', name, ...args], { cwd, env, quiet: true, signal });
}
