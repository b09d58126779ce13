import type { Broker, Consumer, Outcome } from '@svc/broker';
import { hubQueue } from '@svc/proto-events';
import type { AgentEventMessage } from '@svc/proto-events';
import { inTime, Loop } from '@svc/runtime';
import type { Logger, Service } from '@svc/runtime';
import type { HubBeat, HubClaim } from '@svc/store';
import type { Claims, HubStore } from './claims.js';
import type { ClientSockets } from './client-sockets.js';
import type { Disconnects } from './disconnects.js';
import type { HubLimits } from './limits.js';
import type { Sessions } from './sessions.js';
import type { Sockets } from './sockets.js';

const DISCONNECTS_MS_MAX = 2_000;

export interface HubContext {
  store: HubStore;
  broker: Broker;
  limits: HubLimits;
  logger: Logger;
  sessions: Sessions;
  sockets: Sockets;
  clients: ClientSockets;
  disconnects: Disconnects;
  claims: Pick<Claims, 'looks'>;
  endedSessions: Pick<Loop, 'wake'>;
}

/** Slot and heartbeat, the queue that the hub consumes, and the order in which it drains. */
export class Hub implements Service {
  readonly name = 'websocket-hub';
  readonly #context: HubContext;
  readonly #heartbeat: Loop;
  readonly #check: Loop;
  #claim: HubClaim | null = null;
  /** When the last heartbeat was sent that the database took. */
  #provenAtMs = -Infinity;
  /** How long the hub has run since then. Time in which it stood still hardly counts. */
  #unprovenMs = 0;
  /** A slot that the hub gave up while the database could not be told. */
  #fenced: HubClaim | null = null;
  #hints: Consumer | undefined;
  #events: Consumer | undefined;
  #stopping: Promise<void> | undefined;
  #hasStopped = false;
  #checkedAtMs = performance.now();
  /** Apps are closed at the next check: the publishers of hints may be back a little later. */
  #hintsWereLost = false;

  constructor(context: HubContext) {
    this.#context = context;
    this.#heartbeat = new Loop({
      name: 'hub-heartbeat',
      intervalMs: context.limits.heartbeatIntervalMs,
      tick: () => this.#beat(),
      logger: context.logger,
    });
    this.#check = new Loop({
      name: 'hub-check',
      intervalMs: context.limits.checkIntervalMs,
      tick: async () => this.#checkSockets(performance.now()),
      logger: context.logger,
    });
  }

  /** The slot that the hub holds, or `null` while it starts, drains or has lost it. */
  get claim(): HubClaim | null {
    return this.#stopping === undefined ? this.#claim : null;
  }

  /** Whether the hub owned its slot a moment ago, by its own clock. */
  get isCertain(): boolean {
    return performance.now() - this.#provenAtMs < this.#context.limits.fenceAfterMs;
  }

  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  async start(): Promise<void> {
    if (this.#stopping !== undefined) return;
    const { broker, clients, sessions, endedSessions } = this.#context;
    this.#hints = await broker.consumeClientHints(
      (hint) => {
        if (hint.type === 'sessions') {
          if (clients.hasUser(hint.user_id)) endedSessions.wake();
        } else if (hint.type === 'streams') clients.tellStreams(hint.parts);
        else if (hint.type !== 'credentials') clients.tell(hint);
        else if (sessions.of(hint.agent_id).length > 0) this.#heartbeat.wake();
      },
      () => (this.#hintsWereLost = true),
    );
    await this.#join(await this.#context.store.presence.claimSlot());
    await this.#heartbeat.start();
    await this.#check.start();
    await this.#context.claims.looks.start();
  }

  stop(): Promise<void> {
    return (this.#stopping ??= this.#drain());
  }

  #checkSockets(nowMs: number): void {
    const { limits, sockets, clients } = this.#context;
    this.#unprovenMs += Math.min(nowMs - this.#checkedAtMs, 2 * limits.checkIntervalMs);
    if (this.#unprovenMs >= limits.fenceAfterMs) this.#fence();
    const stoodStill = nowMs - this.#checkedAtMs >= limits.pongTimeoutMs / 2 + limits.checkIntervalMs;
    this.#checkedAtMs = nowMs;
    sockets.check(nowMs, stoodStill);
    clients.check(nowMs, stoodStill);
    if (this.#hintsWereLost) clients.closeAll();
    this.#hintsWereLost = false;
  }

  /** Also closes revoked sessions, and takes a lost slot again. */
  async #beat(): Promise<void> {
    // A heartbeat after the slot was given up would make it live again.
    if (this.#stopping !== undefined) return;
    const own = this.#claim;
    if (own === null) return this.#joinAgain();
    const { store, limits } = this.#context;
    const sentAtMs = performance.now();
    // Whenever the answer comes, it counts: a busy process may come to it late.
    const answered = store.presence.beat(own).then((beat) => this.#learn(beat, own, sentAtMs));
    await inTime(answered, limits.heartbeatTimeoutMs);
  }

  #learn(beat: HubBeat, own: HubClaim, sentAtMs: number): void {
    // The slot may have been given up meanwhile.
    if (this.#claim !== own) return;
    const { sockets, logger } = this.#context;
    for (const sessionId of beat.revokedSessionIds) sockets.closeSession(sessionId, 'credentialsRevoked');
    if (beat.isCurrent) {
      this.#unprovenMs = 0;
      this.#provenAtMs = Math.max(this.#provenAtMs, sentAtMs);
      return;
    }
    logger.error({ slot: own.slot }, 'another process has taken the slot: closing all sockets');
    this.#letGo();
  }

  /**
   * For all others the hub is gone by now, or in a moment. Its agents connect to another one, which reads
   * their open events. If only the broker is lost, sockets stay: the store has the events,
   * and other hubs may have lost it too.
   */
  #fence(): void {
    if (this.#claim === null || this.#stopping !== undefined) return;
    const { slot } = this.#claim;
    this.#context.logger.error({ slot }, 'the database takes no heartbeat: closing all sockets');
    this.#fenced = this.#claim;
    this.#letGo();
  }

  #letGo(): void {
    this.#claim = null;
    this.#context.sockets.closeAll();
    const consumer = this.#events;
    this.#events = undefined;
    void consumer?.stop();
  }

  async #joinAgain(): Promise<void> {
    const { store, limits } = this.#context;
    if (this.#fenced !== null) {
      await inTime(store.presence.releaseSlot(this.#fenced), limits.heartbeatTimeoutMs);
      this.#fenced = null;
    }
    await this.#join(await store.presence.claimSlot());
  }

  async #join(claim: HubClaim): Promise<void> {
    const { store, broker, limits, logger } = this.#context;
    // The claim was a heartbeat too.
    this.#provenAtMs = performance.now();
    this.#unprovenMs = 0;
    try {
      const { prefetch } = limits;
      this.#events = await broker.consume(hubQueue(claim.slot), { prefetch }, (ring) => this.#deliver(ring));
    } catch (error) {
      // Without this, every further try would take one more slot.
      await store.presence.releaseSlot(claim).catch(() => undefined);
      throw error;
    }
    this.#claim = claim;
    logger.debug({ slot: claim.slot, epoch: claim.epoch }, 'took a slot');
  }

  /** Done at once: the store has the events. Where an agent has no session here, dispatchers are rung. */
  #deliver({ events }: AgentEventMessage): Outcome {
    let outcome: Outcome = 'ack';
    for (const rung of events) {
      const session = this.#context.sessions.newestOf(rung.agent_id);
      if (session === undefined) outcome = 'reject';
      try {
        session?.offer({
          ...{ eventId: rung.event_id, agentId: rung.agent_id, seq: rung.seq, pushNo: rung.push_no },
          ...{ type: rung.type, frame: rung.frame, createdAt: new Date(rung.created_at) },
        });
      } catch (error) {
        this.#context.logger.error({ err: error, event_id: rung.event_id }, 'an event could not be pushed');
      }
    }
    return outcome;
  }

  /** First receipts, then sockets, then the slot: its next owner would share the queue. All are bounded. */
  async #drain(): Promise<void> {
    const { limits, logger, sessions, sockets, clients, store, disconnects } = this.#context;
    const endMs = performance.now() + limits.drainMs;
    const leftMs = (boundMs: number) => Math.min(boundMs, Math.max(0, endMs - performance.now()));
    const asked = (what: string, answer: Promise<unknown>): Promise<void> =>
      inTime(answer, leftMs(limits.drainStoreMs)).then(
        () => undefined,
        (error: unknown) => logger.warn({ err: error, what }, 'draining goes on without the database'),
      );
    // A tick that is under way starts nothing more. The stop does not wait for one that hangs.
    const loops = [this.#heartbeat, this.#check, this.#context.claims.looks].map((loop) => loop.stop());
    clients.drain();
    await asked('the last heartbeat', Promise.all(loops));
    const claim = this.#claim;
    if (claim !== null) await asked('taking the sessions out of presence', store.presence.signOffAll(claim));
    await within(leftMs(limits.drainReceiptsMs), () =>
      [...sessions.all()].every((session) => session.outbox.unsettledCount === 0),
    );
    sockets.closeAll();
    await within(leftMs(limits.drainCloseMs), () => sockets.count === 0 && clients.count === 0);
    sockets.terminateAll();
    clients.terminateAll();
    await within(500, () => sockets.count === 0);
    disconnects.stop();
    await within(leftMs(DISCONNECTS_MS_MAX), () => disconnects.isIdle);
    this.#hasStopped = true;
    await Promise.all([this.#hints?.stop(), this.#events?.stop()]);
    if (claim !== null)
      await inTime(store.presence.releaseSlot(claim), limits.drainStoreMs).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not release the slot'),
      );
  }
}

async function within(boundMs: number, holds: () => boolean): Promise<void> {
  const endMs = performance.now() + boundMs;
  while (!holds() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 20));
}
