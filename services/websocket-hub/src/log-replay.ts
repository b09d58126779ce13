import type { GapFrame } from '@svc/proto-events';
import type { ArrivedEvent } from '@svc/store';
import type { Outbox } from './outbox.js';
import type { HubStore } from './claims.js';

export interface Replaying {
  readonly agentId: string;
  readonly outbox: Outbox;
  push(event: ArrivedEvent): void;
  sendGap(gap: GapFrame): void;
}

/** From `after` to the newest. A page fits into the window; the next follows when some is confirmed. */
export class LogReplay {
  readonly #after: number;
  #position: number;
  /** Of the first page. What was sent with a higher number is remembered. */
  #lastPushNo: number | null = null;
  readonly #sentLate = new Map<string, number>();
  #isOver = false;

  constructor(after: number) {
    this.#after = after;
    this.#position = after;
  }

  /** The log was read to its end. What was written since then is open. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The replay is over. An event that was sent again since then is another matter. */
  has({ eventId, seq, pushNo }: ArrivedEvent): boolean {
    if (pushNo > (this.#lastPushNo ?? 0)) return this.#sentLate.get(eventId) === pushNo;
    return seq > this.#after;
  }

  /** @param goesOn asked when the page has been read: whether it may still be sent. */
  async sendPage(
    session: Replaying,
    { store }: { store: Pick<HubStore, 'channels'> },
    goesOn: () => boolean,
  ): Promise<void> {
    const { agentId, outbox } = session;
    const query = { agentId, after: this.#position, limit: outbox.capacity };
    const kept = await store.channels.websocket.readKept(query);
    if (goesOn()) this.#send(session, kept);
  }

  #send(session: Replaying, kept: Awaited<ReturnType<HubStore['channels']['websocket']['readKept']>>): void {
    this.#lastPushNo ??= kept.lastPushNo;
    const parts = [
      ...kept.events.map((event) => ({ event, first: event.seq, last: event.seq })),
      ...kept.gaps.map((gap) => ({ gap, first: gap.from, last: gap.to })),
    ].sort((one, other) => one.first - other.first);
    for (const part of parts) {
      if (!session.outbox.isOpen) return;
      if ('gap' in part) session.sendGap({ type: 'gap', ...part.gap });
      else this.#push(session, part.event);
      this.#position = part.last;
    }
    this.#position = Math.max(this.#position, kept.upTo);
    this.#isOver = this.#position >= kept.lastSeq;
  }

  #push(session: Replaying, event: ArrivedEvent): void {
    session.push(event);
    if (event.pushNo > (this.#lastPushNo ?? 0)) this.#sentLate.set(event.eventId, event.pushNo);
  }
}
