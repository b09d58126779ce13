import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Its output is nobody's. */
export async function succeeds(command, args, options) {
  return (await outputOf(command, args, options)) !== null;
}

/** What a command prints, or `null` if it fails or is not there. */
export function outputOf(command, args, { timeoutMs = 60_000 } = {}) {
  return execute(command, args, { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}
