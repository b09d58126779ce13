import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** What Linux counts CPU time in, whatever the kernel's own clock (`USER_HZ`, proc(5)). */
const TICK_MS = 10;
const END_MS_MAX = 15_000;

/** Since its start; 0 for one that is gone or not to be seen. */
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

/** With `BENCH_CPU_PROFILES=<folder>` a process writes a CPU profile there when it ends. */
export function profilingOptions(): string[] {
  const folder = process.env['BENCH_CPU_PROFILES'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** Has a process end as it is asked to, also one that is held still, and kills it if it does not. */
export async function end(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  ask();
  const kill = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX);
  await ended;
  clearTimeout(kill);
}
