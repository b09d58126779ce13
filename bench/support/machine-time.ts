import { cpus } from 'node:os';

/** CPU time that all processes of the machine have used since it started, in milliseconds. */
export function machineCpuMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
