import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { signalIfAlive } from '@svc/testkit';

const execute = promisify(execFile);

/** A process and all that it has started, the process first. */
export async function processTree(pid: number): Promise<number[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=']);
  const lines = stdout.trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [pid];
  // What is appended is gone through as well.
  for (const parent of tree)
    tree.push(...pairs.flatMap(([child, of]) => (of === parent ? [child ?? 0] : [])));
  return tree;
}

/** Lets processes stand still until the returned function is called. What has ended is passed over. */
export function standStill(pids: readonly number[]): () => void {
  for (const pid of pids) signalIfAlive(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => signalIfAlive(pid, 'SIGCONT'));
}
