import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@svc/testkit';
import type { Ledger } from './ledger.js';

/** How long a sender lies low after a call that was not accepted, in milliseconds. */
const REFUSED_PAUSE_MS = 100;

/**
 * Someone who writes to one agent at a steady rate, one message after the answer to the other.
 *
 * A call that is not answered with 201 is neither repeated nor counted on; what comes of it is unknown.
 */
export class Sender {
  readonly #person: Person;
  readonly #agentId: string;
  readonly #ledger: Ledger;
  readonly #intervalMs: number;
  #conversationId: string | undefined;
  #number = 0;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #onAccepted: { after: number; resolve: () => void }[] = [];

  constructor(options: { person: Person; agentId: string; ledger: Ledger; intervalMs: number }) {
    this.#person = options.person;
    this.#agentId = options.agentId;
    this.#ledger = options.ledger;
    this.#intervalMs = options.intervalMs;
  }

  start(): void {
    this.#isStopping = false;
    this.#running ??= this.#run();
  }

  /** Resolves when the last call was answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
    this.#running = undefined;
  }

  /** Resolves once this many more messages are accepted. */
  accepts(count: number): Promise<void> {
    const after = this.#ledger.accepted + count;
    return new Promise((resolve) => this.#onAccepted.push({ after, resolve }));
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const startedAtMs = performance.now();
      const wasAccepted = await this.#send();
      const pauseMs = wasAccepted ? this.#intervalMs - (performance.now() - startedAtMs) : REFUSED_PAUSE_MS;
      await sleep(Math.max(0, pauseMs));
    }
  }

  async #send(): Promise<boolean> {
    const number = (this.#number += 1);
    // Left out of the JSON while there is none.
    const body = { text: String(number), conversation_id: this.#conversationId };
    const calledAtMs = performance.now();
    const answer = await this.#person.postMessage(this.#agentId, body).catch(() => null);
    this.#ledger.endCall(performance.now() - calledAtMs);
    if (answer === null || answer.status !== 201) {
      this.#ledger.leaveUnanswered();
      return false;
    }
    const { message_id, conversation_id } = answer.body as { message_id: string; conversation_id: string };
    this.#conversationId = conversation_id;
    this.#ledger.accept(number, message_id);
    const { accepted } = this.#ledger;
    for (const { resolve } of this.#onAccepted.filter(({ after }) => after <= accepted)) resolve();
    this.#onAccepted = this.#onAccepted.filter(({ after }) => after > accepted);
    return true;
  }
}
