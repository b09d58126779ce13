import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts CPU time in, whatever the kernel's own clock (`USER_HZ`, proc(5)). */
const TICK_MS = 10;

/** CPU time that a process has used since it started, in milliseconds; 0 for one that is gone or not to be seen. */
export function processCpuMs(pid: number): number {
  const { usedMs } = timesOf(pid);
  return usedMs;
}

/** The same of a process with all its children, those that have ended among them, such as the processes of a PostgreSQL server. */
export function familyCpuMs(pid: number): number {
  const { usedMs, endedChildrenMs } = timesOf(pid);
  const children = pids().filter((child) => timesOf(child).parentPid === pid);
  return children.reduce((sum, child) => sum + processCpuMs(child), usedMs + endedChildrenMs);
}

/** Memory that a process has in use (RSS), in bytes; 0 for one that is gone or not to be seen. */
export function processRssBytes(pid: number): number {
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

/** The process that has started this one. */
export function parentOf(pid: number): number {
  return timesOf(pid).parentPid;
}

function timesOf(pid: number): { parentPid: number; usedMs: number; endedChildrenMs: number } {
  try {
    // The name may hold anything, also a bracket, so fields are counted from its end.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
    return {
      parentPid: fields[1] ?? 0,
      usedMs: (user + system) * TICK_MS,
      endedChildrenMs: (childUser + childSystem) * TICK_MS,
    };
  } catch {
    return { parentPid: 0, usedMs: 0, endedChildrenMs: 0 };
  }
}

/** Processes of this name, such as `beam.smp`. */
export function processesCalled(name: string): number[] {
  return pids().filter((pid) => nameOf(pid) === name);
}

/** The process whose command names the program, and which has this variable. */
export function processOf(program: string, variable: { name: string; value: string }): number | undefined {
  return pids().find(
    (pid) =>
      contentOf(pid, 'cmdline').includes(program) &&
      contentOf(pid, 'environ').split('\0').includes(`${variable.name}=${variable.value}`),
  );
}

function nameOf(pid: number): string {
  return contentOf(pid, 'comm').trim();
}

/** Empty for a process that is gone or not to be seen. */
function contentOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function pids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
}
