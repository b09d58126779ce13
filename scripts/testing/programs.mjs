import { spawnSync } from 'node:child_process';
import { installOnDebian } from './debian.mjs';

/** A bare Debian may lack it. Throws with what to do. */
export async function bringProgram(name) {
  if (!isThere(name)) await installOnDebian(name, [name]);
  if (isThere(name)) return;
  throw new Error(
    `No ${name}, and no package that could be installed. Get it with \`sudo apt-get install ${name}\`.`,
  );
}

function isThere(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}
