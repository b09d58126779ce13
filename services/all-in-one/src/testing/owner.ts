import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '../data-folder.js';

/** The machine, as far as its processes can be asked whether they run: a container has a name, and processes, of its own. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
const OWNER = new RegExp(`_of_${MACHINE}_([0-9]{1,10})(?:_|$)`);

/** Stands in the names of what a process makes and has to remove again. */
export const OWN_MARK = `_of_${MACHINE}_${process.pid}`;

/** Whether a name says that it belongs to a process of this machine that runs no more. */
export function isLeft(name: string): boolean {
  const pid = Number(OWNER.exec(name)?.[1] ?? 0);
  return pid > 0 && pid !== process.pid && (!isRunning(pid) || isZombie(pid));
}

/** It has ended, and its parent, which has died as well, did not ask how (proc(5), `/proc/pid/stat`). Elsewhere than on Linux there is no such file. */
function isZombie(pid: number): boolean {
  try {
    return /^[0-9]+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
