import { existsSync } from 'node:fs';
import { installOnDebian } from './debian.mjs';

/** The headless shell has no windows, which take a third of the browser's time. */
const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Debian's, the first that the machine's release has. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/** The one that `TEST_CHROMIUM` names, one that is there, or Debian's, installed now. Throws with what to do. */
export async function findChromium(env) {
  const named = env.TEST_CHROMIUM;
  if (named) {
    if (!existsSync(named)) throw new Error(`TEST_CHROMIUM names ${named}, which is not there.`);
    return named;
  }
  for (const name of PACKAGES) if (!installed()) await installOnDebian('Chromium', [name]);
  const program = installed();
  if (program) return program;
  throw new Error('No Chromium for the browser tests. Install one, or name one in TEST_CHROMIUM.');
}

function installed() {
  return PROGRAMS.find((path) => existsSync(path));
}
