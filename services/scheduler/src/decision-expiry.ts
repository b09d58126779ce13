import type { Announcer, Hints } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Decisions } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often expired requests are looked for, in milliseconds. */
const EXPIRY_INTERVAL_MS = 1_000;

/** Requests that one claim dismisses. */
const CLAIM_MAX = 100;

export interface DecisionExpiryOptions {
  store: { decisions: Pick<Decisions, 'expire'> };
  announcer: Pick<Announcer, 'announceAll'>;
  hints: Pick<Hints, 'decisionChanged' | 'eventChanged'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/**
 * Dismisses open requests that have expired, and sends the event that says so. Any number of schedulers may do this. It does not wait for a
 * broker that is away: the events are in the store, and the sweeper publishes them.
 */
export function createDecisionExpiry({
  store,
  announcer,
  hints,
  logger,
  metrics,
  sleep,
}: DecisionExpiryOptions): Loop {
  const dismissed = new Counter({
    name: 'decisions_expired_total',
    help: 'Requests for a decision that were dismissed because their time was over',
    registers: [metrics],
  });

  return new Loop({ name: 'decision-expiry', intervalMs: EXPIRY_INTERVAL_MS, turn: expire, logger, sleep });

  /** Goes on at once as long as there is more. */
  async function expire(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const expired = await store.decisions.expire(CLAIM_MAX);
      dismissed.inc(expired.length);
      // In order per agent, as dismissed.
      const { errors } = await announcer.announceAll(expired.map(({ event }) => event));
      for (const { decisionId, userId, event } of expired) {
        hints.eventChanged(event.eventId, event.agentId, userId);
        hints.decisionChanged({ agentId: event.agentId, userId, decisionId });
      }
      if (errors.length > 0) {
        logger.warn(
          { err: errors[0], failed: errors.length },
          'events of expired requests were not published, the sweeper takes them up',
        );
      }
      if (expired.length < CLAIM_MAX) return;
    }
  }
}
