import type { ArrivedEvent } from '@svc/store';
import { untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import { isDataRefused } from '@svc/store';
import type { HubStore } from './claims.js';
import type { HubLimits } from './limits.js';

/** Without its frame: frames of all sockets would fill the memory, and the store has them. */
export interface OutboxEntry {
  event: Pick<ArrivedEvent, 'eventId' | 'agentId' | 'type'>;
  bytes: number;
}

/** The list of a socket that was never sent an event. Never written to. */
const NONE: OutboxEntry[] = [];

/**
 * Event frames whose receipt is not proven. A send callback proves nothing: it also succeeds for a frozen
 * client. A client answers pings in order (RFC 6455, section 5.5.3), so a pong proves that it read every
 * frame before its ping. One ping is under way at a time; frames written later wait for the next. If the
 * agent acknowledges by itself, a pong proves its life.
 */
export class Outbox {
  readonly #limits: Pick<HubLimits, 'windowFrames' | 'windowBytes'>;
  readonly #waitsForAcks: boolean;
  /** Sent and not confirmed, oldest first. */
  #sent: OutboxEntry[] = NONE;
  #sentBytes = 0;
  /** How many of `#sent` the ping under way covers. */
  #covered = 0;
  #pingNumber = 0;
  #pingSince: number | null = null;
  /** A frame was written after the latest ping. */
  #isUnproven = false;
  /** Receipts that are being recorded. */
  #recording = 0;

  constructor(limits: Pick<HubLimits, 'windowFrames' | 'windowBytes'>, waitsForAcks: boolean) {
    this.#limits = limits;
    this.#waitsForAcks = waitsForAcks;
  }

  /** Whether one more frame may be sent. */
  get isOpen(): boolean {
    const { windowFrames, windowBytes } = this.#limits;
    const { length } = this.#sent;
    return length === 0 || (length < windowFrames && this.#sentBytes < windowBytes);
  }

  get capacity(): number {
    return this.isOpen ? Math.max(1, this.#limits.windowFrames - this.#sent.length) : 0;
  }

  /** Events whose receipt is not recorded. */
  get unsettledCount(): number {
    return this.#sent.length + this.#recording;
  }

  /** Since when a ping has waited for its pong, or `null`. */
  get pingSince(): number | null {
    return this.#pingSince;
  }

  add({ eventId, agentId, type, frame }: ArrivedEvent): void {
    const entry: OutboxEntry = { event: { eventId, agentId, type }, bytes: frame.length };
    if (this.#sent === NONE) this.#sent = [];
    this.#sent.push(entry);
    this.#sentBytes += entry.bytes;
    this.#isUnproven = true;
  }

  /** The payload of a ping to send now, or `null` while one is under way. */
  nextPing(nowMs: number): string | null {
    if (this.#pingSince !== null) return null;
    this.#pingNumber += 1;
    this.#pingSince = nowMs;
    this.#covered = this.#sent.length;
    this.#isUnproven = false;
    return String(this.#pingNumber);
  }

  /** Empty for a pong that answers no ping of ours. Each event is to be {@link settled}. */
  confirm(payload: string): OutboxEntry[] {
    if (this.#pingSince === null || payload !== String(this.#pingNumber)) return [];
    this.#pingSince = null;
    return this.#waitsForAcks ? [] : this.#end(this.#sent.splice(0, this.#covered));
  }

  /** The event with its repeats; empty if it does not wait. Each is to be {@link settled}. */
  acknowledge(eventId: string): OutboxEntry[] {
    const acknowledged = this.#sent.filter(({ event }) => event.eventId === eventId);
    if (acknowledged.length > 0) this.#sent = this.#sent.filter(({ event }) => event.eventId !== eventId);
    return this.#end(acknowledged);
  }

  #end(entries: OutboxEntry[]): OutboxEntry[] {
    this.#recording += entries.length;
    for (const { bytes } of entries) this.#sentBytes -= bytes;
    return entries;
  }

  get needsPing(): boolean {
    return this.#isUnproven && this.#pingSince === null;
  }

  /** The receipts of so many events are recorded, or are not tried any more. */
  settled(count: number): void {
    this.#recording -= count;
  }

  /** Restarts the time of the ping under way, because the socket was not read meanwhile. */
  excusePing(nowMs: number): void {
    if (this.#pingSince !== null) this.#pingSince = nowMs;
  }
}

export interface ReceiptContext {
  store: Pick<HubStore, 'channels'>;
  logger: Logger;
  hasStopped: () => boolean;
}

/**
 * Only this process knows of the receipts. If the hub stops before the database can be reached, or it refuses
 * them for good, the events are repeated under their ids. Returns whether they are recorded; never rejects.
 */
export function recordReceipts(
  eventIds: readonly string[],
  { store, logger, hasStopped }: ReceiptContext,
): Promise<boolean> {
  const goesOn = (error: unknown): boolean => {
    if (hasStopped() || isDataRefused(error)) return false;
    logger.warn({ err: error, event_ids: eventIds }, 'could not record receipts, trying again');
    return true;
  };
  return untilDone(() => store.channels.websocket.receive(...eventIds), { goesOn }).then(
    () => true,
    () => false,
  );
}

/** Once for many: a timer for each socket would cost more. */
export class EndOfTick {
  #waiting: { endTick(): void }[] = [];

  /** @param waiting is called when this tick has ended, as often as it was added. */
  add(waiting: { endTick(): void }): void {
    if (this.#waiting.push(waiting) === 1) queueMicrotask(this.#end);
  }

  readonly #end = (): void => {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one.endTick();
  };
}
