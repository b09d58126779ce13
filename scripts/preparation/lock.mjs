import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';

const LOOK_MS = 100;
/** A process that has nothing to do holds the lock for less. */
const LOOKS_BEFORE_SAYING = 20;

/** While no other process holds it in the same checkout. The lock of a process that was killed is taken over. */
export async function withLock(root, work) {
  const path = join(root, '.turbo/lock');
  mkdirSync(dirname(path), { recursive: true });
  for (let looks = 0; !take(path); looks += 1) {
    if (looks === LOOKS_BEFORE_SAYING) say('Another process installs or builds here; waiting for it …');
    await sleep(LOOK_MS);
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
    removeIfOwnerIsGone(path);
    return false;
  }
}

function removeIfOwnerIsGone(path) {
  try {
    // Without a number it is being written just now.
    const owner = Number(readFileSync(path, 'utf8'));
    if (owner > 0) process.kill(owner, 0);
  } catch (error) {
    if (error.code === 'ESRCH') rmSync(path, { force: true });
  }
}
