import type { Broker } from '@svc/broker';
import { sleep as realSleep } from '@svc/runtime';
import type { Composed, Logger, Sleep } from '@svc/runtime';
import type { Events, Presence } from '@svc/store';
import type { Registry } from 'prom-client';
import { createPresencePurge } from './presence-purge.js';
import { createSweeper } from './sweeper.js';

export interface SchedulerDependencies {
  store: { events: Pick<Events, 'claimOverdue'>; presence: Pick<Presence, 'purgeGone'> };
  broker: Broker;
  logger: Logger;
  metrics: Registry;
  /** Default: the system's. */
  sleep?: Sleep;
  /** A number from 0 up to 1. Default: `Math.random`. */
  random?: () => number;
}

export function composeScheduler({
  store,
  broker,
  logger,
  metrics,
  sleep: exactSleep = realSleep,
  random = Math.random,
}: SchedulerDependencies): Composed {
  // Several schedulers that were started together would otherwise all ask the database in the same moment.
  const sleep: Sleep = (durationMs, signal) => exactSleep(durationMs * (0.75 + random() / 2), signal);
  return {
    services: [
      createSweeper({ store, broker, logger, metrics, sleep }),
      createPresencePurge({ store, logger, sleep }),
    ],
    checks: [],
  };
}
