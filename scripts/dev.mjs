/** `npm run dev`: everything in one process, restarted with what changed in the sources. */
import { join } from 'node:path';
import { ReplaceableProduct } from './development/replaceable-product.mjs';
import { watchSources } from './development/watch.mjs';
import { build, WITHOUT_PROGRAMS } from './preparation/build.mjs';
import { ContentIndex } from './preparation/content-index.mjs';
import { prepare } from './preparation/prepare.mjs';
import { repositoryRoot, whenAskedToEnd } from './preparation/processes.mjs';
import { giveUp, say, seconds } from './preparation/progress.mjs';
import { filesBelow } from './preparation/sources.mjs';

const WENT_WRONG = { 'not-loaded': 'cannot be loaded', 'not-started': 'did not start' };

await prepare();
// Imported only now: before the build it is not there.
const { CONFIGURATION_EXIT_CODE } = await import('@svc/runtime');
const root = repositoryRoot();
const product = new ReplaceableProduct({
  program: join(root, 'services/all-in-one/dist/dev-main.js'),
  cwd: root,
  librariesOf: root,
});
let migrations = migrationsNow();
/** Something was built or migrated that does not run yet. */
let isStale = false;
let isStopping = false;
const watching = watchSources(root, applyChanges);
whenAskedToEnd(stop);
const starting = product.replace();
const { outcome, exitCode } = await starting;
if (outcome === 'ready') say('Watching the sources. Ctrl-C stops.');
else if (!isStopping) await endWithoutStart(exitCode);

/** One change that cannot be taken, such as of a file that is just being removed, ends nothing: the next one is looked at again. */
async function applyChanges() {
  await starting;
  await takeChanges().catch((error) => say(`The change was not taken: ${error.message}. ${whatRuns()}`));
}

async function takeChanges() {
  const startedAt = Date.now();
  const { failed, made } = await build(root, WITHOUT_PROGRAMS);
  const migrationsBefore = migrations;
  migrations = migrationsNow();
  isStale ||= made.length > 0 || migrations !== migrationsBefore;
  if (failed) return say(`Building failed. ${whatRuns()}`);
  if (!isStale) return;
  const { outcome } = await product.replace();
  isStale = outcome !== 'ready';
  if (outcome === 'ready') say(`Restarted ${seconds(startedAt)} after the change.`);
  else if (!isStopping) say(`The new code ${WENT_WRONG[outcome]}; the reason stands above. ${whatRuns()}`);
}

function whatRuns() {
  return product.isRunning ? 'The old code goes on.' : 'Nothing runs until the next change.';
}

/** A configuration that was refused has said all there is to say, and `npm start` ends with the same code. */
async function endWithoutStart(exitCode) {
  // A start that broke off may have left its database running.
  await product.stop();
  if (exitCode === CONFIGURATION_EXIT_CODE) process.exit(exitCode);
  giveUp('The product did not start; the reason stands above.');
}

/** Migrations are read when the product starts, and nothing is built from them. */
function migrationsNow() {
  return JSON.stringify(
    new ContentIndex(root).hashes(filesBelow(root, 'packages/database/prisma/migrations')),
  );
}

/** A Ctrl-C comes twice where npm passes it on. */
async function stop() {
  if (isStopping) return;
  isStopping = true;
  // A call that waits for new code ends with that, so the product goes first.
  const closed = watching.close();
  await product.stop();
  await closed;
  process.exit(0);
}
