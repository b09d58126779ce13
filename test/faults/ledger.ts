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
  repeats: number;
  /** The longest time in which one agent got no new message though it was sent some, in milliseconds. */
  longestGapMs: number;
  /** The longest time from 201 to the first arrival, in milliseconds. */
  longestDelayMs: number;
  /** The longest time that a call took, whatever came of it, in milliseconds. */
  longestCallMs: number;
  /** When a call was not accepted, or a message came late, for the last time. 0 if neither happened. */
  lastTroubleAtMs: number;
}

/** A message that takes longer from 201 to its arrival comes late. */
const LATE_MS = 1_000;

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
  #newestArrivalAtMs = Date.now();
  #owed = 0;
  #isSentTo = false;
  #onSettled: (() => void)[] = [];

  /** @param options.keepsOrder whether first arrivals must come in the order in which the messages were accepted. */
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
    this.#tally.lastTroubleAtMs = Date.now();
  }

  /** A call has ended, in whatever way. */
  endCall(durationMs: number): void {
    this.#tally.longestCallMs = Math.max(this.#tally.longestCallMs, durationMs);
  }

  arrive({ number, messageId, eventId }: Arrival): void {
    const message = this.#messageOf(number);
    message.arrivals += 1;
    if (message.arrivals > 1) {
      this.#tally.repeats += 1;
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

  /** Begins a new tally. What no agent was sent before does not count as a gap. */
  begin(): void {
    this.#tally = emptyTally();
    this.#arrived = [];
    this.#newestArrivalAtMs = Date.now();
    this.#isSentTo = true;
  }

  /** No more is sent: from now on silence is a gap only while an accepted message is on its way. */
  end(): void {
    this.#isSentTo = false;
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
    const nowMs = Date.now();
    const tally = this.#tally;
    if (this.#isSentTo || this.#owed > 0) {
      tally.longestGapMs = Math.max(tally.longestGapMs, nowMs - this.#newestArrivalAtMs);
    }
    this.#newestArrivalAtMs = nowMs;
    this.#arrived.push(number);
    tally.arrived += 1;
    if (message.acceptedAs === null) return;
    const delayMs = nowMs - message.acceptedAtMs;
    tally.longestDelayMs = Math.max(tally.longestDelayMs, delayMs);
    if (delayMs > LATE_MS) tally.lastTroubleAtMs = nowMs;
    this.#owed -= 1;
    if (this.#owed === 0) for (const resolve of this.#onSettled.splice(0)) resolve();
  }

  /** The id of the answer and that of the event are the same message's. */
  #mustAgree(number: number, { acceptedAs, messageId }: Message): void {
    if (acceptedAs === null || messageId === null || acceptedAs === messageId) return;
    this.#violations.push(`${number} was accepted as ${acceptedAs} and came as ${messageId}`);
  }

  /** A call that was not answered may take effect after later ones, so only accepted messages have an order. */
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
  const counts = { accepted: 0, unanswered: 0, arrived: 0, repeats: 0 };
  return { ...counts, longestGapMs: 0, longestDelayMs: 0, longestCallMs: 0, lastTroubleAtMs: 0 };
}

/** Counts add up, times do not: of them the longest or the last stands. */
export function totalOf(tallies: readonly Tally[]): Tally {
  const total = emptyTally();
  for (const tally of tallies) {
    total.accepted += tally.accepted;
    total.unanswered += tally.unanswered;
    total.arrived += tally.arrived;
    total.repeats += tally.repeats;
    total.longestGapMs = Math.max(total.longestGapMs, tally.longestGapMs);
    total.longestDelayMs = Math.max(total.longestDelayMs, tally.longestDelayMs);
    total.longestCallMs = Math.max(total.longestCallMs, tally.longestCallMs);
    total.lastTroubleAtMs = Math.max(total.lastTroubleAtMs, tally.lastTroubleAtMs);
  }
  return total;
}
