import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
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

/**
 * The process of a service under test. Orders are lines on its standard input, and its answers come over a pipe of their own. It ends when its input does, so
 * also if this process is killed.
 */
export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #lines: string[] = [];
  readonly #onLog: (line: string) => void;
  #lastId = 0;
  /** Is told how far its clock is ahead of the machine's, in milliseconds, each time that it has been moved. */
  onMoved: (aheadMs: number) => void = () => {};

  /** @param onLog gets each line of its log. */
  constructor(program: string, onLog: (line: string) => void = () => {}) {
    this.#onLog = onLog;
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const;
    this.#child = spawn(process.execPath, [program], { stdio: [...stdio], env: programEnvironment() });
    const pipes = this.#child.stdio as unknown as [
      Writable & Socket,
      Readable & Socket,
      Readable & Socket,
      Readable & Socket,
    ];
    const [input, output, errors, answers] = pipes;
    // A test that forgets to stop its service ends all the same.
    this.#child.unref();
    for (const pipe of pipes) pipe.unref();
    input.on('error', () => {});
    for (const stream of [output, errors])
      createInterface({ input: stream }).on('line', (line) => this.#keep(line));
    createInterface({ input: answers }).on('line', (line) => this.#take(line));
    this.#ended = once(this.#child, 'close').then(() => this.#fail('it has ended'));
    this.#ended.catch(() => {});
    this.#child.once('error', (error) => this.#fail(error.message));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @param waitMsMax how long the answer may take, in milliseconds. */
  async order<Result>(
    order: { order: string } & Record<string, unknown>,
    waitMsMax: number,
  ): Promise<Result> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) throw this.#error('it has ended');
    const id = (this.#lastId += 1);
    // It also keeps this process alive while it waits.
    const timer = setTimeout(
      () =>
        this.#waiting.get(id)?.reject(this.#error(`it did not answer "${order.order}" in ${waitMsMax} ms`)),
      waitMsMax,
    );
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
        this.#child.stdin?.write(`${JSON.stringify({ id, ...order })}\n`);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Ends it, and waits until it has removed what it made. One that does not end is killed; the next start removes what it left. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    await this.order({ order: 'stop' }, END_MS_MAX).catch(() => this.#child.kill('SIGKILL'));
    const late = setTimeout(() => this.#child.kill('SIGKILL'), END_MS_MAX);
    await this.#ended.catch(() => {});
    clearTimeout(late);
  }

  #take(line: string): void {
    const { id, result, error, moved } = JSON.parse(line) as Answer;
    if (moved !== undefined) return this.onMoved(moved.ahead_ms);
    const waiting = this.#waiting.get(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(this.#error(error));
  }

  #keep(line: string): void {
    this.#onLog(line);
    this.#lines.push(line);
    if (this.#lines.length > LINES_KEPT_MAX) this.#lines.shift();
  }

  #fail(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(this.#error(why));
  }

  #error(why: string): Error {
    const log = this.#lines.length === 0 ? '' : `\n${this.#lines.join('\n')}`;
    return new Error(`The service under test: ${why}${log}`);
  }
}
