import type { Broker } from '@svc/broker';
import { newId, nextRetry, SealingKeyMissingError } from '@svc/domain';
import type { MediaLinks, NextRetry } from '@svc/domain';
import { frameWithLinks } from '@svc/events';
import type { EventHints } from '@svc/events';
import { toWebhookWait } from '@svc/proto-events';
import type { Clock, Logger } from '@svc/runtime';
import type { FinishedAttempt, ReservedAttempt } from '@svc/store';
import type { AgentSecrets } from './agent-secrets.js';
import type { DispatcherMetrics } from './dispatcher-metrics.js';
import type { EventRouter } from './event-router.js';
import { isAway } from './is-away.js';
import { StoppedError } from './persistence.js';
import type { Persistence } from './persistence.js';
import type { DispatcherStore, DueEvent } from './ports.js';
import { webhookHeaders } from '@svc/webhook-client';
import type { RequestResult, WebhookClient } from '@svc/webhook-client';

/** How much longer than its deadline an attempt is reserved, in milliseconds: time to read what was answered, and to record the outcome. */
const LEASE_MARGIN_MS = 7_000;

/** What the owner reads of an attempt that could not be signed. */
const UNSIGNED = 'The service could not sign the delivery';

export interface DeliveryOptions {
  store: DispatcherStore;
  broker: Broker;
  client: Pick<WebhookClient, 'post'>;
  secrets: AgentSecrets;
  mediaLinks: Pick<MediaLinks, 'forAgent'>;
  router: Pick<EventRouter, 'fromWebhook'>;
  persistence: Persistence;
  metrics: DispatcherMetrics;
  eventHints: EventHints;
  logger: Logger;
  clock: Clock;
  timeoutMs: number;
  retryDelaysMs: readonly number[];
}

/** The secrets that sign a request. */
interface Signing {
  secret: string;
  previousSecret: string | null;
}

/** Makes attempts, each from its reservation in the store to the record of its outcome. */
export class Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /**
   * Makes the attempt that is due. Never rejects. Resolves to `failed` if the fault is ours, or the event's.
   *
   * @param settle called once the event's message is no longer needed, because the store knows of the attempt: if this process dies
   *   now, the sweeper takes the event up when the reservation ends. Not called if the message should come again.
   */
  async attempt(event: DueEvent, settle: () => void): Promise<void | 'failed'> {
    const { store, persistence, router, timeoutMs, logger } = this.#options;
    try {
      const request = { eventId: event.eventId, attempt: event.attempt, deliveryId: newId('delivery') };
      const leaseMs = timeoutMs + LEASE_MARGIN_MS;
      const reserved = await persistence.whileHeld('reserve an attempt', () =>
        store.attempts.reserve({ ...request, leaseMs }),
      );
      if (reserved === null) {
        await router.fromWebhook(event);
        settle();
        return;
      }
      settle();
      await this.#deliver(reserved);
    } catch (error) {
      if (error instanceof StoppedError) return;
      logger[isAway(error) ? 'warn' : 'error'](
        { err: error, event_id: event.eventId },
        'an attempt failed on our side, the sweeper brings the event again',
      );
      if (isAway(error)) return;
      // The event may have waited here without its message, so nobody else would route it.
      await store.attempts.putOff(event.eventId).catch(() => undefined);
      return 'failed';
    }
  }

  async #deliver(reserved: ReservedAttempt): Promise<void> {
    const { store, persistence, metrics, router } = this.#options;
    const startedMs = performance.now();
    const { signing, isKeyMissing } = this.#unseal(reserved);
    if (isKeyMissing) {
      const unmade = { ...reserved, error: UNSIGNED };
      return persistence.until('take an attempt back', () => store.attempts.takeBack(unmade));
    }
    const result = await this.#post(reserved, signing);
    const durationMs = performance.now() - startedMs;
    metrics.attemptEnded(result.outcome === 'aborted' ? 'unknown' : result.outcome, durationMs);
    // Nobody knows what the receiver did, so the attempt is not recorded: its successor says `unknown` as its reason.
    if (result.outcome === 'aborted') return;
    const next = result.outcome === 'delivered' ? null : this.#next(reserved, result.retryAfterMs);
    const finished: FinishedAttempt = {
      deliveryId: reserved.deliveryId,
      eventId: reserved.eventId,
      agentId: reserved.agentId,
      reservation: reserved.reservation,
      outcome: result.outcome,
      statusCode: result.statusCode,
      error: result.error,
      response: result.response,
      durationMs,
      nextInMs: next?.dueInMs ?? null,
    };
    await persistence.until('record an attempt', () => store.attempts.finish(finished));
    this.#tell(reserved, finished);
    if (next === null) return;
    await this.#wait(reserved, next);
    // An agent that has connected during the attempt need not wait for the retry; the retry then finds the event delivered.
    const { eventId, agentId, reservation } = reserved;
    await router.fromWebhook({ eventId, agentId, attempt: reservation.attempt });
  }

  /** An attempt that ends a round may change the agent's status, or its count of failures. */
  #tell(reserved: ReservedAttempt, { outcome, nextInMs }: FinishedAttempt): void {
    const { eventHints } = this.#options;
    eventHints.eventMoved(reserved);
    const isFailed = outcome !== 'delivered' && nextInMs === null;
    if (isFailed || reserved.agentStatus === 'error') eventHints.agentMoved(reserved.agentId);
  }

  /**
   * What signs the attempt; `null` if it cannot be opened. If only the key is missing, another process has it, or this one will have it after its next
   * start.
   */
  #unseal(reserved: ReservedAttempt): { signing: Signing | null; isKeyMissing: boolean } {
    const { secrets, logger } = this.#options;
    const { agentId, secretSealed, previousSecretSealed: previous } = reserved;
    try {
      const secret = secrets.unseal({ agentId, secretSealed });
      const previousSecret = previous === null ? null : secrets.unseal({ agentId, secretSealed: previous });
      return { signing: { secret, previousSecret }, isKeyMissing: false };
    } catch (error) {
      logger.error({ err: error, agent_id: agentId }, 'an agent secret cannot be unsealed');
      return { signing: null, isKeyMissing: error instanceof SealingKeyMissingError };
    }
  }

  async #post(reserved: ReservedAttempt, signing: Signing | null): Promise<RequestResult> {
    const { client, clock, mediaLinks } = this.#options;
    if (signing === null) {
      return {
        outcome: 'http_error',
        statusCode: null,
        error: UNSIGNED,
        response: null,
        retryAfterMs: undefined,
      };
    }
    const body = Buffer.from(frameWithLinks(reserved.frame, mediaLinks), 'utf8');
    const timestamp = Math.floor(clock.nowMs() / 1_000);
    const headers = webhookHeaders({ ...reserved, timestamp, ...signing, body });
    return client.post({ url: reserved.webhookUrl, headers, body });
  }

  /** An agent in `error` gets one attempt per event, so that an endpoint that is gone costs little. */
  #next(reserved: ReservedAttempt, retryAfterMs: number | undefined): NextRetry | null {
    if (reserved.agentStatus === 'error') return null;
    return nextRetry(reserved.retryNum, this.#options.retryDelaysMs, retryAfterMs);
  }

  /**
   * Puts the retry into the wait queue of its delay. If the receiver asked for a longer wait, there is no such queue. Then the sweeper, which knows
   * from the store when the retry is due, brings it some seconds later than asked. It also does so if the broker is away.
   */
  async #wait({ eventId, agentId, reservation }: ReservedAttempt, next: NextRetry): Promise<void> {
    if (next.dueInMs > next.delayMs) return;
    const message = { event_id: eventId, agent_id: agentId, attempt: reservation.attempt };
    try {
      await this.#options.broker.publish(toWebhookWait(next.delayMs), message);
    } catch (error) {
      this.#options.logger.warn(
        { err: error, event_id: eventId },
        'a retry was not published, the sweeper brings it',
      );
    }
  }
}
