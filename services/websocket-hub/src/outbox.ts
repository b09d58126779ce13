import type { ArrivedEvent } from '@svc/store';

/** An event that was sent. Its frame is not kept: as many sockets as there are would fill the memory with frames. The store has it. */
export interface OutboxEntry {
  event: Omit<ArrivedEvent, 'frame'>;
  bytes: number;
}

export interface OutboxLimits {
  windowFrames: number;
  windowBytes: number;
}

/** The list of a socket that was never sent an event. Never written to. */
const NONE: OutboxEntry[] = [];

/** The same for a socket whose events are not being read. */
const NO_READS: readonly Set<string>[] = [];

/**
 * The event frames that one socket was sent and whose receipt is not yet recorded.
 *
 * A socket's send callback proves nothing: it also succeeds for a frozen client. So a ping with a number follows the frames. A client
 * answers pings in order (RFC 6455, section 5.5.3), so the pong with that number proves that it read every frame before the ping. One ping
 * is under way at a time and covers all frames written before it. Frames that are written later wait for the next ping.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  /** Sent and not confirmed, oldest first. */
  #sent: OutboxEntry[] = NONE;
  #sentBytes = 0;
  /** How many of `#sent` the ping under way covers. */
  #covered = 0;
  #pingNumber = 0;
  #pingSince: number | null = null;
  /** The ids of all events whose receipt is not yet recorded, confirmed or not. Made with the first event, because most sockets are idle. */
  #unsettled: Set<string> | null = null;
  /** One for each read of the store that is under way: the events whose receipt was recorded meanwhile. */
  #reads: readonly Set<string>[] = NO_READS;

  constructor(limits: OutboxLimits) {
    this.#limits = limits;
  }

  /** Whether one more frame may be sent. */
  get isOpen(): boolean {
    const { windowFrames, windowBytes } = this.#limits;
    const { length } = this.#sent;
    return length === 0 || (length < windowFrames && this.#sentBytes < windowBytes);
  }

  /** How many more frames may be sent before the window closes, by their number. */
  get room(): number {
    return Math.max(0, this.#limits.windowFrames - this.#sent.length);
  }

  get unsettledCount(): number {
    return this.#unsettled?.size ?? 0;
  }

  /** Since when a ping has waited for its pong, or `null`. */
  get pingSince(): number | null {
    return this.#pingSince;
  }

  has(eventId: string): boolean {
    return this.#unsettled?.has(eventId) ?? false;
  }

  add({ eventId, agentId, seq, type, frame }: ArrivedEvent): void {
    const entry: OutboxEntry = { event: { eventId, agentId, seq, type }, bytes: frame.length };
    if (this.#sent === NONE) this.#sent = [];
    this.#sent.push(entry);
    this.#sentBytes += entry.bytes;
    (this.#unsettled ??= new Set()).add(eventId);
  }

  /** The payload of a ping to send now, or `null` while one is under way. */
  nextPing(nowMs: number): string | null {
    if (this.#pingSince !== null) return null;
    this.#pingNumber += 1;
    this.#pingSince = nowMs;
    this.#covered = this.#sent.length;
    return String(this.#pingNumber);
  }

  /** The events that a pong proves to be received. Empty for a pong that answers no ping of ours. */
  confirm(payload: string): OutboxEntry[] {
    if (this.#pingSince === null || payload !== String(this.#pingNumber)) return [];
    this.#pingSince = null;
    const confirmed = this.#sent.splice(0, this.#covered);
    this.#covered = 0;
    for (const { bytes } of confirmed) this.#sentBytes -= bytes;
    return confirmed;
  }

  get needsPing(): boolean {
    return this.#sent.length > 0 && this.#pingSince === null;
  }

  /** The receipt of an event is recorded. */
  settled(eventId: string): void {
    this.#unsettled?.delete(eventId);
    for (const settled of this.#reads) settled.add(eventId);
  }

  /**
   * Reads the store, and tells the ids of the events whose receipt was recorded meanwhile. The read may still show them as open, so they are
   * not to be pushed because of it.
   */
  async whileReading<T>(read: () => Promise<T>): Promise<[T, ReadonlySet<string>]> {
    const settled = new Set<string>();
    this.#reads = [...this.#reads, settled];
    try {
      return [await read(), settled];
    } finally {
      const left = this.#reads.filter((other) => other !== settled);
      this.#reads = left.length > 0 ? left : NO_READS;
    }
  }

  /** Restarts the time of the ping under way, because the socket was not read meanwhile. */
  excusePing(nowMs: number): void {
    if (this.#pingSince !== null) this.#pingSince = nowMs;
  }

  /** Empties the outbox of unconfirmed events. Receipts of confirmed events are still being recorded. */
  takeUnconfirmed(): OutboxEntry[] {
    const unconfirmed = this.#sent;
    this.#sent = NONE;
    this.#sentBytes = 0;
    for (const entry of unconfirmed) this.#unsettled?.delete(entry.event.eventId);
    return unconfirmed;
  }
}
