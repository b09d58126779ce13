import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpAnswer, Person } from '@svc/testkit';

/** How long a caller waits between two calls, in milliseconds. */
const INTERVAL_MS = 50;

/** Callers of the edge proxy that read and write at a steady rate, and the book of their refusals. */
export class RefusalBook {
  readonly #person: Person;
  readonly #agentId: string;
  #refused = 0;
  #violations: string[] = [];
  #isStopping = false;
  #running: Promise<unknown> | undefined;

  constructor(person: Person, agentId: string) {
    this.#person = person;
    this.#agentId = agentId;
  }

  start(): void {
    const read = () => this.#person.call('/agents');
    // Small enough to be taken at once, and a POST, which nothing may repeat once it was sent.
    const write = () => this.#person.postMessage(this.#agentId, { text: 'Are you there?' });
    this.#running = Promise.all([this.#call(read), this.#call(write)]);
  }

  /** Resolves when the last call was answered, with the counts since {@link start}. */
  async stop(): Promise<{ refused: number; violations: string[] }> {
    this.#isStopping = true;
    await this.#running;
    return { refused: this.#refused, violations: this.#violations };
  }

  async #call(call: () => Promise<HttpAnswer>): Promise<void> {
    while (!this.#isStopping) {
      this.#enter(await call().catch((error: Error) => error.message));
      await sleep(INTERVAL_MS);
    }
  }

  #enter(answer: HttpAnswer | string): void {
    if (typeof answer === 'string') {
      this.#violations.push(`not answered at all: ${answer}`);
    } else if (answer.status >= 300) {
      this.#refused += 1;
      this.#violations.push(...violationsOf(answer));
    }
  }
}

/** How a refusal differs from the one that is promised: 503, `Retry-After`, and the error shape. */
export function violationsOf({ status, headers, body }: HttpAnswer): string[] {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  return [
    ...(status === 503 ? [] : [`answered ${status}`]),
    ...(Number(headers['retry-after']) > 0 ? [] : [`${status} without Retry-After`]),
    ...(typeof detail === 'string' ? [] : [`${status} without a detail`]),
  ];
}
