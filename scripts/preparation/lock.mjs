import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';

const LOOK_MS = 100;
/** A process that has nothing to do holds the lock for less. */
const WORTH_SAYING_MS = 2_000;

/**
 * While no other process holds it in the same checkout. The lock of a process that was killed is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(root, work) {
  const path = join(root, '.turbo/lock');
  mkdirSync(dirname(path), { recursive: true });
  const startedAt = Date.now();
  for (let hasSaid = false; !take(path); await sleep(LOOK_MS)) {
    const owner = ownerOf(path);
    if (owner !== null && !isRunning(owner)) rmSync(path, { force: true });
    if (hasSaid || Date.now() - startedAt < WORTH_SAYING_MS) continue;
    say(`Process ${owner} installs or builds here; waiting for it …`);
    hasSaid = true;
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** `null` if just now nobody holds it, or its number is not written yet. */
function ownerOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || null;
  } catch {
    return null;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It may be another user's.
    return error.code === 'EPERM';
  }
}
