import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot, run } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';

const execute = promisify(execFile);

/**
 * The line that images and CI use, any release of which will do, and the oldest version that `npm start`
 * promises to run on (`engines`). `fetched` comes from the npm registry where none is at hand.
 */
export const NODE_LINES = {
  current: { accepted: '24', fetched: '24.21.0' },
  oldest: { accepted: '20.19.0', fetched: '20.19.0' },
};

/**
 * The program that `TEST_NODE_24` or `TEST_NODE_20` names, this process's own if it fits, or the npm
 * registry's, kept beside the installed packages. Throws with what to do.
 *
 * @param {{ accepted: string, fetched: string }} line
 * @param {NodeJS.ProcessEnv} env
 */
export async function nodeOfLine({ accepted, fetched }, env) {
  const major = accepted.split('.')[0];
  const name = `TEST_NODE_${major}`;
  const named = env[name];
  if (named) {
    const version = await versionOf(named);
    if (isOf(version, major)) return named;
    const what = version === '' ? 'no Node' : `Node ${version}`;
    throw new Error(`${name} names ${named}, which is ${what}; Node ${major} is needed.`);
  }
  if (isOf(process.versions.node, accepted)) return process.execPath;
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(repositoryRoot(), 'node_modules/.cache/agent-service', `node-${fetched}-${platform}`);
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const program = join(folder, 'node_modules', `node-${platform}`, file);
  if (!existsSync(program)) await install(`node-${platform}@${fetched}`, folder);
  if ((await versionOf(program)) === fetched) return program;
  throw new Error(
    `Node ${fetched} for ${platform} could not be installed from npm. Set ${name} to a Node ${major} program.`,
  );
}

/** Installed aside and moved whole, so that a run that is cut off leaves no half of it. */
async function install(spec, folder) {
  say(`Node: fetching ${spec} (only the first time) …`);
  const draft = `${folder}.${process.pid}.tmp`;
  await mkdir(draft, { recursive: true });
  try {
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const exitCode = await run('npm', ['install', ...options, '--prefix', draft, spec], { quiet: true });
    if (exitCode === 0) await rename(draft, folder);
  } catch (error) {
    // Another run has put it there meanwhile.
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function isOf(version, line) {
  return version === line || version.startsWith(`${line}.`);
}

async function versionOf(program) {
  return execute(program, ['-p', 'process.versions.node']).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/** Everything that is called `node` is this program. */
export function withNode(program, env) {
  return { ...env, PATH: `${dirname(program)}:${env.PATH ?? ''}` };
}
