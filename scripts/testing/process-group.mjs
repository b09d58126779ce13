import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../preparation/processes.mjs';

/** A product under test drains in 10 s. */
const END_MS_MAX = 15_000;
const CHECK_INTERVAL_MS = 100;

/**
 * Runs a program in a process group of its own, with the terminal's output. What it starts is in that group too, so that it can be ended
 * with all of it, even after it is gone itself.
 */
export class ProcessGroup {
  #child;
  /** Resolves to the exit code of the program, 1 if a signal ended it. */
  ended;

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {NodeJS.ProcessEnv} env
   */
  constructor(command, args, env) {
    const stdio = ['ignore', 'inherit', 'inherit'];
    // Windows has no groups: there the program alone is ended.
    const detached = process.platform !== 'win32';
    this.#child = spawn(command, args, { cwd: repositoryRoot(), env, stdio, detached });
    this.ended = new Promise((resolve, reject) => {
      this.#child.on('error', reject);
      this.#child.on('close', (code) => resolve(code ?? 1));
    });
  }

  /** Asks every process of the group to end, waits until they have, and kills what has not in 15 seconds. */
  async end() {
    const deadline = Date.now() + END_MS_MAX;
    this.#signal('SIGTERM');
    while (this.#signal(0)) {
      if (Date.now() > deadline) return void this.#signal('SIGKILL');
      await sleep(CHECK_INTERVAL_MS);
    }
  }

  /** False where nobody is left. */
  #signal(signal) {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    try {
      return process.kill(process.platform === 'win32' ? pid : -pid, signal);
    } catch {
      return false;
    }
  }
}
