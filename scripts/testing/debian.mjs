import { existsSync } from 'node:fs';
import { run } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';

/** Where this is a Debian and we may. The caller looks: a machine may have them otherwise. */
export async function installOnDebian(what, packages) {
  if (!existsSync('/usr/bin/apt-get')) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !existsSync('/usr/bin/sudo')) return;
  say(`${what}: installing Debian’s ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    await run(command, rest, { env, quiet: true });
  }
}
