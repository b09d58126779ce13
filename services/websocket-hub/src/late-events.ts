import { idTimeMs } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { ArrivedEvent } from '@svc/store';
import type { Answered, Asking, LateLooks } from './late-looks.js';
import type { HubLimits } from './limits.js';
import type { Outbox } from './outbox.js';
import type { Settle } from './ports.js';

/** The parts of a session that its late events need. */
export interface Holding {
  readonly outbox: Outbox;
  readonly catchUp: { advance(seq: number): void; startFor(seq: number): void };
  push(event: ArrivedEvent, settle: Settle): void;
}

export interface LateEventsContext<Session> {
  looks: Pick<LateLooks, 'ask'>;
  limits: Pick<HubLimits, 'staleAfterMs' | 'slowAfterMs' | 'answerMsMax'>;
  /** Whether the agent's events go to this session, and not to another session on this hub. */
  isNewest(session: Session): boolean;
}

/** An event that the broker brought, with its message, which is not settled. */
export interface HeldEvent {
  event: ArrivedEvent;
  settle: Settle;
}

/** Types of events whose frame may be written anew while they are open. An answer to a request loses its note when the card is erased. */
const REWRITTEN: ReadonlySet<EventType> = new Set<EventType>(['decision_resolved']);

/**
 * The very next events of one session, of which the first came late, with those that came behind it. A person may have erased a late event meanwhile,
 * so the store is asked before it is pushed. What comes while a look is under way is held and waits for the next look. So the order is kept, and one
 * look is for many events, also of other sessions.
 *
 * Held are at most as many as the window of the socket has room for, and only for as long as a socket may be slow. Beyond that, and when a look fails,
 * the session falls behind: everything that is held is left to the reading from the store.
 */
export class LateEvents<Session extends Holding> implements Asking {
  readonly #session: Session;
  readonly #context: LateEventsContext<Session>;
  /** In order, without a gap. */
  #held: HeldEvent[] = [];
  #bytes = 0;
  /** Since when a look is under way or about to begin, or `null`. */
  #lookSinceMs: number | null = null;
  /** Counts how often the list was emptied. An answer about a list before that comes too late. */
  #generation = 0;

  constructor(session: Session, context: LateEventsContext<Session>) {
    this.#session = session;
    this.#context = context;
  }

  get count(): number {
    return this.#held.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Holds the event that follows those which are held. */
  hold(event: ArrivedEvent, settle: Settle): void {
    this.#held.push({ event, settle });
    this.#bytes += event.frame.length;
    if (this.#lookSinceMs !== null) return;
    this.#lookSinceMs = performance.now();
    this.#context.looks.ask(this);
  }

  /** Empties the list, and makes the look that is under way have no effect. */
  take(): HeldEvent[] {
    const held = this.#held;
    this.#held = [];
    this.#bytes = 0;
    this.#lookSinceMs = null;
    this.#generation += 1;
    return held;
  }

  /**
   * Gives up a look that lasts too long, as when the database stands still. The broker hands out a bounded number of messages at once, and those
   * that are held here must not use them all.
   */
  check(nowMs: number): void {
    const { slowAfterMs } = this.#context.limits;
    if (this.#lookSinceMs !== null && nowMs - this.#lookSinceMs >= slowAfterMs) this.#fallBehind();
  }

  /** Begins the look that was asked for, for all that is held by then. */
  begin(eventIds: string[]): Answered {
    const generation = this.#generation;
    const count = this.#held.length;
    const askedAtMs = performance.now();
    for (const { event } of this.#held) eventIds.push(event.eventId);
    return (ended) => {
      if (this.#generation !== generation) return;
      // This process may have stood still since, and what was open then may be erased by now.
      const isOld = performance.now() - askedAtMs > this.#context.limits.answerMsMax;
      if (ended === null || isOld) this.#fallBehind();
      else this.#push(count, ended);
    };
  }

  /** Pushes the first, which were asked for, as far as they have not ended, and those behind them that are not late yet. The rest waits for the next look. */
  #push(askedCount: number, ended: ReadonlySet<string>): void {
    // An older socket of the agent may be dead, so the newest one reads them.
    if (!this.#context.isNewest(this.#session)) return this.#fallBehind();
    const { outbox, catchUp } = this.#session;
    const held = this.take();
    for (const [index, { event, settle }] of held.entries()) {
      const isAsked = index < askedCount;
      if (!outbox.isOpen || (!isAsked && isLate(event, this.#context.limits))) {
        for (const left of held.slice(index)) this.hold(left.event, left.settle);
        return outbox.isOpen ? undefined : this.#fallBehind();
      }
      catchUp.advance(event.seq);
      if (isAsked && ended.has(event.eventId)) settle('ack');
      else this.#session.push(event, settle);
    }
  }

  /** The reading takes what is held, and the session lets go of it. */
  #fallBehind(): void {
    const [first] = this.#held;
    if (first !== undefined) this.#session.catchUp.startFor(first.event.seq);
  }
}

/** Whether the event is older than a message of the broker may be that is pushed as it comes. */
export function isLate(
  { eventId }: ArrivedEvent,
  { staleAfterMs }: Pick<HubLimits, 'staleAfterMs'>,
): boolean {
  return Date.now() - (idTimeMs(eventId) ?? Infinity) > staleAfterMs;
}

/** Whether the store may have another frame for the event by now. If it is late, only its reading tells. */
export function mayBeRewritten({ type }: ArrivedEvent): boolean {
  return REWRITTEN.has(type);
}
