import type { Broker, Consumer, Delivery, Outcome } from '@svc/broker';
import { arrivedWith } from '@svc/events';
import { hubQueue } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { Loop } from '@svc/runtime';
import type { Logger, Service } from '@svc/runtime';
import type { HubClaim } from '@svc/store';
import type { ClientSockets } from './client-sockets.js';
import type { Departure } from './departure.js';
import { readAllAgain } from './read-all-again.js';
import type { HubLimits } from './limits.js';
import type { HubStore, TellPresence } from './ports.js';
import type { Sessions } from './sessions.js';
import type { Sockets } from './sockets.js';

/** How long a stopping hub goes on handing over what was not confirmed, in milliseconds. The sweeper takes up the rest. */
const HAND_OVER_MS_MAX = 2_000;

export interface HubContext {
  store: HubStore;
  broker: Broker;
  limits: HubLimits;
  logger: Logger;
  sessions: Sessions;
  sockets: Sockets;
  clients: ClientSockets;
  departure: Departure;
  tellPresence: TellPresence;
  /** A fixed slot, or `null` to take any. */
  slot: string | null;
}

/**
 * The hub's place among the others: its slot and heartbeat, the queue that it consumes, and the order in which it drains.
 */
export class Hub implements Service {
  readonly name = 'websocket-hub';
  readonly #context: HubContext;
  readonly #heartbeat: Loop;
  readonly #check: Loop;
  #claim: HubClaim | null = null;
  /** How often the hub was passed over, as far as it has made up for it. */
  #passedOver = 0;
  #consumers: Consumer[] = [];
  #beats: Promise<void> = Promise.resolve();
  #nextBeat: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  #hasStopped = false;

  constructor(context: HubContext) {
    this.#context = context;
    this.#heartbeat = new Loop({
      name: 'hub-heartbeat',
      intervalMs: context.limits.heartbeatIntervalMs,
      turn: () => this.beat(),
      logger: context.logger,
    });
    this.#check = new Loop({
      name: 'hub-check',
      intervalMs: context.limits.checkIntervalMs,
      turn: async () => {
        context.sockets.check(Date.now());
        context.clients.check(Date.now());
      },
      logger: context.logger,
    });
  }

  /** The slot that the hub holds, or `null` while it starts, drains or has lost it. */
  get claim(): HubClaim | null {
    return this.#stopping === undefined ? this.#claim : null;
  }

  /** Whether the hub has drained but for what can never be. */
  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  async start(): Promise<void> {
    if (this.#stopping !== undefined) return;
    const { broker, clients, sessions } = this.#context;
    const hints = await broker.consumeClientHints((hint) => {
      if (hint.type !== 'credentials') clients.tell(hint);
      else if (sessions.of(hint.agent_id).length > 0) void this.#beatForHint();
    });
    this.#consumers.push(hints);
    await this.#join(await this.#context.store.presence.claimSlot(this.#context.slot));
    await this.#heartbeat.start();
    await this.#check.start();
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#drain());
  }

  /**
   * Keeps the slot, closes the sockets of revoked sessions, and takes a slot anew where this one was lost. One beat is under way at a time,
   * and one more waits at most.
   */
  beat(): Promise<void> {
    this.#nextBeat ??= this.#beats.then(() => {
      this.#nextBeat = undefined;
      return this.#beatOnce();
    });
    this.#beats = this.#nextBeat.catch(() => undefined);
    return this.#nextBeat;
  }

  async #beatOnce(): Promise<void> {
    // A heartbeat after the slot was given up would bring it back to life.
    if (this.#stopping !== undefined) return;
    const held = this.#claim;
    if (held === null) return this.#joinAgain();
    const { store, sockets, logger } = this.#context;
    const beat = await store.presence.beat(held);
    for (const sessionId of beat.revokedSessionIds) sockets.closeSession(sessionId, 'credentialsRevoked');
    if (beat.held) {
      if (beat.wasLate || beat.passedOver !== this.#passedOver) this.#comeBack();
      this.#passedOver = beat.passedOver;
      return;
    }
    logger.error({ slot: held.slot }, 'another process has taken the slot: closing all sockets');
    this.#claim = null;
    sockets.closeAll('draining');
    await this.#leaveQueue();
  }

  /** The agents counted as offline for a moment, and their owners may have been told so. */
  #comeBack(): void {
    const { sessions, tellPresence } = this.#context;
    void readAllAgain(sessions);
    for (const { agentId, ownerId } of sessions.all()) tellPresence(agentId, ownerId);
  }

  async #beatForHint(): Promise<void> {
    try {
      await this.beat();
    } catch (error) {
      this.#context.logger.warn({ err: error }, 'could not look for revoked sessions; the heartbeat will');
    }
  }

  /** Whoever took the slot by its name keeps it while it lives: two hubs of one name would take it from each other without end. */
  async #joinAgain(): Promise<void> {
    const { store, slot } = this.#context;
    const claim = await (slot === null ? store.presence.claimSlot(null) : store.presence.reclaimSlot(slot));
    if (claim !== null) await this.#join(claim);
  }

  async #join(claim: HubClaim): Promise<void> {
    const { store, broker, limits, logger } = this.#context;
    try {
      await broker.declareHub(claim.slot);
      const consumer = await broker.consume(hubQueue(claim.slot), { prefetch: limits.prefetch }, (delivery) =>
        this.#deliver(delivery),
      );
      this.#consumers.push(consumer);
    } catch (error) {
      // Without, every further try would take one more slot.
      await store.presence.releaseSlot(claim).catch(() => undefined);
      throw error;
    }
    this.#passedOver = claim.passedOver;
    this.#claim = claim;
    logger.debug({ slot: claim.slot, epoch: claim.epoch }, 'took a slot');
  }

  async #leaveQueue(): Promise<void> {
    const [hints, ...events] = this.#consumers;
    this.#consumers = hints === undefined ? [] : [hints];
    await Promise.all(events.map((consumer) => consumer.stop()));
  }

  #deliver({ body }: Delivery<AgentEventMessage>): Promise<Outcome> {
    const session = this.#context.sessions.newestOf(body.agent_id);
    if (session === undefined) return Promise.resolve('reject');
    return new Promise((resolve) => session.offer(arrivedWith(body), resolve));
  }

  /** Receipts first, then sockets, then what was never confirmed, so that as little as possible is repeated. */
  async #drain(): Promise<void> {
    const { limits, logger, sessions, sockets, clients, store, departure } = this.#context;
    await this.#heartbeat.stop();
    await this.#check.stop();
    await this.#beats;
    clients.drain();
    const claim = this.#claim;
    if (claim !== null)
      await store.presence
        .releaseSlot(claim)
        .catch((error: unknown) => logger.warn({ err: error }, 'could not release the slot'));
    await within(limits.drainReceiptsMs, () =>
      [...sessions.all()].every((session) => session.outbox.unsettledCount === 0),
    );
    sockets.closeAll('draining');
    await within(limits.drainCloseMs, () => sockets.count === 0 && clients.count === 0);
    sockets.terminateAll();
    clients.terminateAll();
    await within(500, () => sockets.count === 0);
    departure.stop();
    await within(HAND_OVER_MS_MAX, () => departure.isIdle);
    this.#hasStopped = true;
    await Promise.all(this.#consumers.map((consumer) => consumer.stop()));
  }
}

/** Waits until the condition holds, but not longer than the bound. */
async function within(boundMs: number, holds: () => boolean): Promise<void> {
  const endMs = Date.now() + boundMs;
  while (!holds() && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 20));
}
