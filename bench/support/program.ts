import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MeasuredProcess, profilingOptions } from './processes.js';
import type { Answer, Calls, Question } from './program-calls.js';
import type { Leftovers } from './run-bench.js';

/** Longer than any single step of a measurement takes, in milliseconds. */
const ANSWER_MS_MAX = 180_000;

/** A process of its own, with an event loop and a memory to itself, which serves calls by their names. */
export class Program<Served extends Calls> extends MeasuredProcess {
  #questions = 0;

  /** Starts `support/<file>`; it is stopped with the leftovers. */
  constructor(file: string, leftovers: Leftovers) {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
      execArgv: ['--enable-source-maps', ...profilingOptions()],
      // Its own group: Ctrl-C reaches the measurement, which then stops its programs.
      detached: true,
    });
    super(child, leftovers, () => child.connected && child.disconnect());
  }

  /** Resolves with what the call does. */
  async ask<Name extends keyof Served & string>(
    name: Name,
    argument: Parameters<Served[Name]>[0],
  ): Promise<Awaited<ReturnType<Served[Name]>>> {
    const id = (this.#questions += 1);
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const answers = on(this.child, 'message', { signal, close: ['exit'] });
    this.child.send({ id, name, argument } satisfies Question);
    for await (const [answer] of answers as AsyncIterable<[Answer]>) {
      if (answer.id !== id) continue;
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as Awaited<ReturnType<Served[Name]>>;
    }
    throw new Error(`A program ended and did not answer ${name}`);
  }
}
