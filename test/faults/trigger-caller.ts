import { setTimeout as sleep } from 'node:timers/promises';
import { httpCall } from '@svc/testkit';
import type { RunBook, TriggerAnswer } from './run-book.js';

/** How long a caller lies low after a call that was not taken, in milliseconds. */
const REFUSED_PAUSE_MS = 100;
/** Every so many payloads one is sent again though it was answered. */
const REPEATED_EVERY = 4;

export interface TriggerCallerOptions {
  baseUrl: string;
  triggerIds: readonly string[];
  book: RunBook;
  /** The next payload's number; each is given out once, to whichever caller. */
  nextPayload: () => number;
  /** Time from one payload to the next, in milliseconds. */
  intervalMs: number;
}

/** An external system that calls triggers at a steady rate, each again until it is answered with 200. */
export class TriggerCaller {
  readonly #options: TriggerCallerOptions;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(options: TriggerCallerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the last payload was answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const { nextPayload, intervalMs } = this.#options;
    while (!this.#isStopping) {
      const startedAtMs = performance.now();
      const payload = nextPayload();
      await this.#callUntilAnswered(payload);
      if (payload % REPEATED_EVERY === 0) await this.#callUntilAnswered(payload);
      await sleep(Math.max(0, intervalMs - (performance.now() - startedAtMs)));
    }
  }

  async #callUntilAnswered(payload: number): Promise<void> {
    const { baseUrl, triggerIds, book } = this.#options;
    const url = `${baseUrl}/webhook/${triggerIds[payload % triggerIds.length]}`;
    for (;;) {
      const answer = await httpCall(url, { body: { number: payload } }).catch(() => null);
      if (answer?.status === 200) {
        const { status, run_id } = answer.body as { status: TriggerAnswer['status']; run_id?: string };
        book.answer({ payload, status, runId: run_id ?? null });
        return;
      }
      // Whoever knows the URL of a task that exists must never be told that there is none.
      if (answer !== null && answer.status < 500 && answer.status !== 429) {
        return book.refuse(payload, `${answer.status} ${answer.bytes.toString('utf8')}`);
      }
      await sleep(REFUSED_PAUSE_MS);
    }
  }
}
