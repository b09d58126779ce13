import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Of CPU time in Linux (`USER_HZ`, proc(5)). */
const TICK_MS = 10;
const END_MS_MAX = 15_000;

/** Since its start; 0 for one that is gone or not to be seen. */
export function processCpuMs(pid: number): number {
  try {
    // The name may hold a bracket, so fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}

/** All processes, since the machine started. */
export function machineCpuMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** With `BENCH_CPU_PROFILES=<folder>` a process writes a CPU profile there. */
export function profilingOptions(): string[] {
  const folder = process.env['BENCH_CPU_PROFILES'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** Also ends a process that is held still, and kills it if it does not end. */
export async function end(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  ask();
  const kill = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX);
  await ended;
  clearTimeout(kill);
}
