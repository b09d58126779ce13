import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const RESTART_DELAY_MS = { first: 500, last: 5_000 };
/** A process that lived this long has recovered: its next restart is quick again. */
const HEALTHY_AFTER_MS = 10_000;
const PROBE_INTERVAL_MS = { notReady: 100, ready: 500 };
const PROBE_TIMEOUT_MS = 2_000;

/** With this a service ends whose environment is wrong (`CONFIGURATION_EXIT_CODE` of `@svc/runtime`, EX_CONFIG of sysexits.h). */
export const CONFIGURATION_EXIT_CODE = 78;

/**
 * Keeps one service process alive: starts it on a free port, prefixes its log lines, asks for its readiness, and starts
 * it again when it dies, after a wait that doubles from 0.5 s to 5 s. Stopping is safe at any time, and twice.
 */
export class Supervised {
  #options;
  #child;
  #stopping = false;
  #restartTimer;
  #probeTimer;
  #restartDelayMs = RESTART_DELAY_MS.first;
  kind;
  name;
  port = 0;
  ready = false;
  /** Resolves when the process has ended for good. */
  ended;
  #end;

  /**
   * @param {{ kind: string, number: number, entry: string, env: NodeJS.ProcessEnv, onChange?: () => void,
   *   onLine?: (line: string) => void, onRefusal?: () => boolean, cwd?: string }} options `onChange` is told of every start, death and
   *   change of readiness; `onRefusal` of a process that ended because its configuration is wrong, and says whether it stays ended.
   */
  constructor(options) {
    this.#options = options;
    this.kind = options.kind;
    this.name = `${options.kind}#${options.number}`;
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  get pid() {
    return this.#child?.pid;
  }

  async start() {
    if (this.#stopping) return;
    // A new port each time: the old one may be in use by another program by now.
    const port = await freePort();
    if (this.#stopping) return;
    this.port = port;
    const { entry, env, cwd } = this.#options;
    const startedAt = Date.now();
    const child = spawn(process.execPath, [entry], {
      cwd,
      env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group: Ctrl-C must reach the processes in our order, not all at once from the terminal.
      detached: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.#say(line));
    }
    child.on('error', (error) => this.#say(`could not be started: ${error.message}`));
    child.on('close', (code, signal) => this.#died(startedAt, { code, signal }));
    this.#options.onChange?.();
    this.#probe(child);
  }

  /** Asks the process to drain. */
  terminate() {
    this.#stopping = true;
    clearTimeout(this.#restartTimer);
    // A process that has exited is only over when its last output was read: `close` says so, and ends it here.
    if (this.#child === undefined) this.#end();
    else this.#signal('SIGTERM');
    return this.ended;
  }

  /** Ends the process at once, by its id. */
  kill() {
    this.#signal('SIGKILL');
  }

  #signal(name) {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) this.#child.kill(name);
  }

  #died(startedAt, { code, signal }) {
    clearTimeout(this.#probeTimer);
    this.#setReady(false);
    this.#child = undefined;
    if (code === CONFIGURATION_EXIT_CODE && this.#options.onRefusal?.()) this.#stopping = true;
    if (this.#stopping) return this.#end();
    if (Date.now() - startedAt > HEALTHY_AFTER_MS) this.#restartDelayMs = RESTART_DELAY_MS.first;
    this.#say(`ended (${signal ?? `code ${code}`}), starts again in ${this.#restartDelayMs} ms`);
    this.#options.onChange?.();
    this.#restartTimer = setTimeout(() => void this.start(), this.#restartDelayMs);
    this.#restartDelayMs = Math.min(this.#restartDelayMs * 2, RESTART_DELAY_MS.last);
    return undefined;
  }

  async #probe(child) {
    const isReady = await answersReady(this.port);
    if (this.#child !== child) return;
    this.#setReady(isReady);
    const waitMs = isReady ? PROBE_INTERVAL_MS.ready : PROBE_INTERVAL_MS.notReady;
    this.#probeTimer = setTimeout(() => void this.#probe(child), waitMs);
  }

  #setReady(ready) {
    if (this.ready === ready) return;
    this.ready = ready;
    this.#options.onChange?.();
  }

  #say(line) {
    (this.#options.onLine ?? console.log)(`${this.name} | ${line}`);
  }
}

/** A port that was free a moment ago. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined)),
  );
  const address = server.address();
  await new Promise((resolve) => server.close(() => resolve(undefined)));
  return typeof address === 'object' && address ? address.port : 0;
}

async function answersReady(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
