import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { programEnvironment } from './env.js';

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

interface Answer {
  id: number;
  result?: unknown;
  error?: string;
  moved?: { ahead_ms: number };
}

/** Lines of its log that are kept for the message of an error. */
const LINES_KEPT_MAX = 60;
/** It drains for at most ten seconds. */
const END_MS_MAX = 20_000;

/** It ends when the channel of its orders does, so also if this process is killed. */
export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lines: string[] = [];
  #lastId = 0;
  /** Gets how far its clock is ahead of the machine's, in milliseconds, each time that it was moved. */
  onMoved: (aheadMs: number) => void = () => {};

  /** @param onLog gets each line of its log. */
  constructor(program: string, onLog: (line: string) => void = () => {}) {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    this.#child = fork(program, { stdio: [...stdio], env: programEnvironment(), execArgv: [] });
    this.#child.on('message', (answer) => this.#take(answer as Answer));
    // A test that forgets to stop its service ends all the same.
    this.#child.unref();
    this.#child.channel?.unref();
    for (const output of [this.#child.stdout, this.#child.stderr] as Socket[]) {
      output.unref();
      createInterface({ input: output }).on('line', (line) => {
        onLog(line);
        if (this.#lines.push(line) > LINES_KEPT_MAX) this.#lines.shift();
      });
    }
    this.#ended = once(this.#child, 'close').then(() => this.#fail('it has ended'));
    this.#ended.catch(() => {});
    this.#child.on('error', (error) => this.#fail(error.message));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async order<Result>(
    order: { order: string } & Record<string, unknown>,
    waitMsMax: number,
  ): Promise<Result> {
    if (!this.#child.connected) throw this.#error('it has ended');
    const id = (this.#lastId += 1);
    const late = `it did not answer "${order.order}" in ${waitMsMax} ms`;
    // It also keeps this process alive while it waits.
    const timer = setTimeout(() => this.#waiting.get(id)?.reject(this.#error(late)), waitMsMax);
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
        this.#child.send({ id, ...order });
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Waits until it has removed what it made. If it has to be killed, the next start removes what it left. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    await this.order({ order: 'stop' }, END_MS_MAX).catch(() => this.#child.kill('SIGKILL'));
    const late = setTimeout(() => this.#child.kill('SIGKILL'), END_MS_MAX);
    await this.#ended.catch(() => {});
    clearTimeout(late);
  }

  #take({ id, result, error, moved }: Answer): void {
    if (moved !== undefined) return this.onMoved(moved.ahead_ms);
    const waiting = this.#waiting.get(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(this.#error(error));
  }

  #fail(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(this.#error(why));
  }

  #error(why: string): Error {
    const log = this.#lines.length === 0 ? '' : `\n${this.#lines.join('\n')}`;
    return new Error(`The service under test: ${why}${log}`);
  }
}
