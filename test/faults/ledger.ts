/** What came of one message: the number stands in its text and counts an agent's messages. */
export interface Arrival {
  number: number;
  messageId: string;
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

interface Message {
  acceptedAs: string | null;
  acceptedAtMs: number;
  messageId: string | null;
  eventId: string | null;
  arrivals: number;
}

/** The book of one agent's messages: what was accepted, what arrived, and what must not have happened. */
export class Ledger {
  readonly #keepsOrder: boolean;
  readonly #messages = new Map<number, Message>();
  readonly #violations: string[] = [];
  /** Numbers in the order of their first arrivals, since the tally was taken last. */
  #arrived: number[] = [];
  #tally = emptyTally();
  #owed = 0;
  #onSettled: (() => void)[] = [];

  /** @param options.keepsOrder whether first arrivals must come in the order of their acceptance. */
  constructor(options: { keepsOrder: boolean }) {
    this.#keepsOrder = options.keepsOrder;
  }

  accept(number: number, messageId: string): void {
    const message = this.#messageOf(number);
    message.acceptedAs = messageId;
    message.acceptedAtMs = Date.now();
    this.#tally.accepted += 1;
    if (message.arrivals === 0) this.#owed += 1;
    this.#mustAgree(number, message);
  }

  leaveUnanswered(): void {
    this.#tally.unanswered += 1;
  }

  /** A call has ended, in whatever way. */
  endCall(durationMs: number): void {
    this.#tally.longestCallMs = Math.max(this.#tally.longestCallMs, durationMs);
  }

  arrive({ number, messageId, eventId }: Arrival): void {
    const message = this.#messageOf(number);
    message.arrivals += 1;
    if (message.arrivals > 1) {
      if (message.messageId !== messageId || message.eventId !== eventId) {
        const first = `${message.messageId}/${message.eventId}`;
        this.#violations.push(`${number} came as ${first} and as ${messageId}/${eventId}`);
      }
      return;
    }
    Object.assign(message, { messageId, eventId });
    this.#arriveFirst(number, message);
    this.#mustAgree(number, message);
  }

  /** Resolves once every accepted message has arrived. */
  async settled(): Promise<void> {
    if (this.#owed > 0) await new Promise<void>((resolve) => this.#onSettled.push(resolve));
  }

  /** Numbers of accepted messages that have not arrived. */
  get missing(): number[] {
    const accepted = [...this.#messages].filter(([, message]) => message.acceptedAs !== null);
    return accepted.filter(([, message]) => message.arrivals === 0).map(([number]) => number);
  }

  get accepted(): number {
    return this.#tally.accepted;
  }

  /** Begins a new tally. */
  begin(): void {
    this.#tally = emptyTally();
    this.#arrived = [];
  }

  get tally(): Tally {
    return { ...this.#tally };
  }

  /** What broke a promise since this was asked last; empty if all is well. */
  takeViolations(): string[] {
    const taken = this.#violations.splice(0);
    return this.#keepsOrder ? [...taken, ...this.#disorder()] : taken;
  }

  #arriveFirst(number: number, message: Message): void {
    this.#arrived.push(number);
    this.#tally.arrived += 1;
    if (message.acceptedAs === null) return;
    const delayMs = Date.now() - message.acceptedAtMs;
    this.#tally.longestDelayMs = Math.max(this.#tally.longestDelayMs, delayMs);
    this.#owed -= 1;
    if (this.#owed === 0) for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  /** The id of the answer and that of the event are the same message's. */
  #mustAgree(number: number, { acceptedAs, messageId }: Message): void {
    if (acceptedAs === null || messageId === null || acceptedAs === messageId) return;
    this.#violations.push(`${number} was accepted as ${acceptedAs} and came as ${messageId}`);
  }

  /** A call that was not answered may take effect after later ones: only accepted messages have an order. */
  #disorder(): string[] {
    const numbers = this.#arrived.filter((number) => this.#messages.get(number)?.acceptedAs !== null);
    return numbers
      .slice(1)
      .map((number, index) => ({ number, before: numbers[index] as number }))
      .filter(({ number, before }) => number < before)
      .map(({ number, before }) => `${number} came first after ${before} had come`);
  }

  #messageOf(number: number): Message {
    const known = this.#messages.get(number);
    if (known !== undefined) return known;
    const message = { acceptedAs: null, acceptedAtMs: 0, messageId: null, eventId: null, arrivals: 0 };
    this.#messages.set(number, message);
    return message;
  }
}

function emptyTally(): Tally {
  return { accepted: 0, unanswered: 0, arrived: 0, longestDelayMs: 0, longestCallMs: 0 };
}

/** Counts add up, times do not: of them the longest stands. */
export function totalOf(tallies: readonly Tally[]): Tally {
  const sum = (count: (tally: Tally) => number) => tallies.reduce((total, tally) => total + count(tally), 0);
  return {
    accepted: sum(({ accepted }) => accepted),
    unanswered: sum(({ unanswered }) => unanswered),
    arrived: sum(({ arrived }) => arrived),
    longestDelayMs: Math.max(...tallies.map(({ longestDelayMs }) => longestDelayMs)),
    longestCallMs: Math.max(...tallies.map(({ longestCallMs }) => longestCallMs)),
  };
}
