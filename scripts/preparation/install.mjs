import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { run } from './processes.mjs';
import { say, seconds } from './progress.mjs';
import { lockfileFingerprint, removeStamp, stampMatches, writeStamp } from './stamp.mjs';

const PNPM = ['-y', 'pnpm@12.21.0'];
const STAMP = 'install';

/**
 * Installs the dependencies if the lockfile has changed since the last time. One process installs at a time.
 *
 * @param {string} root
 * @param {(root: string) => Promise<number>} installer resolves to an exit code.
 * @returns {Promise<boolean>} Whether they are installed; what went wrong stands on the terminal.
 */
export async function install(root, installer = runPnpm) {
  if (isInstalled(root)) return true;
  return withLock(root, async () => {
    // Another process may have done it while this one waited.
    if (isInstalled(root)) return true;
    const startedAt = Date.now();
    say('Installing dependencies (only the first time, and when they change) …');
    const fingerprint = lockfileFingerprint(root);
    // If this is cut off and the old lockfile put back, what is installed is a mixture that no stamp may vouch for.
    removeStamp(root, STAMP);
    if ((await installer(root)) !== 0) return false;
    writeStamp(root, STAMP, fingerprint);
    say(`Installed in ${seconds(startedAt)}.`);
    return true;
  });
}

function isInstalled(root) {
  return existsSync(join(root, 'node_modules/.bin')) && stampMatches(root, STAMP, lockfileFingerprint(root));
}

/** The age of each version was looked at when it entered the lockfile. To look again would fetch everything that the registry says of each package. */
function runPnpm(root) {
  const args = ['install', '--frozen-lockfile', '--config.minimum-release-age=0'];
  return run('npx', [...PNPM, ...args], { cwd: root, quiet: true });
}
