import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves with the exit code of a child, or with the signal that ended it. */
export async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return signal ?? code ?? 0;
}

/** Kills a detached child with all that it has left running. */
export function endGroup({ pid }: ChildProcess): void {
  // It was never started, and the group 0 would be this process's own.
  if (pid !== undefined) signalIfAlive(-pid, 'SIGKILL');
}

/** @param pid of a process, which may have ended meanwhile, or of a group, with a minus. */
export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Nothing was left.
  }
}
