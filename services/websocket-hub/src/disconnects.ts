import { untilDone } from '@svc/runtime';
import type { Logger } from '@svc/runtime';
import type { HubStore, TellPresence } from './claims.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';

interface DisconnectsContext {
  sessions: Sessions;
  store: Pick<HubStore, 'presence'>;
  tellPresence: TellPresence;
  logger: Logger;
}

/** The agent's next newest session claims what is open; without one, its webhook becomes due. */
export class Disconnects {
  readonly #context: DisconnectsContext;
  readonly #running = new Set<Promise<void>>();
  #stopping = false;

  constructor(context: DisconnectsContext) {
    this.#context = context;
  }

  begin(session: Session): void {
    if (session.closed) return;
    session.closed = true;
    this.#context.sessions.remove(session);
    this.#track(this.#disconnect(session));
  }

  /** Removes a session from presence that never began. */
  undo(sessionId: string): void {
    this.#track(this.#signOff(sessionId));
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** A write that the database does not take at once is given up: the sessions end with the hub's slot. */
  stop(): void {
    this.#stopping = true;
  }

  /** Otherwise the agent would count as online for as long as the hub lives. Never rejects. */
  async #signOff(sessionId: string): Promise<void> {
    const { store, logger } = this.#context;
    const goesOn = (error: unknown): boolean => {
      logger.warn({ err: error, session_id: sessionId }, 'could not record the end of a session');
      return !this.#stopping;
    };
    await untilDone(() => store.presence.disconnect(sessionId), { goesOn }).catch(() => undefined);
  }

  #track(disconnect: Promise<void>): void {
    const running = disconnect.finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #disconnect(session: Session): Promise<void> {
    const { agentId, ownerId } = session;
    await this.#signOff(session.id);
    this.#context.tellPresence(agentId, ownerId);
    this.#context.sessions.newestOf(agentId)?.claimOpen();
  }
}
