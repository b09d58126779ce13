/** What `npm test` runs, on the Node that it has found. */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build, PREPARED, runTasks } from '../preparation/prepare.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';
import { giveUp } from '../preparation/progress.mjs';
import { findChromium } from './chromium.mjs';
import { bringProgram } from './programs.mjs';
import { TestSession } from './session.mjs';

const PROCESSORS = availableParallelism();
/** What needs no server. The lint of how tests wait is left for `--all`. */
const CHECKS = {
  gate: ['lint:code', 'imports', 'types', 'contracts', 'format:check', 'drift'],
  rest: ['lint:tests'],
};

const { values, positionals: paths } = parseArgs({
  options: { all: { type: 'boolean' }, testNamePattern: { type: 'string', short: 't' } },
  allowPositionals: true,
});
const { all, testNamePattern } = values;
const named = testNamePattern === undefined ? [] : ['--testNamePattern', testNamePattern];
const isWhole = paths.length + named.length === 0;
if (all && !isWhole) giveUp('--all takes nothing beside it.');
/** All tests or those that are named; `gate` and `rest` are the two halves of all. */
const tier = isWhole ? (all ? 'rest' : 'gate') : undefined;
const files = testFiles();

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
const env = { ...productNodes(), ...cheapPasswords(process.env), ...(tier ? { TEST_TIER: tier } : {}) };
const mayRunBrowser = mayRun('test/browser');
if (mayRunBrowser) env.TEST_CHROMIUM = await session.bring(() => findChromium(process.env));
// The commands of the guide are made of one, the other reads the sources of the package in Python.
if (mayRun('test/spec')) await session.bring(() => bringProgram('curl'));
if (mayRun('test/tidy') || mayRun('scripts')) await session.bring(() => bringProgram('python3'));
const selected = isWhole ? [] : ['--passWithNoTests', ...named, ...paths];
await session.jest('tests', [`--maxWorkers=${PROCESSORS}`, ...selected, '--selectProjects', ...projects()], {
  env,
  // Whoever names tests wants to see what fails.
  secondLook: isWhole,
});
process.exit(await session.finish());

/** Those whose paths have one of the words. */
function testFiles() {
  const found = globSync('{proto-events,packages,services,docs/site,scripts,test}/**/*.test.ts', {
    cwd: repositoryRoot(),
    exclude: (path) => /(^|\/)node_modules(\/|$)/.test(path),
  });
  const unknown = paths.find((path) => !found.some((file) => file.includes(path)));
  if (unknown !== undefined) giveUp(`No test file has ${unknown} in its path.`);
  return paths.length === 0 ? found : found.filter((file) => paths.some((path) => file.includes(path)));
}

function mayRun(folder) {
  return files.some((file) => file.startsWith(`${folder}/`));
}

/** One run of Jest for all, so that tests that compute fill the waits of others. */
function projects() {
  const allInOne = tier === 'gate' ? [] : ['spec: all-in-one'];
  const smoke = tier === 'rest' ? [] : ['smoke'];
  return ['unit', ...allInOne, 'spec: services', ...smoke, ...(mayRunBrowser ? ['browser'] : [])];
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
