/** What `npm test` runs, on the Node that it has found. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, PREPARED, runTasks } from '../preparation/prepare.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';
import { giveUp } from '../preparation/progress.mjs';
import { selection } from './selection.mjs';
import { TestSession } from './session.mjs';

const PROCESSORS = availableParallelism();
/** What needs no server. The lint of how tests wait is left for `--all`. */
const CHECKS = {
  gate: ['lint:code', 'imports', 'types', 'contracts', 'format:check', 'drift'],
  rest: ['lint:tests'],
};

const { tier, files, jest } = selected();
// An edit during the run must not be built under the tests.
process.env[PREPARED] = repositoryRoot();
const session = new TestSession();

// The generated client of the store is what types and lint read, so the build comes first.
await session.check('build', async () => ((await build()).isBuilt ? 0 : 1));
if (tier !== undefined)
  await session.check(CHECKS[tier].join(', '), (signal) =>
    runTasks([...CHECKS[tier], `--concurrency=${PROCESSORS}`, '--continue'], { signal }),
  );
await session.bringServers();
if (mayRun('test/browser')) await session.bringBrowser();
// The commands of the guide are made of one, the other reads the sources of the package in Python.
if (mayRun('test/spec')) await session.bringProgram('curl');
if (mayRun('test/tidy') || mayRun('scripts')) await session.bringProgram('python3');
await session.jest('tests', [`--maxWorkers=${PROCESSORS}`, ...jest, '--selectProjects', ...projects()], {
  env: { ...productNodes(), ...cheapPasswords(process.env), ...(tier ? { TEST_TIER: tier } : {}) },
  // Whoever names tests wants to see what fails.
  secondLook: tier !== undefined,
});
process.exit(await session.finish());

function selected() {
  try {
    return selection(process.argv.slice(2), repositoryRoot());
  } catch (error) {
    return giveUp(error.message);
  }
}

function mayRun(folder) {
  return files.some((file) => file.startsWith(`${folder}/`));
}

/** One run of Jest for all, so that tests that compute fill the waits of others. */
function projects() {
  const browser = mayRun('test/browser') ? ['browser'] : [];
  if (tier === 'gate') return ['unit', 'spec: services', 'smoke', ...browser];
  if (tier === 'rest') return ['unit', 'spec: all-in-one', 'spec: services', ...browser];
  return ['unit', 'spec: all-in-one', 'spec: services', 'smoke', ...browser];
}

/** `npm start` on the oldest Node that a newcomer may have, services on that of the images. */
function productNodes() {
  const { TEST_NODE_20: oldest, TEST_NODE_24: current } = process.env;
  return { TEST_NODE_OF_ALL_IN_ONE: oldest, TEST_NODE_OF_SERVICES: current };
}

/** For the tests themselves, in which services run too, and for the products that they start. */
function cheapPasswords(env) {
  const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'cheap-passwords.mjs')).href}`;
  return {
    NODE_OPTIONS: [env.NODE_OPTIONS, preload].filter(Boolean).join(' '),
    TEST_NODE_OPTIONS_OF_PRODUCTS: preload,
  };
}
