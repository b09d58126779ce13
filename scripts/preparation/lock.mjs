import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';
import { CACHE_FOLDER } from './stamp.mjs';
import { unlessGone } from './unless-gone.mjs';

/** How often an owner shows that it lives, and how often one that waits looks, in milliseconds. */
const BEAT_MS = 1_000;
const LOOK_MS = 100;
/** An owner that was silent for so long is dead: its number may be another process's by now, or of another container. */
const SILENCE_MS_MAX = 15_000;

/**
 * Does some work while no other process does any under this lock in the same checkout. It waits for its turn, and says so.
 *
 * The lock is a folder with one file, which its owner alone names. Only one of several renames onto an empty or missing folder succeeds,
 * and nobody can remove a file of which they do not know the name, so a lock that a dead process left is taken over by one alone.
 *
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @param {{ silenceMsMax?: number }} options
 * @returns {Promise<T>}
 */
export async function withLock(root, work, { silenceMsMax = SILENCE_MS_MAX } = {}) {
  const lock = join(root, CACHE_FOLDER, 'lock');
  const name = randomUUID();
  const silence = new Silence();
  for (let hasSaid = false; !take(lock, name); await sleep(LOOK_MS)) {
    const owner = ownerOf(lock);
    if (owner === null) continue;
    if (isGone(owner) || silence.of(owner) > silenceMsMax) {
      remove(lock, owner.name);
    } else if (!hasSaid) {
      say(`Process ${owner.pid} installs or builds here; waiting for it …`);
      hasSaid = true;
    }
  }
  const beat = setInterval(() => showLife(join(lock, name)), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    remove(lock, name);
  }
}

/** @returns {boolean} Whether the lock is ours now. */
function take(lock, name) {
  const candidate = `${lock}-${name}`;
  mkdirSync(candidate, { recursive: true });
  writeFileSync(join(candidate, name), JSON.stringify({ pid: process.pid, host: hostname() }));
  try {
    renameSync(candidate, lock);
    return true;
  } catch (error) {
    rmSync(candidate, { recursive: true, force: true });
    // The last one is what Windows says; there an empty folder is in the way, too.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    removeIfEmpty(lock);
    return false;
  }
}

/** Who holds the lock, or `null` if just now nobody does. */
function ownerOf(lock) {
  const [name] = unlessGone(() => readdirSync(lock), []);
  if (name === undefined) return null;
  return unlessGone(() => {
    const { mtimeMs } = statSync(join(lock, name));
    return { ...JSON.parse(readFileSync(join(lock, name), 'utf8')), name, mtimeMs };
  }, null);
}

/** The number of a process says something on its own machine alone. */
function isGone({ pid, host }) {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** For how long an owner has shown no life, by our own clock: that of its machine or of the file system may differ. */
class Silence {
  #last;
  #since = 0;

  of({ name, mtimeMs }) {
    const beat = `${name} ${mtimeMs}`;
    if (beat !== this.#last) this.#since = performance.now();
    this.#last = beat;
    return performance.now() - this.#since;
  }
}

function showLife(path) {
  const now = new Date();
  // Gone with `node_modules`, or taken over from a process that was stopped for long.
  unlessGone(() => utimesSync(path, now, now), undefined);
}

function remove(lock, name) {
  rmSync(join(lock, name), { force: true });
  removeIfEmpty(lock);
}

function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // It is gone, or the next one's already.
  }
}
