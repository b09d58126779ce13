import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@svc/testkit';

/** How a sender lies low after a call that was not accepted, in milliseconds. */
const REFUSED_PAUSE_MS = 100;

interface LoadOptions {
  agentName: string;
  person: Person;
  agentId: string;
  /** Time from one message to the next, in milliseconds. */
  intervalMs: number;
  /** Whether first arrivals must come in the order of their acceptance. */
  keepsOrder: boolean;
}

/** A message under its number, which stands in its text and counts the agent's messages. */
interface Accepted {
  number: number;
  messageId: string;
  atMs: number;
}

interface Arrival extends Accepted {
  /** `null` on a socket, where the message's own id is all that tells a repeat. */
  eventId: string | null;
}

export interface Tally {
  accepted: number;
  /** Calls without an answer of 201: whether the message was taken is unknown. */
  unanswered: number;
  arrived: number;
  /** The longest time from 201 to the first arrival, in milliseconds. */
  longestDelayMs: number;
  /** The longest time that a call took, whatever came of it, in milliseconds. */
  longestCallMs: number;
}

/**
 * Someone who writes to one agent at a steady rate, one message after the answer to the other, and the book of
 * what came of it. A call that is not answered with 201 is neither repeated nor counted on.
 */
export class Load {
  readonly options: LoadOptions;
  #accepted: Accepted[] = [];
  #arrivals: Arrival[] = [];
  #callsMs: number[] = [];
  #conversationId: string | undefined;
  #number = 0;
  #running: Promise<void> | undefined;
  #isStopping = false;

  constructor(options: LoadOptions) {
    this.options = options;
  }

  /** Begins to send, and a new book. */
  start(): void {
    [this.#accepted, this.#arrivals, this.#callsMs] = [[], [], []];
    this.#isStopping = false;
    this.#running ??= this.#run();
  }

  /** Resolves when the last call was answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
    this.#running = undefined;
  }

  /** The event of a message has come to the agent. */
  arrive(event: Record<string, unknown>, eventId: string | null): void {
    const [number, messageId] = [Number(event['text']), String(event['message_id'])];
    this.#arrivals.push({ number, messageId, eventId, atMs: Date.now() });
  }

  /** Numbers of accepted messages that have not arrived. */
  get missing(): number[] {
    const arrived = this.#first();
    return this.#accepted.map(({ number }) => number).filter((number) => !arrived.has(number));
  }

  get tally(): Tally {
    const arrived = this.#first();
    const delaysMs = this.#accepted.map(({ number, atMs }) => (arrived.get(number)?.atMs ?? atMs) - atMs);
    return {
      accepted: this.#accepted.length,
      unanswered: this.#callsMs.length - this.#accepted.length,
      arrived: arrived.size,
      longestDelayMs: Math.max(0, ...delaysMs),
      longestCallMs: Math.max(0, ...this.#callsMs),
    };
  }

  /** What broke a promise; empty if all is well. */
  get violations(): string[] {
    const [arrived, accepted] = [this.#first(), new Map(this.#accepted.map((each) => [each.number, each]))];
    const shown = ({ messageId, eventId }: Arrival) => `${messageId}/${eventId}`;
    const others = this.#arrivals
      .map((arrival) => ({ arrival, first: arrived.get(arrival.number) as Arrival }))
      .filter(({ arrival, first }) => shown(arrival) !== shown(first))
      .map(({ arrival, first }) => `${first.number} came as ${shown(first)} and as ${shown(arrival)}`);
    const misnamed = [...arrived.values()]
      .filter(({ number, messageId }) => (accepted.get(number)?.messageId ?? messageId) !== messageId)
      .map(({ number, messageId }) => `${number} came as ${messageId}, and was accepted as another`);
    // A call that was not answered may take effect after later ones: only accepted messages have an order.
    const numbers = [...arrived.keys()].filter((number) => accepted.has(number));
    const overtaken = numbers
      .filter((number, index) => this.options.keepsOrder && number < (numbers[index - 1] ?? 0))
      .map((number) => `${number} came first after a later one had come`);
    return [...others, ...misnamed, ...overtaken].map((what) => `${this.options.agentName}: ${what}`);
  }

  /** The first arrival of each message, in their order. */
  #first(): Map<number, Arrival> {
    const first = new Map<number, Arrival>();
    for (const arrival of this.#arrivals) if (!first.has(arrival.number)) first.set(arrival.number, arrival);
    return first;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const startedAtMs = performance.now();
      const wasAccepted = await this.#send();
      const durationMs = performance.now() - startedAtMs;
      this.#callsMs.push(durationMs);
      await sleep(wasAccepted ? Math.max(0, this.options.intervalMs - durationMs) : REFUSED_PAUSE_MS);
    }
  }

  async #send(): Promise<boolean> {
    const number = (this.#number += 1);
    const { person, agentId } = this.options;
    // Left out of the JSON while there is none.
    const body = { text: String(number), conversation_id: this.#conversationId };
    const answer = await person.postMessage(agentId, body).catch(() => null);
    if (answer?.status !== 201) return false;
    const { message_id, conversation_id } = answer.body as { message_id: string; conversation_id: string };
    this.#conversationId = conversation_id;
    this.#accepted.push({ number, messageId: message_id, atMs: Date.now() });
    return true;
  }
}
