import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** What Linux counts CPU time in, whatever the kernel's own clock (`USER_HZ`, proc(5)). */
const TICK_MS = 10;

/** CPU time that a process has used since it started, in milliseconds; 0 for one that is gone or not to be seen. */
export function processCpuMs(pid: number): number {
  try {
    // The name may hold anything, also a bracket, so fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** CPU time that all processes of the machine have used since it started, in milliseconds. */
export function machineCpuMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
