import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Leftovers } from './run-bench.js';

/** What Linux counts CPU time in, whatever the kernel's own clock (`USER_HZ`, proc(5)). */
const TICK_MS = 10;
const END_MS_MAX = 15_000;

export function processCpuMs(pid: number): number {
  // The name may hold anything, also a bracket, so fields are counted from its end.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** With `BENCH_CPU_PROFILES=<folder>` a process writes a CPU profile there when it ends. */
export function profilingOptions(): string[] {
  const folder = process.env['BENCH_CPU_PROFILES'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** A process that is stopped with the leftovers. */
export class MeasuredProcess {
  protected readonly child: ChildProcess;

  /** @param ask tells the process to end. */
  constructor(child: ChildProcess, leftovers: Leftovers, ask: () => void) {
    this.child = child;
    leftovers.later(() => this.#end(ask));
  }

  /** CPU time used since the start, in milliseconds. */
  cpuMs(): number {
    return processCpuMs(this.child.pid ?? 0);
  }

  /** Holds the process still, so that work can pile up before it. */
  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** Also of one that is held still. Kills it if it does not end as it is asked to. */
  async #end(ask: () => void): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.resume();
    ask();
    const kill = setTimeout(() => this.child.kill('SIGKILL'), END_MS_MAX);
    await ended;
    clearTimeout(kill);
  }
}
