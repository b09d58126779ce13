import type { GapFrame } from '@svc/proto-events';
import type { ArrivedEvent } from '@svc/store';
import type { Outbox } from './outbox.js';
import type { HubStore } from './ports.js';

/** The parts of a session that its replay needs. */
export interface Replaying {
  readonly agentId: string;
  readonly outbox: Outbox;
  push(event: ArrivedEvent): void;
  sendGap(gap: GapFrame): void;
}

/**
 * The log of an agent that has connected with `after`, from that number to the newest. A page has no more events than the window has room for, and the next one is
 * read when the agent has confirmed some.
 */
export class LogReplay {
  #position: number;
  #isOver = false;

  constructor(after: number) {
    this.#position = after;
  }

  /** Everything up to this number was sent, or was never asked for. */
  get position(): number {
    return this.#position;
  }

  /** The log was read to its end. What was written since then is open. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @param goesOn asked when the page has been read: whether it may still be sent. */
  async sendPage(
    session: Replaying,
    { store }: { store: Pick<HubStore, 'events'> },
    goesOn: () => boolean,
  ): Promise<void> {
    const { agentId, outbox } = session;
    const limit = Math.max(1, outbox.room);
    const kept = await store.events.readKept({ agentId, after: this.#position, limit });
    if (!goesOn()) return;
    const { events, gaps, upTo, lastSeq } = kept;
    const parts = [
      ...events.map((event) => ({ event, first: event.seq, last: event.seq })),
      ...gaps.map((gap) => ({ gap, first: gap.from, last: gap.to })),
    ].sort((one, other) => one.first - other.first);
    for (const part of parts) {
      if (!outbox.isOpen) return;
      if ('gap' in part) session.sendGap({ type: 'gap', ...part.gap });
      else if (!outbox.has(part.event.eventId)) session.push(part.event);
      this.#position = part.last;
    }
    this.#position = Math.max(this.#position, upTo);
    this.#isOver = this.#position >= lastSeq;
  }
}
