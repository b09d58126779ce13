import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { withLock } from './lock.mjs';
import { repositoryRoot, run } from './processes.mjs';
import { giveUp, say, seconds } from './progress.mjs';

const NODE_VERSION_MIN = '20.19';
const PNPM = ['-y', 'pnpm@12.21.0'];
/** What was installed last; it goes with the installation. */
const INSTALLED = 'node_modules/.installed';
const TASKS = ['build:code', '@svc/console#build', '@svc/docs-site#build'];
const NAMES = {
  '//:build:code': 'the code',
  '@svc/console:build': 'the console',
  '@svc/store:generate': 'the database client',
  '@svc/docs-site:build': 'the documentation',
};
/** What turbo writes of each task: whether it is done anew, and the hash of what it is made of. */
const TASK = /^(\S+): cache (hit|miss|bypass), .*?([0-9a-f]{16})$/;

/** Holds the folder of a checkout that is prepared already, for the processes that are started in it. */
export const PREPARED = 'PREPARED_CHECKOUT';

/**
 * Makes a checkout ready to run: right Node, dependencies installed, everything built that has changed. One
 * process prepares at a time. Ends the process with a message where something fails. A process that a
 * prepared one starts does nothing again: an edit during a test run must not be built under the tests.
 *
 * @param {{ installOnly?: boolean }} options
 */
export async function prepare({ installOnly = false } = {}) {
  requireNode();
  const root = repositoryRoot();
  if (process.env[PREPARED] === root) return;
  if (!(await withLock(root, () => install(root))))
    giveUp('Installing failed. Is the npm registry in reach? What pnpm said stands above.');
  if (installOnly) return;
  if (!(await build()).isBuilt) giveUp('Building failed; the reason stands above.');
  process.env[PREPARED] = root;
}

/**
 * Code, console and documentation, each if what it is made of has changed (`turbo.json`). It checks no types.
 *
 * @returns {Promise<{ isBuilt: boolean, content: string }>} `content` stands for all that is built now.
 */
export async function build() {
  const root = repositoryRoot();
  return withLock(root, async () => {
    const startedAt = Date.now();
    const hashes = [];
    let isNew = false;
    const onLine = (line) => {
      const [, name, cache, hash] = TASK.exec(line) ?? [];
      if (name === undefined) return;
      hashes.push(hash);
      if (cache === 'hit') return;
      isNew = true;
      say(`Building ${NAMES[name] ?? name} …`);
    };
    const isBuilt = (await runTasks(TASKS, { onLine })) === 0;
    if (isBuilt && isNew) say(`Built in ${seconds(startedAt)}.`);
    return { isBuilt, content: hashes.sort().join() };
  });
}

/**
 * Tasks of `turbo.json` side by side, with what they need before them. What fails is written to the terminal.
 * `onLine` and `signal` are as `run` takes them. Resolves with an exit code.
 */
export function runTasks(tasks, { onLine, signal }) {
  const root = repositoryRoot();
  // Whatever the environment says of turbo, nothing leaves this machine.
  const options = ['--cache=local:rw', '--output-logs=new-only', '--log-order=grouped', '--no-color'];
  // turbo runs a package's scripts by the pnpm that it finds.
  const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`;
  const env = { ...process.env, ...QUIET_TOOLS, PATH: path };
  const args = [join(root, 'node_modules/turbo/bin/turbo'), 'run', ...tasks, ...options];
  return run(process.execPath, args, { env, quiet: true, onLine, signal });
}

/** Tools must not call home or advertise. */
const QUIET_TOOLS = {
  DO_NOT_TRACK: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  // It was looked at a moment ago, by `install`.
  pnpm_config_verify_deps_before_run: 'false',
};

async function install(root) {
  const stamp = join(root, INSTALLED);
  // The lockfile and the platform. Nothing native here is bound to a version of Node.
  const hash = createHash('sha256').update(readFileSync(join(root, 'pnpm-lock.yaml')));
  const wanted = hash.update(`${process.platform}-${process.arch}`).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const startedAt = Date.now();
  say('Installing dependencies (only the first time, and when they change) …');
  // If this is cut off and the old lockfile put back, what is installed is a mixture.
  rmSync(stamp, { force: true });
  // Ages were looked at when versions entered the lockfile, and to look again takes long.
  const args = ['install', '--frozen-lockfile', '--config.minimum-release-age=0'];
  if ((await run('npx', [...PNPM, ...args], { cwd: root, quiet: true })) !== 0) return false;
  writeFileSync(stamp, wanted);
  say(`Installed in ${seconds(startedAt)}.`);
  return true;
}

function requireNode() {
  const { node } = process.versions;
  if (node.localeCompare(NODE_VERSION_MIN, 'en', { numeric: true }) >= 0) return;
  giveUp(`Node ${NODE_VERSION_MIN} or newer is needed, this is ${node}. Get one at https://nodejs.org.`);
}
