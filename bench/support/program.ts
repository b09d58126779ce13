import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Leftovers } from './run-bench.js';
import type { Answer, Calls, Memory, Question } from './program-calls.js';

/** Longer than any single step of a measurement takes, in milliseconds. */
const ANSWER_MS_MAX = 180_000;

/**
 * A part of a measurement that runs as a process of its own, so that it has an event loop and a memory to itself. It is asked by the
 * names of the calls that it serves.
 */
export class Program<Served extends Calls> {
  readonly #child: ChildProcess;
  readonly #asked = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  readonly #ended: Promise<void>;
  #questions = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()));
    child.on('message', (answer) => this.#take(answer as Answer));
    child.once('exit', (code, signal) => this.#failAll(new Error(`A program ended (${signal ?? code})`)));
  }

  /**
   * Starts `support/<file>`; it is stopped with the leftovers. With `BENCH_CPU_PROFILES=<folder>` it writes a CPU profile there when it ends.
   */
  static start<Served extends Calls>(file: string, leftovers: Leftovers): Program<Served> {
    const folder = process.env['BENCH_CPU_PROFILES'];
    const profiling = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
      execArgv: ['--expose-gc', '--enable-source-maps', ...profiling],
      // Its own group: Ctrl-C reaches the measurement, which then stops its programs.
      detached: true,
    });
    const program = new Program<Served>(child);
    leftovers.later(() => program.stop());
    return program;
  }

  ask<Name extends keyof Served & string>(
    name: Name,
    argument: Parameters<Served[Name]>[0],
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    return this.#ask<Awaited<ReturnType<Served[Name]>>>(name, argument);
  }

  /** CPU time used since the start, in milliseconds. */
  cpuMs(): Promise<number> {
    return this.#ask('cpuMs', undefined);
  }

  /** What is in use after a collection of garbage. */
  memory(): Promise<Memory> {
    return this.#ask('memory', undefined);
  }

  /** Holds the process still, so that work can pile up before it. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Idempotent. */
  async stop(): Promise<void> {
    this.resume();
    if (this.#child.connected) this.#child.disconnect();
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    await this.#ended;
    clearTimeout(kill);
  }

  #ask<T>(name: string, argument: unknown): Promise<T> {
    const id = (this.#questions += 1);
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${name}`)), ANSWER_MS_MAX);
      this.#asked.set(id, {
        resolve: (value: never) => (clearTimeout(timer), resolve(value)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      });
      this.#child.send({ id, name, argument } satisfies Question);
    });
  }

  #take(answer: Answer): void {
    const asked = this.#asked.get(answer.id);
    this.#asked.delete(answer.id);
    if (answer.error === undefined) asked?.resolve(answer.value as never);
    else asked?.reject(new Error(answer.error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#asked.values()) reject(error);
    this.#asked.clear();
  }
}
