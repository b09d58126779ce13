import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, run } from './processes.mjs';
import { lockfileFingerprint, sourcesFingerprint, stampMatches, writeStamp } from './stamp.mjs';

const NODE_VERSION_MIN = [20, 19];
const PNPM = ['-y', 'pnpm@12.21.0'];

/**
 * Makes a checkout ready to run: right Node, dependencies installed, everything built.
 * What has not changed since the last time is not done again, so a second call takes milliseconds.
 * Ends the process with a message where something fails.
 *
 * @param {{ build?: boolean }} options `build: false` installs only.
 */
export async function prepare({ build = true } = {}) {
  requireNode();
  quietTools();
  await install();
  if (build) await buildAll();
}

/** Runs a command of an installed package through pnpm, which also puts pnpm itself in reach of turbo. */
export function runInstalled(command, args, options) {
  return run('npx', [...PNPM, 'exec', command, ...args], options);
}

/** One line of progress, apart from the logs of what is started. */
export function say(line) {
  process.stderr.write(`› ${line}\n`);
}

/** Ends the process with a message that names what to do. */
export function giveUp(message) {
  process.stderr.write(`\n✗ ${message}\n`);
  process.exit(1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin, minorMin] = NODE_VERSION_MIN;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  giveUp(
    `Node ${majorMin}.${minorMin} or newer is needed, this is ${process.versions.node}. Get one at https://nodejs.org.`,
  );
}

/** Tools of ours must not call home or advertise: a newcomer's terminal shows what they asked for and nothing else. */
function quietTools() {
  process.env.TURBO_TELEMETRY_DISABLED = '1';
  process.env.DO_NOT_TRACK = '1';
  process.env.PRISMA_HIDE_UPDATE_MESSAGE = '1';
}

async function install() {
  const root = repositoryRoot();
  const fingerprint = lockfileFingerprint(root);
  if (existsSync(join(root, 'node_modules/.bin')) && stampMatches(root, 'install', fingerprint)) return;
  const startedAt = Date.now();
  say('Installing dependencies (only the first time, and when they change) …');
  const exitCode = await run('npx', [...PNPM, 'install', '--frozen-lockfile'], { quiet: true });
  if (exitCode !== 0) giveUp('Installing failed. Is the npm registry in reach? What pnpm said stands above.');
  writeStamp(root, 'install', fingerprint);
  say(`Installed in ${seconds(startedAt)}.`);
}

async function buildAll() {
  const root = repositoryRoot();
  // The fingerprint is taken before the build, so that an edit made during it is built the next time.
  const fingerprint = sourcesFingerprint(root);
  const entry = join(root, 'services/all-in-one/dist/main.js');
  if (existsSync(entry) && stampMatches(root, 'build', fingerprint)) return;
  const startedAt = Date.now();
  say('Building …');
  const exitCode = await runInstalled('turbo', ['run', 'build', '--output-logs=errors-only'], {
    quiet: true,
  });
  if (exitCode !== 0) giveUp('Building failed; the compiler’s messages stand above.');
  writeStamp(root, 'build', fingerprint);
  say(`Built in ${seconds(startedAt)}.`);
}

function seconds(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
