import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * How long each step may take, in milliseconds. Whoever takes longer is killed: code under development hangs at times, and then must hold up
 * neither the next change nor the end.
 */
const LIMITS_MS = {
  loading: 30_000,
  starting: 60_000,
  /** To drain when a successor waits. */
  makingRoom: 2_000,
  /** To drain at the end, which takes 10 s at most by itself. */
  stopping: 12_000,
};

const WITH_LIBRARIES = fileURLToPath(new URL('process-with-libraries.mjs', import.meta.url));
/** A library is resolved from the package that imports it. */
const RESOLVE_FROM_ANYWHERE = '--experimental-import-meta-resolve';

/**
 * The product as a process that is replaced by a newer one: the successor loads its code while the old one still works, and takes over its
 * database. `services/all-in-one/src/dev-main.ts` is the other side.
 */
export class ReplaceableProduct {
  #program;
  #cwd;
  #limitsMs;
  #current = null;
  #librariesOf;
  /** A process for the next code, which loads the libraries meanwhile. */
  #spare = null;
  /** A newer process that is not ready yet. */
  #underWay = null;
  #isStopped = false;
  /** A predecessor has left its database running, and nobody has taken it over. */
  #databaseLeft = false;

  /**
   * @param {object} options
   * @param {string} options.program
   * @param {string} options.cwd
   * @param {string} [options.librariesOf] The checkout whose libraries a process for the next code loads ahead. Default: nothing is loaded ahead.
   * @param {Partial<typeof LIMITS_MS>} [options.limitsMs] In place of {@link LIMITS_MS}. What is changed in it later holds from then on.
   */
  constructor({ program, cwd, librariesOf, limitsMs = {} }) {
    this.#librariesOf = librariesOf;
    this.#program = program;
    this.#cwd = cwd;
    this.#limitsMs = limitsMs;
  }

  /** Whether some code works now, be it the newest or not. */
  get isRunning() {
    return this.#current !== null && !this.#current.hasEnded();
  }

  /**
   * Starts the code as it is now in place of what runs. If it cannot even be loaded, what runs goes on; if it fails after that, nothing runs.
   * What went wrong, the new code has written itself.
   *
   * @returns {Promise<{ outcome: 'ready' | 'not-loaded' | 'not-started', exitCode: number | null }>} `exitCode` is that of new code that ended.
   */
  async replace() {
    if (this.#isStopped) return { outcome: 'not-loaded', exitCode: null };
    const next = this.#takeSpare() ?? this.#spawn();
    this.#underWay = next;
    try {
      return await this.#bring(next);
    } finally {
      this.#underWay = null;
      if (this.#librariesOf !== undefined && !this.#isStopped) this.#spare = this.#spawn();
    }
  }

  /** Drains what runs, and its database. Nothing is started any more. */
  async stop() {
    this.#isStopped = true;
    this.#takeSpare()?.child.kill('SIGKILL');
    if (this.#underWay !== null) {
      const { child, ended, hasBegun } = this.#underWay;
      this.#databaseLeft ||= hasBegun;
      child.kill('SIGKILL');
      await ended;
    }
    if (this.#current !== null) {
      const { child } = this.#current;
      child.kill('SIGTERM');
      await this.#endWithin(this.#limitMs('stopping'), this.#current);
      // One that crashed or was killed has stopped nothing.
      this.#databaseLeft ||= child.exitCode !== 0;
      this.#current = null;
    }
    if (!this.#databaseLeft) return;
    this.#databaseLeft = false;
    const last = this.#spawn();
    last.load();
    // If the newest code hangs, nothing can stop the database. The next start takes it over.
    if (await this.#saysWithin(this.#limitMs('loading'), last, 'loaded')) last.order('stop-database');
    await this.#endWithin(this.#limitMs('stopping'), last);
  }

  #limitMs(step) {
    return this.#limitsMs[step] ?? LIMITS_MS[step];
  }

  /** One that has ended meanwhile, such as by somebody's hand, is of no use. */
  #takeSpare() {
    const spare = this.#spare;
    this.#spare = null;
    return spare?.hasEnded() === false ? spare : null;
  }

  async #bring(next) {
    next.load();
    if (!(await this.#saysWithin(this.#limitMs('loading'), next, 'loaded'))) {
      return { outcome: 'not-loaded', exitCode: next.child.exitCode };
    }
    const previous = this.#current;
    if (previous !== null) await this.#makeRoom(previous);
    this.#current = null;
    next.order(this.#databaseLeft ? 'succeed' : 'begin');
    next.hasBegun = true;
    const isReady = await this.#saysWithin(this.#limitMs('starting'), next, 'ready');
    // One that ended on its way may not have stopped the database.
    this.#databaseLeft = !isReady;
    if (!isReady) return { outcome: 'not-started', exitCode: next.child.exitCode };
    this.#current = next;
    return { outcome: 'ready', exitCode: null };
  }

  async #saysWithin(limitMs, process, word) {
    const timer = setTimeout(() => process.child.kill('SIGKILL'), limitMs);
    const hasSaid = await process.says(word);
    clearTimeout(timer);
    return hasSaid;
  }

  async #endWithin(limitMs, { child, ended }) {
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await ended;
    clearTimeout(timer);
  }

  async #makeRoom(previous) {
    previous.order('make-room');
    await this.#endWithin(this.#limitMs('makingRoom'), previous);
    // One that had ended by itself took its database with it; then the successor finds none and starts it.
    this.#databaseLeft = true;
  }

  #spawn() {
    // A group of its own: a Ctrl-C in the terminal is for us, who end it in good order.
    const options = { cwd: this.#cwd, detached: true };
    const child =
      this.#librariesOf === undefined
        ? fork(this.#program, options)
        : fork(WITH_LIBRARIES, [this.#librariesOf, this.#program], {
            ...options,
            execArgv: [RESOLVE_FROM_ANYWHERE],
          });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const heard = new Set();
    child.on('message', (word) => heard.add(word));
    return {
      child,
      ended,
      hasBegun: false,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
      load: () => this.#librariesOf !== undefined && child.connected && child.send('load', () => undefined),
      order: (word) => child.connected && child.send(word, () => undefined),
      /** Resolves to true once the process has said the word, to false if it ends before. */
      says: (word) =>
        new Promise((resolve) => {
          if (heard.has(word)) resolve(true);
          child.on('message', (said) => said === word && resolve(true));
          void ended.then(() => resolve(false));
        }),
    };
  }
}
