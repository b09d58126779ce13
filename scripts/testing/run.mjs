/** What `npm test` runs, on the Node that it has found. */
import { availableParallelism } from 'node:os';
import { build } from '../preparation/build.mjs';
import { PREPARED } from '../preparation/prepare.mjs';
import { repositoryRoot } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';
import { staticChecks } from './checks.mjs';
import { TestSession } from './session.mjs';

const PROCESSORS = Math.max(2, availableParallelism());

const narrowed = process.argv.slice(2);
// An edit during the run must not be built under the tests.
process.env[PREPARED] = repositoryRoot();
const session = new TestSession();

// The generated client of the store is what types and lint read, so the build comes first.
await session.check('build', async () => ((await build(repositoryRoot())).failed ? 1 : 0));
if (narrowed.length === 0) {
  await session.checks(staticChecks(), PROCESSORS);
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
for (const { name, project, workers, env = {} } of jestRuns()) {
  const options = [`--maxWorkers=${workers}`, '--selectProjects', project];
  await session.jest(
    name,
    narrowed.length > 0 ? [...options, '--passWithNoTests', ...narrowed] : options,
    env,
  );
}
process.exit(await session.finish());

/**
 * The specification runs against both shapes of the product, each on the Node that it is likeliest to meet: `npm start` on the oldest that
 * a newcomer may have, the services on the line of the images. Its tests, and those in the browser, mostly wait for the
 * product, so more of them run at once than there are processors.
 */
function jestRuns() {
  const { TEST_NODE_20: oldest, TEST_NODE_24: current } = process.env;
  const waiting = PROCESSORS + 2;
  return [
    { name: 'unit and integration', project: 'unit', workers: PROCESSORS + 1 },
    {
      name: 'specification, all in one, on the oldest Node',
      project: 'spec',
      workers: waiting,
      env: { SPEC_MODE: 'all-in-one', TEST_PRODUCT_NODE: oldest },
    },
    {
      name: 'specification, as services, on the current Node',
      project: 'spec',
      workers: waiting,
      env: { SPEC_MODE: 'services', TEST_PRODUCT_NODE: current },
    },
    ...(needsBrowser ? [{ name: 'console, in a browser', project: 'browser', workers: PROCESSORS + 1 }] : []),
  ];
}
