import type { EventType } from '@svc/domain';
import type { Logger } from '@svc/runtime';
import type { ArrivedEvent } from '@svc/store';
import type { LogReplay, Replaying } from './log-replay.js';
import type { Outbox } from './outbox.js';
import type { HubStore } from './ports.js';

const RETRY_DELAY_MS_MAX = 2_000;

/** The parts of a session that catching up needs. */
export interface CatchingUp extends Replaying {
  readonly agentId: string;
  readonly closed: boolean;
  readonly outbox: Outbox;
  push(event: ArrivedEvent): void;
}

export interface CatchUpContext {
  store: Pick<HubStore, 'events'>;
  logger: Logger;
  /** Whether the agent's events go to this session, and not to another session on this hub. */
  isNewest(session: CatchingUp): boolean;
  /** Whether the hub is certain that it holds its slot: not when it has just stood still. What it was told before may not hold any more. */
  isCertain(): boolean;
}

/**
 * How far a session has come in its agent's events, and its reading from the store when it is behind.
 *
 * Event numbers have no gaps and become visible in the order of their commits. So one read returns both the open events above the position
 * and the newest number at that instant. Events above that number will come through the broker.
 *
 * Events that an older socket of the agent was sent and has not confirmed are pushed again: the older socket may be dead, and an event that
 * is skipped here would come late and out of order.
 */
export class CatchUp {
  readonly #session: CatchingUp;
  readonly #context: CatchUpContext;
  readonly #waitingTypes: readonly EventType[];
  /** Every event up to this number was pushed or needs no push. */
  #position = 0;
  #behind = true;
  /**
   * The agent's newest number when the session first read, or `null` before. An event with a higher number was written while the agent was
   * connected. If it waits, it was parked because this hub counted as gone, and it is pushed whatever its type.
   */
  #numberAtConnect: number | null = null;
  #reading = false;
  /** The numbers that were left to the reading since it last asked for a page. They may be missing in that page. During a replay only the least one since it began. */
  #left: number[] = [];
  #retryDelayMs = 100;
  /** What the agent asked for of its log, until all of it is sent. Meanwhile the position is 0, so every event is left to the reading. */
  #replay: LogReplay | null;

  constructor(
    session: CatchingUp,
    context: CatchUpContext,
    { waitingTypes, replay = null }: { waitingTypes: readonly EventType[]; replay?: LogReplay | null },
  ) {
    this.#session = session;
    this.#context = context;
    this.#waitingTypes = waitingTypes;
    this.#replay = replay;
  }

  get position(): number {
    return this.#position;
  }

  get isBehind(): boolean {
    return this.#behind;
  }

  /** Whether the event with this number is the very next one, so that it may be pushed at once. */
  take(seq: number): boolean {
    return !this.#behind && seq === this.#position + 1;
  }

  advance(seq: number): void {
    this.#position = seq;
  }

  /** Starts to read from the store, because the event with this number could not be pushed. */
  startFor(seq: number): void {
    this.#behind = true;
    if (this.#replay === null) this.#left.push(seq);
    else this.#left = [Math.min(seq, ...this.#left)];
    this.continue();
  }

  /** Goes back to this position and reads on from there. Never goes forward. */
  rewindTo(position: number): void {
    this.#position = Math.min(this.#position, position);
    this.startFor(Infinity);
  }

  /** Reads on if there is something to read and room in the window. A session that is not the newest leaves this to the newest one. */
  continue(): void {
    if (!this.#behind || this.#reading || this.#session.closed || !this.#session.outbox.isOpen) return;
    if (!this.#context.isNewest(this.#session)) return;
    this.#reading = true;
    void this.#read().finally(() => {
      this.#reading = false;
      this.continue();
    });
  }

  async #read(): Promise<void> {
    const { agentId, outbox } = this.#session;
    const { store } = this.#context;
    const limit = Math.max(1, outbox.room);
    const from = this.#position;
    try {
      if (this.#replay !== null) return await this.#readLog(this.#replay);
      this.#left = [];
      const readOpen = () =>
        store.events.readOpen({
          agentId,
          afterSeq: from,
          waitingTypes: this.#waitingTypes,
          waitingAfterSeq: this.#numberAtConnect ?? undefined,
          limit,
        });
      const [open, settled] = await outbox.whileReading(readOpen);
      if (!this.#context.isCertain()) return await this.#pause();
      this.#numberAtConnect ??= open.lastSeq;
      this.#retryDelayMs = 100;
      if (this.#session.closed || !this.#context.isNewest(this.#session)) return;
      // A rewind while reading makes this page incomplete; the next one starts from the new position.
      const isRewound = this.#position < from;
      const isDone = !isRewound && this.#pushAll(open.events, settled) && open.isWhole;
      if (isDone) this.#position = Math.max(this.#position, open.lastSeq);
      const current = open.events.filter(({ eventId }) => !settled.has(eventId));
      const inPage = new Set(isRewound ? [] : current.map((event) => event.seq));
      const missed = this.#left.filter((seq) => seq <= this.#position && !inPage.has(seq));
      if (isDone) this.#behind = missed.length > 0 || this.#left.some((seq) => seq > this.#position);
      // An event that was sent again has an old number. It was brought while this page was read, and the page may be older than that.
      for (const seq of missed) this.#position = Math.min(this.#position, seq - 1);
    } catch (error) {
      this.#context.logger.warn(
        { err: error, agent_id: agentId },
        'could not read open events, trying again',
      );
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#retryDelayMs));
    this.#retryDelayMs = Math.min(this.#retryDelayMs * 2, RETRY_DELAY_MS_MAX);
  }

  /** The open events behind the log are read next. What was left to the reading meanwhile may be missing in the log's pages, such as an event that was sent again behind them. */
  async #readLog(replay: LogReplay): Promise<void> {
    const goesOn = (): boolean =>
      !this.#session.closed && this.#context.isNewest(this.#session) && this.#context.isCertain();
    await replay.sendPage(this.#session, this.#context, goesOn);
    this.#retryDelayMs = 100;
    if (!replay.isOver) return;
    this.#replay = null;
    this.#position = Math.min(replay.position, ...this.#left.map((seq) => seq - 1));
  }

  /** False if the window closes before all are pushed. */
  #pushAll(events: readonly ArrivedEvent[], settled: ReadonlySet<string>): boolean {
    const { outbox } = this.#session;
    for (const event of events) {
      if (!outbox.isOpen) return false;
      this.#position = event.seq;
      if (!outbox.has(event.eventId) && !settled.has(event.eventId)) this.#session.push(event);
    }
    return true;
  }
}
