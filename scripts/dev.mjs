/** `npm run dev`: everything in one process, started anew with what changed in the sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { build, prepare } from './preparation/prepare.mjs';
import { repositoryRoot, whenAskedToEnd } from './preparation/processes.mjs';
import { giveUp, say, seconds } from './preparation/progress.mjs';

const FOLDERS = ['packages', 'proto-events', 'services', 'docs', 'examples'];
/** What builds, editors and tests write. */
const NO_SOURCE = /^(node_modules|dist|\..*|.*~|.*\.tmp|.*\.(test|suite)\.ts)$/;
/** Editors and git write in several steps; so much quiet after one of them is the end. */
const QUIET_MS = 100;

await prepare({ installOnly: true });
const first = await build();
if (!first.isBuilt) giveUp('Building failed; the reason stands above.');
// Imported only now: before the build it is not there.
const { CONFIGURATION_EXIT_CODE } = await import('@svc/runtime');
const root = repositoryRoot();
let running = first.content;
let product = start();
let stopping;
let watchers = [];
let timer;
let changes = Promise.resolve();
watchSources();
// A Ctrl-C comes twice where npm passes it on.
whenAskedToEnd(() => (stopping ??= end().then(() => process.exit(0))));
say('Watching the sources. Ctrl-C stops.');

function start() {
  const child = spawn(process.execPath, ['dist/bin/all-in-one.mjs'], { cwd: root, stdio: 'inherit' });
  const ended = once(child, 'exit');
  child.once('exit', (code) => {
    if (child.killed) return;
    if (code === CONFIGURATION_EXIT_CODE) process.exit(code);
    say('The product has ended; the reason stands above. The next change starts it again.');
  });
  return { child, ended };
}

async function end() {
  product.child.kill('SIGTERM');
  await product.ended;
}

/** Each by itself: Linux watches no more at a time, and a folder tells of entries that are replaced. */
function watchSources() {
  for (const watcher of watchers) watcher.close();
  watchers = FOLDERS.flatMap(foldersBelow).map((folder) =>
    watch(folder, (_event, name) => {
      if (NO_SOURCE.test(name ?? '')) return;
      clearTimeout(timer);
      timer = setTimeout(() => (changes = changes.then(takeChanges)), QUIET_MS);
    }).on('error', () => undefined),
  );
}

function foldersBelow(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory() && !NO_SOURCE.test(entry.name));
  return [join(root, folder), ...below.flatMap(({ name }) => foldersBelow(join(folder, name)))];
}

async function takeChanges() {
  const startedAt = Date.now();
  // There may be new folders.
  watchSources();
  const { isBuilt, content } = await build();
  if (!isBuilt) return say('Building failed; the reason stands above. The old code goes on.');
  if (content === running || stopping) return;
  running = content;
  await end();
  if (stopping) return;
  product = start();
  say(`Starting anew ${seconds(startedAt)} after the change.`);
}
