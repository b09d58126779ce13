import { spawnSync } from 'node:child_process';
import { installOnDebian } from './debian.mjs';

/** Sees to it that curl is there, which the commands of the guide use and a bare Debian lacks. Throws with what to do where it cannot. */
export async function bringCurl() {
  if (!isThere()) await installOnDebian('curl', ['curl']);
  if (isThere()) return;
  throw new Error(
    'No curl for the commands of the guide, and no package that could be installed. Get it with `sudo apt-get install curl`.',
  );
}

function isThere() {
  return spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
}
