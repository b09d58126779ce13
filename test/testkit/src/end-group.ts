import type { ChildProcess } from 'node:child_process';

/** Kills a detached child with all that it has left running. It may have ended already. */
export function endGroup({ pid }: ChildProcess): void {
  // It was never started, and the group 0 would be this process's own.
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing was left.
  }
}
