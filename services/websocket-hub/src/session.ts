import { toServiceError } from '@svc/runtime';
import type { ArrivedEvent } from '@svc/store';
import { idTimeMs } from '@svc/domain';
import type { AgentKind, AgentScope, EventType, MediaLinks } from '@svc/domain';
import { frameWithLinks } from '@svc/events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CatchUp } from './catch-up.js';
import type { CatchUpContext } from './catch-up.js';
import type { HeldBytes } from './held-messages.js';
import type { HubLimits } from './limits.js';
import { Outbox } from './outbox.js';
import type { OutboxEntry } from './outbox.js';
import type { Settle } from './ports.js';
import { OUTCOME_OF_RECEIPT, recordReceipt } from './receipts.js';

/** The key that opened a session. */
export interface SessionKey {
  keyId: string;
  scopes: readonly AgentScope[];
}

export interface SessionContext extends CatchUpContext {
  limits: HubLimits;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  counters: { pushed: number; confirmed: number };
  /** Tells the owner's open consoles that an event's receipt is recorded. */
  tellReceipt(event: OutboxEntry['event'], ownerId: string): void;
  /** Whether the hub has drained, so that no more tries are made. */
  hasStopped(): boolean;
}

/**
 * One authenticated socket: the events pushed on it, and how far.
 *
 * Events come from the broker while the session is caught up. A gap in the agent's event numbers, or a full window, makes it read from the
 * store instead ({@link CatchUp}). Events that the broker brings meanwhile are left to that reading.
 */
export class Session {
  readonly id: string;
  readonly agentId: string;
  readonly ownerId: string;
  readonly agentKind: AgentKind;
  /** Null where the agent's secret opened it. */
  readonly key: SessionKey | null;
  readonly socket: WebSocket;
  readonly #stream: Duplex;
  readonly held: HeldBytes = { unfinished: 0, waiting: 0, counted: 0 };
  readonly outbox: Outbox;
  readonly catchUp: CatchUp;
  /** When the socket last showed a sign of life. */
  seenAtMs: number;
  closed = false;
  readonly #context: SessionContext;
  #isHolding = false;

  constructor(
    opening: {
      id: string;
      agentId: string;
      ownerId: string;
      agentKind: AgentKind;
      key: SessionKey | null;
      socket: WebSocket;
      /** What the socket writes to. */
      stream: Duplex;
      /** Types of waiting events that are pushed when the session starts. */
      waitingTypes: readonly EventType[];
      nowMs: number;
    },
    context: SessionContext,
  ) {
    this.id = opening.id;
    this.agentId = opening.agentId;
    this.ownerId = opening.ownerId;
    this.agentKind = opening.agentKind;
    this.key = opening.key;
    this.socket = opening.socket;
    this.#stream = opening.stream;
    this.seenAtMs = opening.nowMs;
    this.#context = context;
    this.outbox = new Outbox(context.limits);
    this.catchUp = new CatchUp(this, context, opening.waitingTypes);
  }

  /**
   * Takes an event. `settle` is called when its outcome is clear.
   *
   * @param isFresh the store has it, as was just read. Default: the broker brought it, perhaps late.
   */
  offer(event: ArrivedEvent, settle: Settle, { isFresh = false } = {}): void {
    if (event.seq <= this.catchUp.position) void this.#offerAgain(event, settle);
    else if (this.catchUp.take(event.seq) && this.outbox.isOpen) {
      if (!isFresh && this.#isStale(event)) return void this.#offerStale(event, settle);
      this.catchUp.advance(event.seq);
      this.push(event, settle);
    } else {
      // The event is in the store, and the reading from there will reach it.
      this.catchUp.startFor(event.seq);
      settle('ack');
    }
  }

  #isStale({ eventId }: ArrivedEvent): boolean {
    return Date.now() - (idTimeMs(eventId) ?? Infinity) > this.#context.limits.staleAfterMs;
  }

  push(event: ArrivedEvent, settle: Settle | null): void {
    this.outbox.add(event, settle);
    this.#holdWrites();
    this.socket.send(frameWithLinks(event.frame, this.#context.mediaLinks));
    this.#context.counters.pushed += 1;
  }

  /** A pong has come. */
  confirm(payload: string): void {
    const confirmed = this.outbox.confirm(payload);
    if (this.outbox.needsPing) this.ping();
    for (const entry of confirmed) void this.#record(entry);
    this.#context.counters.confirmed += confirmed.length;
    this.catchUp.continue();
  }

  /** Sends a ping unless one is under way. */
  ping(): void {
    const payload = this.outbox.nextPing(performance.now());
    if (payload !== null) this.socket.ping(payload);
  }

  // All frames of one turn of the event loop leave in one write, followed by one ping. A write costs more than everything else.
  #holdWrites(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#stream.cork();
    setImmediate(() => {
      this.#isHolding = false;
      if (!this.closed && this.outbox.needsPing) this.ping();
      this.#stream.uncork();
    });
  }

  async #record(entry: OutboxEntry): Promise<void> {
    const receipt = await recordReceipt(entry.event.eventId, this.#context);
    this.outbox.settled(entry.event.eventId);
    entry.settle?.(OUTCOME_OF_RECEIPT[receipt]);
    if (receipt === 'recorded') this.#context.tellReceipt(entry.event, this.ownerId);
  }

  /** The very next event, whose message comes late: it may have been erased meanwhile. Looks of many sessions are one statement. */
  async #offerStale(event: ArrivedEvent, settle: Settle): Promise<void> {
    try {
      const route = await this.#context.store.events.route(event.eventId);
      if (this.closed) return settle('reject');
      if (route !== null) return this.offer(event, settle, { isFresh: true });
      if (this.catchUp.take(event.seq)) this.catchUp.advance(event.seq);
      settle('ack');
    } catch (error) {
      this.#context.logger.warn({ err: error, event_id: event.eventId }, 'could not look a late event up');
      settle(isDatabaseAway(error) ? 'wait' : 'fail');
    }
  }

  /** An event with a number that was passed: a repeat, unless the store says that it is pending (a redelivery, or a late retry). */
  async #offerAgain(event: ArrivedEvent, settle: Settle): Promise<void> {
    if (this.outbox.has(event.eventId)) return settle('ack');
    try {
      const [route, settled] = await this.outbox.whileReading(() =>
        this.#context.store.events.route(event.eventId),
      );
      const isOpen = route !== null && route.state === 'pending' && !route.inFlight;
      if (!isOpen || settled.has(event.eventId) || this.outbox.has(event.eventId)) return settle('ack');
      if (this.closed) return settle('reject');
      this.push(event, settle);
    } catch (error) {
      this.#context.logger.warn(
        { err: error, event_id: event.eventId },
        'could not look a repeated event up',
      );
      settle(isDatabaseAway(error) ? 'wait' : 'fail');
    }
  }
}

/** Whether the database is away, or the agent's rows are blocked. The agent's messages then wait. */
function isDatabaseAway(error: unknown): boolean {
  return toServiceError(error).code === 'unavailable';
}
