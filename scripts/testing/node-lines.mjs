import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { repositoryRoot, run } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';

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
 */
export async function nodeOfLine({ accepted, fetched }, env) {
  const [major] = accepted.split('.');
  const name = `TEST_NODE_${major}`;
  const named = env[name];
  if (named && isOf(named, major)) return named;
  if (named) throw new Error(`${name} names ${named}, which is no Node ${major}.`);
  if (isOf(process.execPath, accepted)) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(repositoryRoot(), 'node_modules/.cache/agent-service', `node-${fetched}-${platform}`);
  const program = join(folder, 'node_modules', `node-${platform}`, 'bin/node');
  if (isOf(program, fetched)) return program;
  say(`Node: fetching ${fetched} for ${platform} (only the first time) …`);
  // An earlier run may have been cut off.
  await rm(folder, { recursive: true, force: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const args = ['install', ...options, '--prefix', folder, `node-${platform}@${fetched}`];
  await run('npm', args, { quiet: true });
  if (isOf(program, fetched)) return program;
  throw new Error(`Node ${fetched} for ${platform} cannot be installed. Set ${name} to a Node ${major}.`);
}

function isOf(program, line) {
  const { stdout } = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return `${stdout?.trim()}.`.startsWith(`${line}.`);
}

/** Everything that is called `node` is this program. */
export function withNode(program, env) {
  return { ...env, PATH: `${dirname(program)}:${env.PATH ?? ''}` };
}
