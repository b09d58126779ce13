import type { Broker } from '@svc/broker';
import { createSweep } from '@svc/events';
import type { Announcer } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Events } from '@svc/store';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often overdue events are looked for, in milliseconds. */
const SWEEP_INTERVAL_MS = 1_000;

export interface SweeperOptions {
  store: { events: Pick<Events, 'claimOverdue' | 'takeUpWaiting'> };
  broker: Pick<Broker, 'isReady'>;
  announcer: Pick<Announcer, 'announceAll'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/** Takes up events that are overdue, beside the dispatchers, which do the same. */
export function createSweeper({ store, broker, announcer, logger, metrics, sleep }: SweeperOptions): Loop {
  const swept = new Counter({
    name: 'sweeper_events_total',
    help: 'Overdue events that were published again, left waiting because nothing reaches their agents, or could not be published',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const count = (outcome: string, events: number) => swept.inc({ outcome }, events);
  const turn = createSweep({ events: store.events, broker, announcer, logger, count });
  return new Loop({ name: 'sweeper', intervalMs: SWEEP_INTERVAL_MS, turn, logger, sleep });
}
