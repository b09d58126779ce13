import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a program to its end and returns its exit code (128 + signal number if it was killed). `quiet` shows
 * the output only on failure; `onLine` is then told each line of it. `signal` ends it with all that it has
 * started, and the promise waits for that; it is then in a process group of its own, out of a Ctrl-C's reach.
 *
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean, onLine?: (line: string) => unknown,
 *   onStart?: (child: import('node:child_process').ChildProcess) => void, signal?: AbortSignal }} options
 * @returns {Promise<number>}
 */
export function run(
  command,
  args,
  { env = process.env, cwd = repositoryRoot(), quiet = false, onLine, onStart, signal } = {},
) {
  return new Promise((resolve, reject) => {
    const output = quiet ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [signal === undefined ? 'inherit' : 'ignore', output, output],
      // On Windows npx is a command script.
      shell: IS_WINDOWS && command === 'npx',
      // Windows has no groups: there the program alone is ended.
      detached: signal !== undefined && !IS_WINDOWS,
    });
    onStart?.(child);
    let ending;
    const end = () => (ending = endGroup(child.pid));
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    const written = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk));
    if (quiet && onLine) createInterface({ input: child.stdout }).on('line', onLine);
    child.on('error', reject);
    child.on('close', async (code, killedBy) => {
      await ending;
      signal?.removeEventListener('abort', end);
      const exitCode = code ?? 128 + constants.signals[killedBy];
      if (quiet && !signal?.aborted && exitCode !== 0) process.stderr.write(Buffer.concat(written));
      resolve(exitCode);
    });
  });
}

/** Also where the first process of the group is gone. Kills what has not ended in 15 seconds. */
async function endGroup(pid) {
  const deadlineMs = Date.now() + END_MS_MAX;
  for (let signal = 'SIGTERM'; sendToGroup(pid, signal); signal = 0) {
    if (Date.now() > deadlineMs) return void sendToGroup(pid, 'SIGKILL');
    await sleep(END_CHECK_INTERVAL_MS);
  }
}

/** False where nobody is left. */
function sendToGroup(pid, signal) {
  if (pid === undefined) return false;
  try {
    return process.kill(IS_WINDOWS ? pid : -pid, signal);
  } catch {
    return false;
  }
}

/** In the foreground a Node program has the terminal, gets our SIGINT and SIGTERM, and it gives its exit code. */
export function runForeground(args, { program = process.execPath, env = process.env } = {}) {
  // Ctrl-C reaches the whole group, so this one may come twice: the program's stop is idempotent.
  const onStart = (child) => whenAskedToEnd((signal) => child.kill(signal));
  return run(program, args, { env, onStart });
}

/** By a signal, or by the end of the npm that runs this process. It may be more than once. */
export function whenAskedToEnd(act) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => act(signal));
  whenNpmIsGone(() => act('SIGTERM'));
}

/**
 * npm passes a SIGTERM on to its shell alone, which does not pass it further: the end of that shell says that
 * npm was ended by its id. Without npm a lost parent means nothing: it may be a terminal that was closed.
 */
function whenNpmIsGone(act) {
  if (process.env.npm_lifecycle_event === undefined || IS_WINDOWS) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    act();
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}

/** The folder that holds `package.json`. */
export function repositoryRoot() {
  return join(import.meta.dirname, '../..');
}

const IS_WINDOWS = process.platform === 'win32';
const PARENT_CHECK_INTERVAL_MS = 500;
/** A product under test drains in 10 s. */
const END_MS_MAX = 15_000;
const END_CHECK_INTERVAL_MS = 100;
