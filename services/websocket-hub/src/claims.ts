import { Semaphore } from '@svc/domain';
import { Loop } from '@svc/runtime';
import type { Logger, Service } from '@svc/runtime';
import type { ClaimedForSocket, Store } from '@svc/store';
import type { Messages, MessageStreams } from '@svc/messages';
import type { SignIn } from '@svc/sign-in';

/** How often the hub looks for sessions that are behind, in milliseconds. */
const LOOK_INTERVAL_MS = 1_000;
const SESSIONS_MAX = 200;
const STATEMENTS_MAX = 2;
const LOOKED_AT_MAX = 5_000;
const RESUMED_MAX = 100;

export interface Claiming {
  readonly id: string;
  readonly agentId: string;
  /** Everything up to this `push_no` was pushed, or is not for this session. */
  readonly cursor: number;
  /** There may be open events above its cursor. */
  readonly isBehind: boolean;
  /** How many more events it takes now. */
  readonly capacity: number;
  /** Whether runs that its agent has left are to be offered again now. Asking counts as doing. */
  isResumeDue(nowMs: number): boolean;
  /** `null`: it is not its agent's newest session, or its hub counts as gone. */
  take(claimed: ClaimedForSocket | null): void;
}

export interface ClaimsContext {
  store: Pick<HubStore, 'channels'>;
  sessions: { all(): Iterable<Claiming>; newestOf(agentId: string): Claiming | undefined };
  logger: Logger;
  /** The hub surely holds its slot: not when it has just stood still, and what it knew may not hold. */
  isCertain(): boolean;
}

/**
 * Many sessions by one statement. A session asks when it connects, when an event is not the next, and when
 * its window has capacity again. Each second all are compared with the database, for what the broker has
 * lost.
 */
export class Claims {
  readonly #context: ClaimsContext;
  readonly #wanting = new Set<Claiming>();
  readonly #underWay = new Set<Claiming>();
  readonly #statements = new Semaphore({ max: STATEMENTS_MAX });
  #isScheduled = false;
  readonly looks: Service;

  constructor(context: ClaimsContext) {
    this.#context = context;
    this.looks = new Loop({
      name: 'hub-looks',
      intervalMs: LOOK_INTERVAL_MS,
      tick: (signal) => this.look(signal),
      logger: context.logger,
    });
  }

  /** Claims for the session soon; not twice at once. */
  want(session: Claiming): void {
    this.#wanting.add(session);
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#isScheduled) setImmediate(() => this.#start());
    this.#isScheduled = true;
  }

  async look(signal?: AbortSignal): Promise<void> {
    const { sessions } = this.#context;
    const all = [...sessions.all()].filter(
      (session) => session.capacity > 0 && sessions.newestOf(session.agentId) === session,
    );
    const nowMs = performance.now();
    let resumed = 0;
    for (const session of all) {
      if (resumed === RESUMED_MAX) break;
      if (!session.isResumeDue(nowMs)) continue;
      resumed += 1;
      await this.#context.store.channels.websocket.resumeRuns(session.agentId);
    }
    for (let from = 0; from < all.length && signal?.aborted !== true; from += LOOKED_AT_MAX) {
      const asked = all.slice(from, from + LOOKED_AT_MAX);
      const cursors = asked.map(({ agentId, cursor }) => ({ agentId, after: cursor }));
      const behind = new Set(await this.#context.store.channels.websocket.behind(cursors));
      for (const session of asked) if (session.isBehind || behind.has(session.agentId)) this.want(session);
    }
  }

  #start(): void {
    this.#isScheduled = false;
    const next = [...this.#wanting].filter((session) => !this.#underWay.has(session));
    for (let from = 0; from < next.length; from += SESSIONS_MAX) {
      const portion = next.slice(from, from + SESSIONS_MAX);
      for (const session of portion) {
        this.#wanting.delete(session);
        this.#underWay.add(session);
      }
      void this.#statements.run(() => this.#claim(portion));
    }
  }

  async #claim(sessions: readonly Claiming[]): Promise<void> {
    const open = sessions.filter((session) => session.capacity > 0);
    try {
      const claims = open.map(({ id, agentId, cursor, capacity }) => ({
        ...{ sessionId: id, agentId, after: cursor, limit: capacity },
      }));
      const claimed = claims.length === 0 ? null : await this.#context.store.channels.websocket.claim(claims);
      // The look comes back to them.
      if (claimed === null || !this.#context.isCertain()) return;
      for (const session of open) session.take(claimed.get(session.id) ?? null);
    } catch (error) {
      this.#context.logger.warn(
        { err: error, sessions: open.length },
        'could not claim events, trying again',
      );
    } finally {
      for (const session of sessions) this.#underWay.delete(session);
      if (this.#wanting.size > 0) this.#schedule();
    }
  }
}

export type HubStore = Pick<
  Store,
  'agents' | 'agentKeys' | 'channels' | 'installationId' | 'presence' | 'rateCounts'
>;

/** Finds the user of the client app by cookie or token, and the sessions that have ended. */
export type UserSessions = Pick<SignIn, 'findSession' | 'openAmong'>;

/** Stores an agent's message. Rejects with a `ServiceError` if the message is refused. */
export type AcceptAgentMessage = Messages['acceptAgentMessage'];

/** The messages of this process that grow. They are started and stopped with the hub. */
export type OpenStreams = Service & Pick<MessageStreams, 'begin'>;

/** Tells the owner's open consoles that the agent has one more connection, or one less. */
export type TellPresence = (agentId: string, ownerId: string) => void;

export type TellTyping = (typing: { agentId: string; userId: string; conversationId: string }) => void;
