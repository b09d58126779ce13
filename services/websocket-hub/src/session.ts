import type { ArrivedEvent } from '@svc/store';
import type { AgentKind, AgentScope, EventType, MediaLinks } from '@svc/domain';
import { frameWithLinks } from '@svc/events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { CatchUp } from './catch-up.js';
import type { CatchUpContext } from './catch-up.js';
import { frameBytes } from './frame-bytes.js';
import type { GapFrame } from '@svc/proto-events';
import type { BufferedBytes } from './message-buffers.js';
import type { HubLimits } from './limits.js';
import { LogReplay } from './log-replay.js';
import { Outbox } from './outbox.js';
import type { OutboxEntry } from './outbox.js';
import { recordReceipt } from './receipts.js';
import type { ReceiptEnd } from './receipts.js';
import type { TurnEnd } from './turn-end.js';

/** The key that opened a session. */
export interface SessionKey {
  keyId: string;
  scopes: readonly AgentScope[];
}

export interface SessionContext extends CatchUpContext {
  limits: HubLimits;
  turnEnd: TurnEnd;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  counters: { pushed: number; confirmed: number };
  /** Tells the owner's open consoles that an event's receipt is recorded. */
  tellReceipt(event: OutboxEntry['event'], ownerId: string): void;
  /** The database refuses the receipt of an event. */
  receiptRefused(eventId: string): void;
  /** Whether the hub has drained, so that no more tries are made. */
  hasStopped(): boolean;
}

/**
 * One authenticated socket: the events pushed on it, and how far.
 *
 * A message of the broker only brings an event sooner: the store has it. The session pushes the very next event as it comes. A gap in the agent's
 * event numbers, a full window, or a hub that stood still makes it read from the store instead ({@link CatchUp}).
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
  readonly buffered: BufferedBytes = { unfinished: 0, waiting: 0, counted: 0 };
  readonly outbox: Outbox;
  readonly catchUp: CatchUp;
  /** When the socket last showed a sign of life. */
  seenAtMs: number;
  closed = false;
  readonly #context: SessionContext;
  /** Every event carries its number. */
  readonly #isNumbered: boolean;
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
      /** The agent has its log up to this number, and wants numbers; `null` if it did not say. Default: null. */
      after?: number | null;
      /** The log is sent from `after` on. Default: it is not. */
      isReplayed?: boolean;
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
    const { waitingTypes, after = null, isReplayed = false } = opening;
    this.#isNumbered = after !== null;
    const replay = after !== null && isReplayed ? new LogReplay(after) : null;
    this.catchUp = new CatchUp(this, context, { waitingTypes, replay });
  }

  /** Takes an event that the broker has brought. */
  offer(event: ArrivedEvent): void {
    if (event.seq <= this.catchUp.position) return void this.#offerAgain(event);
    const isNext = this.catchUp.take(event.seq) && this.outbox.isOpen && this.#context.isCertain();
    if (!isNext) return this.catchUp.startFor(event.seq);
    this.catchUp.advance(event.seq);
    this.push(event);
  }

  push(event: ArrivedEvent): void {
    this.outbox.add(event);
    this.#holdWrites();
    const frame = frameWithLinks(event.frame, this.#context.mediaLinks);
    this.#write(frameBytes.text(this.#isNumbered ? `${frame.slice(0, -1)},"seq":${event.seq}}` : frame));
    this.#context.counters.pushed += 1;
  }

  sendGap(gap: GapFrame): void {
    this.#holdWrites();
    this.socket.send(JSON.stringify(gap));
  }

  /** A pong has come. */
  confirm(payload: string): void {
    const confirmed = this.outbox.confirm(payload);
    if (this.outbox.needsPing) this.ping();
    for (const entry of confirmed)
      recordReceipt(entry.event.eventId, this.#context, (end) => this.#recorded(entry, end));
    this.#context.counters.confirmed += confirmed.length;
    this.catchUp.continue();
  }

  /** Sends a ping unless one is under way. */
  ping(): void {
    const payload = this.outbox.nextPing(performance.now());
    if (payload !== null) this.#write(frameBytes.ping(payload));
  }

  /** After its close frame, nothing is sent any more. */
  #write(bytes: Buffer): void {
    if (this.socket.readyState === this.socket.OPEN) this.#stream.write(bytes);
  }

  // All frames of one turn of the event loop leave in one write, followed by one ping. A write costs more than everything else.
  #holdWrites(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#stream.cork();
    this.#context.turnEnd.tell(this);
  }

  endTurn(): void {
    this.#isHolding = false;
    if (!this.closed && this.outbox.needsPing) this.ping();
    this.#stream.uncork();
  }

  #recorded({ event }: OutboxEntry, receipt: ReceiptEnd): void {
    this.outbox.settled(event.eventId);
    if (receipt === 'recorded') this.#context.tellReceipt(event, this.ownerId);
    if (receipt === 'refused') this.#context.receiptRefused(event.eventId);
  }

  /** An event with a number that was passed: a repeat, unless the store says that it is pending (a redelivery, or a late retry). */
  async #offerAgain(event: ArrivedEvent): Promise<void> {
    if (this.outbox.has(event.eventId)) return;
    try {
      const readRoute = () => this.#context.store.events.route(event.eventId);
      const [route, settled] = await this.outbox.whileReading(readRoute);
      const isOpen = route !== null && route.state === 'pending' && !route.inFlight;
      if (
        !isOpen ||
        this.closed ||
        !this.#context.isCertain() ||
        settled.has(event.eventId) ||
        this.outbox.has(event.eventId)
      )
        return;
      this.push({ ...event, frame: route.frame });
    } catch (error) {
      this.#context.logger.warn(
        { err: error, event_id: event.eventId },
        'could not look a repeated event up',
      );
    }
  }
}
