import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CONFIGURATION_EXIT_CODE, reservePort } from '@svc/runtime';
import type { ReservedPort } from '@svc/runtime';
import type { Member } from './edge-proxy.js';

export interface SupervisedOptions {
  kind: string;
  /** Counts the processes of a kind from 1. */
  number: number;
  entry: string;
  /** The supervisor adds where to listen. */
  env: NodeJS.ProcessEnv;
  cwd: string | undefined;
  /** Called at every start, death and change of readiness. */
  onChange: () => void;
  onLine: (line: string) => void;
  /** Called when the process has ended because its configuration is wrong; returns whether it stays ended. */
  onRefusal: () => boolean;
}

const RESTART_DELAY_MS = { first: 500, last: 5_000 };
/** A process that lived this long has recovered: its next restart is quick again. */
const HEALTHY_AFTER_MS = 10_000;
const PROBE_INTERVAL_MS = { notReady: 100, ready: 500 };
const PROBE_TIMEOUT_MS = 2_000;

/** Starts again after a wait that doubles from 0.5 s to 5 s. Stopping is safe at any time, and twice. */
export class Supervised implements Member {
  readonly kind: string;
  readonly name: string;
  port = 0;
  ready = false;
  /** Resolves when the process has ended for good. */
  readonly ended: Promise<void>;
  readonly #options: SupervisedOptions;
  readonly #end: () => void;
  #child: ChildProcess | undefined;
  #stopping = false;
  #restartTimer: NodeJS.Timeout | undefined;
  #probeTimer: NodeJS.Timeout | undefined;
  #restartDelayMs = RESTART_DELAY_MS.first;

  constructor(options: SupervisedOptions) {
    this.#options = options;
    this.kind = options.kind;
    this.name = `${options.kind}#${options.number}`;
    let end = (): void => {};
    this.ended = new Promise((resolve) => (end = resolve));
    this.#end = end;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    if (this.#stopping) return;
    // A new port each time: the old one may be in use by another program by now.
    const reserved = await reservePort({ host: '127.0.0.1' });
    if (this.#stopping) return reserved.release();
    this.port = reserved.port;
    const { entry, env, cwd } = this.#options;
    const startedAt = Date.now();
    const child = spawn(process.execPath, [entry], {
      cwd,
      env: { ...env, PORT: String(reserved.port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group: Ctrl-C must reach the processes in our order, not all at once from the terminal.
      detached: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.#say(line));
    }
    child.on('error', (error) => this.#say(`could not be started: ${error.message}`));
    child.on('close', (code, signal) => this.#died({ startedAt, reserved }, { code, signal }));
    this.#options.onChange();
    void this.#probe(child);
  }

  /** Asks the process to drain. */
  terminate(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restartTimer);
    // After a process has exited, its last output may still come. `close` says that all of it was read.
    if (this.#child === undefined) this.#end();
    else this.#signal('SIGTERM');
    return this.ended;
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  #signal(name: NodeJS.Signals): void {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) this.#child.kill(name);
  }

  #died(
    { startedAt, reserved }: { startedAt: number; reserved: ReservedPort },
    { code, signal }: { code: number | null; signal: NodeJS.Signals | null },
  ): void {
    reserved.release();
    clearTimeout(this.#probeTimer);
    this.#setReady(false);
    this.#child = undefined;
    if (code === CONFIGURATION_EXIT_CODE && this.#options.onRefusal()) this.#stopping = true;
    if (this.#stopping) return this.#end();
    if (Date.now() - startedAt > HEALTHY_AFTER_MS) this.#restartDelayMs = RESTART_DELAY_MS.first;
    this.#say(`ended (${signal ?? `code ${code}`}), starts again in ${this.#restartDelayMs} ms`);
    this.#options.onChange();
    this.#restartTimer = setTimeout(() => void this.start(), this.#restartDelayMs);
    this.#restartDelayMs = Math.min(this.#restartDelayMs * 2, RESTART_DELAY_MS.last);
  }

  async #probe(child: ChildProcess): Promise<void> {
    const isReady = await answersReady(this.port);
    if (this.#child !== child) return;
    this.#setReady(isReady);
    const waitMs = isReady ? PROBE_INTERVAL_MS.ready : PROBE_INTERVAL_MS.notReady;
    this.#probeTimer = setTimeout(() => void this.#probe(child), waitMs);
  }

  #setReady(ready: boolean): void {
    if (this.ready === ready) return;
    this.ready = ready;
    this.#options.onChange();
  }

  #say(line: string): void {
    this.#options.onLine(`${this.name} | ${line}`);
  }
}

async function answersReady(port: number): Promise<boolean> {
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
