import { untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import type { HandOver, HubStore, TellPresence } from './ports.js';
import type { OutboxEntry } from './outbox.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';

type Sent = OutboxEntry['event'];

/** Page size for events that are handed over when a session that was behind ends. */
const PAGE_SIZE = 200;

/**
 * What happens to a session's events when its socket has closed.
 *
 * Unconfirmed events go to the agent's next newest session on this hub. If there is none, the session is first removed from presence, so
 * that the fallback does not send its events back here. Then its events go to the fallback.
 */
export class Departure {
  readonly #sessions: Sessions;
  readonly #store: HubStore;
  readonly #handOver: HandOver;
  readonly #tellPresence: TellPresence;
  readonly #logger: Logger;
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  constructor(context: {
    sessions: Sessions;
    store: HubStore;
    handOver: HandOver;
    tellPresence: TellPresence;
    logger: Logger;
  }) {
    this.#sessions = context.sessions;
    this.#store = context.store;
    this.#handOver = context.handOver;
    this.#tellPresence = context.tellPresence;
    this.#logger = context.logger;
  }

  begin(session: Session): void {
    if (session.closed) return;
    session.closed = true;
    this.#sessions.remove(session);
    this.#track(this.#depart(session));
  }

  /** Removes a session from presence that never began. */
  undo(sessionId: string): void {
    this.#track(this.#signOff(sessionId));
  }

  /** Whether no departure is under way. */
  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** From now on, a write that the database does not take at once is given up: the hub gives up its slot, and all its sessions end with it. */
  stop(): void {
    this.#stopping = true;
  }

  /**
   * Removes a session from presence, however long the database is away. Otherwise the agent would count as online without a session, and
   * its events would go round between this hub and the fallback for as long as the hub lives. Never rejects.
   */
  async #signOff(sessionId: string): Promise<void> {
    const goesOn = (error: unknown): boolean => {
      this.#logger.warn({ err: error, session_id: sessionId }, 'could not record the end of a session');
      return !this.#stopping;
    };
    await untilDone(() => this.#store.presence.disconnect(sessionId), { goesOn }).catch(() => undefined);
  }

  #track(departure: Promise<void>): void {
    const running = departure.finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #depart(session: Session): Promise<void> {
    const unconfirmed = session.outbox.takeUnconfirmed().map(({ event }) => event);
    const heir = this.#sessions.newestOf(session.agentId);
    if (heir !== undefined) passOn(heir, session, unconfirmed);
    await this.#signOff(session.id);
    if (heir !== undefined) return;
    this.#tellPresence(session.agentId, session.ownerId);
    // The agent may have connected again meanwhile.
    const successor = this.#sessions.newestOf(session.agentId);
    if (successor !== undefined) passOn(successor, session, unconfirmed);
    else await this.#toFallback(session, unconfirmed);
  }

  async #toFallback(session: Session, unconfirmed: Sent[]): Promise<void> {
    try {
      await this.#handOverPending(session, unconfirmed);
    } catch (error) {
      this.#logger.warn(
        { err: error, agent_id: session.agentId },
        'left events of a closed session to the sweeper',
      );
    }
  }

  /** Of the pending events, these and all that the session had not reached. Waiting events stay waiting. */
  async #handOverPending(session: Session, sent: readonly Sent[]): Promise<void> {
    const { agentId } = session;
    const { position, isBehind } = session.catchUp;
    const ids = new Set(sent.map(({ eventId }) => eventId));
    const lastSeq = isBehind ? Infinity : Math.max(-Infinity, ...sent.map(({ seq }) => seq));
    let afterSeq = Math.min(isBehind ? position : Infinity, ...sent.map(({ seq }) => seq - 1));
    while (afterSeq < lastSeq) {
      const open = await this.#store.events.readOpen({
        agentId,
        afterSeq,
        waitingTypes: [],
        limit: PAGE_SIZE,
      });
      const left = open.events.filter(({ eventId, seq }) => ids.has(eventId) || (isBehind && seq > position));
      for (const event of left) await this.#handOver(event);
      const last = open.events.at(-1);
      if (last === undefined || open.isWhole) return;
      afterSeq = last.seq;
    }
  }
}

function passOn(heir: Session, session: Session, unconfirmed: Sent[]): void {
  heir.catchUp.rewindTo(Math.min(session.catchUp.position, ...unconfirmed.map(({ seq }) => seq - 1)));
}
