import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { end, profilingOptions } from './processes.js';
import type { Answer, Calls, Memory, Question } from './program-calls.js';
import type { Leftovers } from './run-bench.js';

/** Longer than any single step of a measurement takes, in milliseconds. */
const ANSWER_MS_MAX = 180_000;

/** A process of its own, with an event loop and a memory to itself, which serves calls by their names. */
export class Program<Served extends Calls> {
  readonly #child: ChildProcess;
  #questions = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Starts `support/<file>`; it is stopped with the leftovers. */
  static start<Served extends Calls>(file: string, leftovers: Leftovers): Program<Served> {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
      execArgv: ['--expose-gc', '--enable-source-maps', ...profilingOptions()],
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
  stop(): Promise<void> {
    return end(this.#child, () => this.#child.connected && this.#child.disconnect());
  }

  async #ask<T>(name: string, argument: unknown): Promise<T> {
    const id = (this.#questions += 1);
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const answers = on(this.#child, 'message', { signal, close: ['exit'] });
    this.#child.send({ id, name, argument } satisfies Question);
    for await (const [answer] of answers as AsyncIterable<[Answer]>) {
      if (answer.id !== id) continue;
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as T;
    }
    throw new Error(`A program ended and did not answer ${name}`);
  }
}
