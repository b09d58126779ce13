import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Runs a program to its end with the terminal's streams and returns its exit code (128 + signal number if it was killed).
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, quiet?: boolean }} options `quiet` shows the output only on failure.
 * @returns {Promise<number>}
 */
export function run(command, args, { env = process.env, cwd = repositoryRoot(), quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    // A Windows shell is needed there because npx is a command script; the arguments are all our own.
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['inherit', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const exitCode = code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 0);
      if (quiet && exitCode !== 0) process.stderr.write(Buffer.concat(output));
      resolve(exitCode);
    });
  });
}

/**
 * Runs a Node program in the foreground: it has the terminal, gets our SIGINT and SIGTERM, and its exit code becomes ours.
 *
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runForeground(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: repositoryRoot(), stdio: 'inherit' });
    // Ctrl-C reaches the whole foreground group by itself, so the forwarded one may come twice: the program's stop is idempotent.
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 0)));
  });
}

/** The folder that holds `package.json`, with a trailing separator left out. */
export function repositoryRoot() {
  return fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
