import type { Broker } from '@svc/broker';
import type { HealthCheck, Logger, Service } from '@svc/runtime';
import type { Store } from '@svc/store';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** The store as a part of a process: it opens with the first query and closes when all that stands on it has stopped. */
export function storeService(store: Store): Service {
  return { name: 'store', start: () => store.ping(), stop: () => store.close() };
}

export function brokerService(broker: Broker): Service {
  return { name: 'broker', start: () => broker.start(), stop: () => broker.stop() };
}

/** Without these two no service can do its work. */
export function infrastructureChecks(store: Store, broker: Broker): HealthCheck[] {
  return [
    { name: 'database', check: () => store.ping() },
    {
      name: 'broker',
      check: async () => {
        if (!broker.isReady()) throw new Error('The broker is not connected');
      },
    },
  ];
}

export function registerBrokerMetrics(registry: Registry, broker: Broker): void {
  const stats = new Gauge({
    name: 'broker_messages',
    help: 'Messages since the start, by what became of them, and publishes in flight now',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, count] of Object.entries({ ...broker.stats() } as Record<string, number>))
        stats.set({ kind }, count);
    },
  });
}

/** What the broker is told where to log: pino's own shape. */
export function brokerLogger(logger: Logger): Logger {
  return logger.child({ part: 'broker' });
}
