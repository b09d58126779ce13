import type { Broker } from '@svc/broker';
import { Loop } from '@svc/runtime';
import type { Logger, Service } from '@svc/runtime';
import type { AgentLanes } from './agent-lanes.js';
import type { EventRouter } from './event-router.js';
import type { DispatcherStore } from './ports.js';

/** How often it is looked whether the broker is away, and then for events, in milliseconds. */
const LOOK_INTERVAL_MS = 400;
/** Events that one claim takes. */
const CLAIM_MAX = 200;
/** How long it goes on after the broker's return, in milliseconds: those who publish may notice it later. */
const AFTER_RETURN_MS = 10_000;
/** Reading rests this many times as long as it took, so that it costs the database a bounded share, but no longer than this. */
const REST_FACTOR = 2;
const REST_MS_MAX = 1_500;

/**
 * Takes events for webhooks, and events that have to wait, from the store while the broker brings none. Any number of dispatchers may do this,
 * because only one of them gets a claim, and an attempt is reserved before it is made.
 */
export function createWithoutBroker(context: {
  broker: Pick<Broker, 'isReady'>;
  store: Pick<DispatcherStore, 'events'>;
  router: Pick<EventRouter, 'fromStore'>;
  lanes: Pick<AgentLanes, 'offer'>;
  logger: Logger;
}): Service {
  const { broker, store, router, lanes, logger } = context;
  let endsAtMs = -Infinity;
  let restsUntilMs = -Infinity;

  return new Loop({ name: 'dispatcher-without-broker', intervalMs: LOOK_INTERVAL_MS, turn, logger });

  async function turn(signal: AbortSignal): Promise<void> {
    const nowMs = performance.now();
    if (!broker.isReady()) endsAtMs = nowMs + AFTER_RETURN_MS;
    if (nowMs >= endsAtMs || nowMs < restsUntilMs) return;
    let tookMs = REST_MS_MAX;
    try {
      tookMs = await takeAll(signal);
    } finally {
      restsUntilMs = performance.now() + Math.min(tookMs * REST_FACTOR, REST_MS_MAX);
    }
  }

  /** @returns how long the database took, in milliseconds. */
  async function takeAll(signal: AbortSignal): Promise<number> {
    let tookMs = 0;
    for (let more = true; more && !signal.aborted;) {
      const startedMs = performance.now();
      const eventIds = await store.events.claimUnreached(CLAIM_MAX);
      tookMs += performance.now() - startedMs;
      // In order per agent: lanes keep the order in which events are offered.
      const due = await Promise.allSettled(eventIds.map((eventId) => router.fromStore(eventId)));
      for (const result of due) {
        if (result.status === 'rejected')
          logger.warn({ err: result.reason as unknown }, 'an event was not taken from the store');
        else if (result.value !== null) void lanes.offer(result.value);
      }
      more = eventIds.length === CLAIM_MAX;
    }
    return tookMs;
  }
}
