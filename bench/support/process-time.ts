import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts CPU time in, whatever the kernel's own clock (`USER_HZ`, proc(5)). */
const TICK_MS = 10;

/** CPU time that a process has used since it started, in milliseconds; 0 for one that is gone or not to be seen. */
export function processCpuMs(pid: number): number {
  // The name may hold anything, also a bracket, so fields are counted from its end.
  const fields = contentOf(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** Memory that a process has in use (RSS), in bytes; 0 for one that is gone or not to be seen. */
export function processRssBytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(contentOf(pid, 'status')) ?? [];
  return Number(kibibytes ?? 0) * 1_024;
}

/** The process whose command names the program, and which has this variable. */
export function processOf(program: string, variable: { name: string; value: string }): number | undefined {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0);
  return pids.find(
    (pid) =>
      contentOf(pid, 'cmdline').includes(program) &&
      contentOf(pid, 'environ').split('\0').includes(`${variable.name}=${variable.value}`),
  );
}

/** Empty for a process that is gone or not to be seen. */
function contentOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
