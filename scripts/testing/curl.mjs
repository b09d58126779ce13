import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from '../preparation/progress.mjs';
import { run } from '../preparation/processes.mjs';

/** Sees to it that curl is there, which the commands of docs/first-success-by-curl.md use and a bare Debian lacks. Throws with what to do where it cannot. */
export async function bringCurl() {
  if (!isThere()) await installOnDebian();
  if (isThere()) return;
  throw new Error(
    'No curl for the test of docs/first-success-by-curl.md, and no package that could be installed. Get it with `sudo apt-get install curl`.',
  );
}

function isThere() {
  return spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
}

async function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  say('curl: installing Debian’s package …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { env, quiet: true });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'curl'], { env, quiet: true });
}
