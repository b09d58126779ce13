import { existsSync } from 'node:fs';
import { run } from '../preparation/processes.mjs';
import { say } from '../preparation/progress.mjs';

const PROGRAMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The browser of the tests: the one that `TEST_CHROMIUM` names, an installed one, or Debian's, installed now. Throws with what to do
 * where none of these works.
 *
 * @returns {Promise<string>} the program's path.
 */
export async function findChromium(env) {
  const named = env.TEST_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`TEST_CHROMIUM names ${named}, which is not there.`);
    return named;
  }
  if (!installed()) await installOnDebian();
  const program = installed();
  if (program) return program;
  throw new Error(
    'No Chromium for the browser tests, and no package that could be installed. Get one with `sudo apt-get install chromium` or ' +
      '`brew install --cask chromium`, or name one in TEST_CHROMIUM.',
  );
}

function installed() {
  return PROGRAMS.find((path) => existsSync(path));
}

async function installOnDebian() {
  if (!existsSync('/usr/bin/apt-get')) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (asRoot.length > 0 && !existsSync('/usr/bin/sudo')) return;
  say('Chromium: installing Debian’s package …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    await run(command, rest, { env, quiet: true });
  }
}
