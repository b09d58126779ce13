/** What `npm test` runs, on the Node that it has found. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../preparation/build.mjs';
import { PREPARED } from '../preparation/prepare.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';
import { staticChecks } from './checks.mjs';
import { TestSession } from './session.mjs';

const PROCESSORS = availableParallelism();

const narrowed = process.argv.slice(2);
// An edit during the run must not be built under the tests.
process.env[PREPARED] = repositoryRoot();
const session = new TestSession();

// The generated client of the store is what types and lint read, so the build comes first.
await session.check('build', async () => ((await build(repositoryRoot())).failed ? 1 : 0));
if (narrowed.length === 0) {
  await session.checks(staticChecks(), PROCESSORS);
  // To write them takes as long as they save in some twenty files.
  await session.bringLibraries();
} else {
  say('Narrowed by arguments: the static checks are left out.');
}
await session.bringServers();
// Whoever names tests elsewhere needs no browser.
const paths = narrowed.filter((argument) => argument.includes('/'));
const needsBrowser = paths.length === 0 || paths.some((path) => path.includes('test/browser'));
if (needsBrowser) await session.bringBrowser();
const needsCurl = paths.length === 0 || paths.some((path) => path.includes('test/spec'));
if (needsCurl) await session.bringCurl();
const options = [`--maxWorkers=${PROCESSORS}`, '--selectProjects', ...projects()];
await session.jest('tests', narrowed.length > 0 ? [...options, '--passWithNoTests', ...narrowed] : options, {
  env: { ...productNodes(), ...cheapPasswords(process.env) },
  // Whoever narrows a run wants to see what fails.
  secondLook: narrowed.length === 0,
});
process.exit(await session.finish());

/** The specification runs against both shapes of the product. All projects are one run, so that tests that compute fill the waits of others. */
function projects() {
  return ['unit', 'spec: all-in-one', 'spec: services', ...(needsBrowser ? ['browser'] : [])];
}

/** Each shape on the Node that it is likeliest to meet: `npm start` on the oldest that a newcomer may have, services on that of the images. */
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
