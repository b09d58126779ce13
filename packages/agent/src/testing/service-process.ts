import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { programEnvironment } from './env.js';

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
  /** Aborts with the reason when it can answer nothing more. */
  readonly #gone = new AbortController();
  readonly #lines: string[] = [];
  #lastId = 0;
  /** Gets how far its clock is ahead of the machine's, in milliseconds, each time that it was moved. */
  onMoved: (aheadMs: number) => void = () => {};

  /** @param onLog gets each line of its log. */
  constructor(program: string, onLog: (line: string) => void = () => {}) {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    this.#child = fork(program, { stdio: [...stdio], env: programEnvironment(), execArgv: [] });
    this.#child.on('message', ({ moved }: Answer) => {
      if (moved !== undefined) this.onMoved(moved.ahead_ms);
    });
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
    this.#ended = new Promise((resolve) => this.#child.on('close', resolve));
    this.#child.on('close', () => this.#gone.abort('it has ended'));
    this.#child.on('error', ({ message }) => this.#gone.abort(message));
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
    const late = new AbortController();
    const tooLate = `it did not answer "${order.order}" in ${waitMsMax} ms`;
    // It also keeps this process alive while it waits.
    const timer = setTimeout(() => late.abort(tooLate), waitMsMax);
    const signal = AbortSignal.any([this.#gone.signal, late.signal]);
    try {
      const answers = on(this.#child, 'message', { signal }) as AsyncIterable<[Answer]>;
      this.#child.send({ id, ...order });
      for await (const [answer] of answers)
        if (answer.id === id) {
          if (answer.error !== undefined) throw this.#error(answer.error);
          return answer.result as Result;
        }
      throw this.#error('it has ended');
    } catch (error) {
      throw signal.aborted ? this.#error(String(signal.reason)) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until it has removed what it made. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    await this.order({ order: 'stop' }, END_MS_MAX).catch(() => this.#child.kill('SIGKILL'));
    const late = setTimeout(() => this.#child.kill('SIGKILL'), END_MS_MAX);
    await this.#ended;
    clearTimeout(late);
  }

  #error(why: string): Error {
    const log = this.#lines.length === 0 ? '' : `\n${this.#lines.join('\n')}`;
    return new Error(`The service under test: ${why}${log}`);
  }
}
