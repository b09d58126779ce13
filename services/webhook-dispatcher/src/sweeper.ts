import type { Broker } from '@svc/broker';
import { createSweep } from '@svc/events';
import type { Announcer } from '@svc/events';
import { Loop } from '@svc/runtime';
import type { Logger, Service, Sleep } from '@svc/runtime';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { DispatcherStore } from './ports.js';

/** How often overdue events are looked for, in milliseconds. */
const SWEEP_INTERVAL_MS = 1_000;

export interface SweeperOptions {
  store: Pick<DispatcherStore, 'events'>;
  broker: Pick<Broker, 'isReady'>;
  announcer: Pick<Announcer, 'announceAll'>;
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}

/**
 * Takes up events that are overdue, beside the schedulers. If all schedulers have lost the broker, nobody else would publish the events that they write,
 * because hubs and dispatchers read the store only while their own broker is away.
 */
export function createSweeper({ store, broker, announcer, logger, metrics, sleep }: SweeperOptions): Service {
  const swept = new Counter({
    name: 'webhook_swept_events_total',
    help: 'Overdue events that the dispatcher published again, left waiting because nothing reaches their agents, or could not publish',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const count = (outcome: string, events: number) => swept.inc({ outcome }, events);
  const turn = createSweep({ events: store.events, broker, announcer, logger, count });
  return new Loop({ name: 'dispatcher-sweeper', intervalMs: SWEEP_INTERVAL_MS, turn, logger, sleep });
}
