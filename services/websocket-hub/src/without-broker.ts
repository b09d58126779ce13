import type { OpenAtHubQuery } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Service } from '@svc/runtime';
import type { HubClaim } from '@svc/store';
import type { HubLimits } from './limits.js';
import type { HubStore } from './ports.js';
import type { Sessions } from './sessions.js';

/** How often the hub checks whether the broker is away, in milliseconds. */
const LOOK_INTERVAL_MS = 200;
/** Bounds of a page: the agents that it reads, the frames of each, and the size of all frames together. */
const PAGE = { agentsMax: 5_000, eventsPerAgentMax: 16, bytesMax: 2 * 1024 * 1024 };
/**
 * After a reading the hub rests for this multiple of the time that it took, but at most `REST_MS_MAX`. So reading costs the database a
 * bounded share.
 */
const REST_FACTOR = 2;
const REST_MS_MAX = 1_500;

export interface WithoutBrokerContext {
  store: Pick<HubStore, 'events'>;
  limits: Pick<HubLimits, 'storeReadIntervalMs' | 'storeReadAfterReturnMs'>;
  logger: Logger;
  sessions: Pick<Sessions, 'count' | 'newestOf'>;
  claim: () => HubClaim | null;
  /** Whether the broker brings the hub's events now. */
  isServed: () => boolean;
}

/**
 * Reads the hub's events from the store while the broker brings none, and for a while after its return, because others may notice the
 * return later. One statement reads for all sessions of the hub. Its events are offered to the sessions like messages of the broker. If the
 * broker brings them too, the sessions treat them as repeats.
 */
export function createWithoutBroker(context: WithoutBrokerContext): Service {
  const { limits, logger, sessions, claim, isServed } = context;
  let endsAtMs = -Infinity;
  let restsUntilMs = -Infinity;
  let isReading = false;

  return new Loop({ name: 'hub-without-broker', intervalMs: LOOK_INTERVAL_MS, turn, logger });

  async function turn(signal: AbortSignal): Promise<void> {
    const nowMs = performance.now();
    if (!isServed()) endsAtMs = nowMs + limits.storeReadAfterReturnMs;
    tell(nowMs < endsAtMs);
    if (nowMs >= endsAtMs || nowMs < restsUntilMs) return;
    let restMs = REST_MS_MAX;
    try {
      const tookMs = await readAll(signal);
      restMs = Math.max(limits.storeReadIntervalMs, tookMs * REST_FACTOR);
    } finally {
      restsUntilMs = performance.now() + Math.min(restMs, REST_MS_MAX);
    }
  }

  function tell(reads: boolean): void {
    if (reads === isReading) return;
    isReading = reads;
    if (reads) logger.warn({}, 'the broker is away: events are read from the store');
    else logger.info({}, 'the broker is back: events are no longer read from the store');
  }

  /** @returns how long the database took, in milliseconds. */
  async function readAll(signal: AbortSignal): Promise<number> {
    let tookMs = 0;
    for (let after: string | null = ''; after !== null && !signal.aborted;) {
      const held = claim();
      if (held === null || sessions.count === 0) break;
      const startedMs = performance.now();
      const query: OpenAtHubQuery = { ...held, after, ...PAGE };
      const page = await context.store.events.readOpenAtHub(query);
      tookMs += performance.now() - startedMs;
      for (const event of page.events) sessions.newestOf(event.agentId)?.offer(event);
      for (const agentId of page.moreOf) sessions.newestOf(agentId)?.catchUp.startFor(Infinity);
      after = page.nextAfter;
    }
    return tookMs;
  }
}
