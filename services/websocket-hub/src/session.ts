import type { AgentKind, MediaLinks } from '@svc/domain';
import { frameWithLinks } from '@svc/store';
import type { AgentCredential, ArrivedEvent, ClaimedForSocket } from '@svc/store';
import type { GapFrame } from '@svc/proto-events';
import type { Logger } from '@svc/runtime';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Claiming, Claims, HubStore } from './claims.js';
import { frameBytes } from './frame-bytes.js';
import type { AcceptedHandshake, LogPosition, SessionFeatures } from './handshake.js';
import type { HubLimits } from './limits.js';
import { LogReplay } from './log-replay.js';
import type { BufferedBytes } from './message-buffers.js';
import { Outbox, recordReceipts } from './outbox.js';
import type { EndOfTick, OutboxEntry } from './outbox.js';

const LOG_RETRY_MS = 1_000;

/** How often it is looked for runs that an agent has left, in milliseconds. */
const RESUME_INTERVAL_MS = 60_000;

export interface SessionOpening {
  accepted: AcceptedHandshake;
  position: LogPosition;
  socket: WebSocket;
  /** What the socket writes to. */
  stream: Duplex;
  nowMs: number;
}

/** An event as the broker brings it. A large frame is left out. */
export type OfferedEvent = Omit<ArrivedEvent, 'frame'> & { frame?: string | undefined };

export interface SessionContext {
  store: Pick<HubStore, 'channels'>;
  claims: Pick<Claims, 'want'>;
  logger: Logger;
  limits: HubLimits;
  endOfTick: EndOfTick;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  counters: { pushed: number; confirmed: number };
  /** Whether the agent's events go to this session, and not to another session on this hub. */
  isNewest(session: Session): boolean;
  /** See `ClaimsContext`. */
  isCertain(): boolean;
  /** Tells the owner's open consoles that an event's receipt is recorded. */
  tellReceipt(event: OutboxEntry['event'], ownerId: string): void;
  /** Whether the hub has drained, so that no more tries are made. */
  hasStopped(): boolean;
}

/**
 * One authenticated socket. The very next event is pushed as the broker brings it. After any other the
 * session claims what is open above its cursor ({@link Claims}): connecting, a gap, a full window, a
 * takeover, a standstill and a broker that is away are one case.
 */
export class Session implements Claiming {
  readonly id: string;
  readonly agentId: string;
  readonly ownerId: string;
  readonly agentKind: AgentKind;
  /** Null where the agent's secret opened it. */
  readonly key: (AgentCredential & { kind: 'key' }) | null;
  readonly socket: WebSocket;
  readonly #stream: Duplex;
  readonly buffered: BufferedBytes = { unfinished: 0, waiting: 0, counted: 0 };
  readonly outbox: Outbox;
  /** When the socket last showed a sign of life. */
  seenAtMs: number;
  closed = false;
  readonly #context: SessionContext;
  readonly features: SessionFeatures;
  readonly #isNumbered: boolean;
  /** What the agent asked for of its log; nothing else is sent until it is over. */
  readonly #replay: LogReplay | null;
  #cursor: number;
  /** There may be open events above the cursor. */
  #isBehind = true;
  #isReadingLog = false;
  #isHolding = false;
  #resumedAtMs = -Infinity;

  constructor({ accepted, position, socket, stream, nowMs }: SessionOpening, context: SessionContext) {
    const { agent, credential } = accepted;
    this.id = accepted.sessionId;
    this.agentId = agent.agentId;
    this.ownerId = agent.ownerId;
    this.agentKind = agent.kind;
    this.key = credential.kind === 'key' ? credential : null;
    this.features = accepted.sessionFeatures;
    this.socket = socket;
    this.#stream = stream;
    this.seenAtMs = nowMs;
    this.#context = context;
    this.outbox = new Outbox(context.limits, this.features.waitsForAcks);
    const { after, isReplayed, pushNo } = position;
    this.#isNumbered = after !== null || this.features.hasMeta;
    this.#replay = after !== null && isReplayed ? new LogReplay(after) : null;
    this.#cursor = pushNo;
  }

  get cursor(): number {
    return this.#cursor;
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  get capacity(): number {
    return this.closed || this.#isReplaying ? 0 : this.outbox.capacity;
  }

  get #isReplaying(): boolean {
    return this.#replay !== null && !this.#replay.isOver;
  }

  offer({ frame, ...event }: OfferedEvent): void {
    if (event.pushNo <= this.#cursor) return;
    const isNext = event.pushNo === this.#cursor + 1 && !this.#isReplaying && this.outbox.isOpen;
    if (!isNext || frame === undefined || !this.#context.isCertain()) return this.claimOpen();
    this.#cursor = event.pushNo;
    this.#pushOnce({ ...event, frame });
  }

  /** Claims what is open, now or when there is capacity. */
  claimOpen(): void {
    this.#isBehind = true;
    this.#continue();
  }

  isResumeDue(nowMs: number): boolean {
    if (!this.features.resumesRuns || nowMs - this.#resumedAtMs < RESUME_INTERVAL_MS) return false;
    this.#resumedAtMs = nowMs;
    return true;
  }

  take(claimed: ClaimedForSocket | null): void {
    if (this.closed || this.#isReplaying) return;
    if (claimed === null) {
      // If it becomes its agent's newest, its hub's next look finds it behind.
      this.#isBehind = false;
      return;
    }
    for (const event of claimed.events) {
      if (event.pushNo <= this.#cursor) continue;
      if (!this.outbox.isOpen) return;
      this.#cursor = event.pushNo;
      this.#pushOnce(event);
    }
    this.#cursor = Math.max(this.#cursor, claimed.upTo);
    this.#isBehind = !claimed.isWhole;
    this.#continue();
  }

  push(event: ArrivedEvent): void {
    this.outbox.add(event);
    this.#holdWrites();
    const frame = frameWithLinks(event.frame, this.#context.mediaLinks);
    this.#write(frameBytes.text(this.#isNumbered ? `${frame.slice(0, -1)},${this.#metaOf(event)}` : frame));
    this.#context.counters.pushed += 1;
  }

  #metaOf({ eventId, type, seq, createdAt }: ArrivedEvent): string {
    if (!this.features.hasMeta) return `"seq":${seq}}`;
    // That of a cancelled run always says its id.
    const id = type !== 'run_cancelled' && { event_id: eventId };
    return JSON.stringify({ ...id, seq, created_at: createdAt }).slice(1);
  }

  sendGap(gap: GapFrame): void {
    this.#holdWrites();
    this.socket.send(JSON.stringify(gap));
  }

  confirm(payload: string): void {
    const confirmed = this.outbox.confirm(payload);
    if (this.outbox.needsPing) this.ping();
    this.#settle(confirmed);
  }

  /** @returns whether the event has waited for it. */
  acknowledge(eventId: string): boolean {
    const acknowledged = this.outbox.acknowledge(eventId);
    this.#settle(acknowledged);
    return acknowledged.length > 0;
  }

  #settle(confirmed: readonly OutboxEntry[]): void {
    if (confirmed.length > 0) void this.#record(confirmed);
    this.#context.counters.confirmed += confirmed.length;
    this.#continue();
  }

  #continue(): void {
    if (this.closed || !this.outbox.isOpen || !this.#context.isNewest(this)) return;
    if (this.#isReplaying) void this.#readLog(this.#replay);
    else if (this.#isBehind) this.#context.claims.want(this);
  }

  async #readLog(replay: LogReplay | null): Promise<void> {
    if (this.#isReadingLog) return;
    this.#isReadingLog = true;
    const goesOn = (): boolean => !this.closed && this.#context.isNewest(this) && this.#context.isCertain();
    let pauseMs = 0;
    try {
      await replay?.sendPage(this, this.#context, goesOn);
    } catch (error) {
      this.#context.logger.warn(
        { err: error, agent_id: this.agentId },
        'could not read the log, trying again',
      );
      pauseMs = LOG_RETRY_MS;
    }
    if (!goesOn()) pauseMs = LOG_RETRY_MS;
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    this.#isReadingLog = false;
    this.#continue();
  }

  #pushOnce(event: ArrivedEvent): void {
    if (this.#replay?.has(event) !== true) this.push(event);
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

  // All frames of a tick leave in one write, followed by one ping. A write costs more than everything else.
  #holdWrites(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#stream.cork();
    this.#context.endOfTick.add(this);
  }

  endTick(): void {
    this.#isHolding = false;
    if (!this.closed && this.outbox.needsPing) this.ping();
    this.#stream.uncork();
  }

  async #record(confirmed: readonly OutboxEntry[]): Promise<void> {
    const eventIds = confirmed.map(({ event }) => event.eventId);
    const isRecorded = await recordReceipts(eventIds, this.#context);
    this.outbox.settled(confirmed.length);
    if (isRecorded) for (const { event } of confirmed) this.#context.tellReceipt(event, this.ownerId);
  }
}
