import type { Broker } from '@svc/broker';
import type { Announcer } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Events } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often overdue events are looked for, in milliseconds. */
const SWEEP_INTERVAL_MS = 1_000;

/** Events that one claim takes. */
const CLAIM_MAX = 500;

export interface SweeperOptions {
  store: { events: Pick<Events, 'claimOverdue' | 'takeUpWaiting'> };
  broker: Pick<Broker, 'isReady'>;
  announcer: Pick<Announcer, 'announceAll'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/**
 * Takes up overdue events: their publisher died before it could publish, the broker lost them, or the process that tried to deliver them
 * ended. Also takes up events that waited for an agent until its webhook was set. Any number of sweepers may run, since only one of them
 * gets a claim.
 */
export function createSweeper({ store, broker, announcer, logger, metrics, sleep }: SweeperOptions): Loop {
  const swept = new Counter({
    name: 'sweeper_events_total',
    help: 'Overdue events that were published again, left waiting because nothing reaches their agents, or could not be published',
    labelNames: ['outcome'],
    registers: [metrics],
  });

  return new Loop({ name: 'sweeper', intervalMs: SWEEP_INTERVAL_MS, turn: sweep, logger, sleep });

  /** Claims again at once as long as there is more. Claims nothing while the broker is away, because a claim delays an event for everyone. */
  async function sweep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && broker.isReady()) {
      const events = await store.events.claimOverdue(CLAIM_MAX);
      // In order per agent, as claimed.
      const { published, parked, errors } = await announcer.announceAll(events);
      swept.inc({ outcome: 'published' }, published);
      swept.inc({ outcome: 'parked' }, parked);
      swept.inc({ outcome: 'failed' }, errors.length);
      if (errors.length > 0) {
        logger.warn(
          { err: errors[0], failed: errors.length },
          'overdue events were not published, they come up again',
        );
        return;
      }
      if (events.length > 0) logger.info({ events: events.length }, 'overdue events were taken up');
      // After the others, and failing alone: one agent's rows may be many, or locked.
      const taken = await store.events.takeUpWaiting(CLAIM_MAX);
      if (events.length < CLAIM_MAX && taken === 0) return;
    }
  }
}
