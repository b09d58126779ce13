/** `npm run dev`: everything in one process, started anew with what changed in the sources. */
import { spawn } from 'node:child_process';
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
let isStopping = false;
let watchers = [];
let timer;
let changes = Promise.resolve();
watchSources();
whenAskedToEnd(stop);
say('Watching the sources. Ctrl-C stops.');

function start() {
  const child = spawn(process.execPath, ['dist/bin/all-in-one.mjs'], { cwd: root, stdio: 'inherit' });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const started = { child, ended, isReplaced: false };
  void ended.then((code) => {
    if (isStopping || started.isReplaced) return;
    if (code === CONFIGURATION_EXIT_CODE) process.exit(code);
    say('The product has ended; the reason stands above. The next change starts it again.');
  });
  return started;
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
  if (isStopping) return;
  const startedAt = Date.now();
  // There may be new folders.
  watchSources();
  const { isBuilt, content } = await build();
  if (!isBuilt) return say('Building failed; the reason stands above. The old code goes on.');
  if (content === running || isStopping) return;
  running = content;
  product.isReplaced = true;
  product.child.kill('SIGTERM');
  await product.ended;
  if (isStopping) return;
  product = start();
  say(`Starting anew ${seconds(startedAt)} after the change.`);
}

/** A Ctrl-C comes twice where npm passes it on. */
async function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const watcher of watchers) watcher.close();
  product.child.kill('SIGTERM');
  await product.ended;
  process.exit(0);
}
