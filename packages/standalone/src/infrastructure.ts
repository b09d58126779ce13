import { InstallationConflictError } from '@svc/broker';
import type { Broker } from '@svc/broker';
import type { Publishing } from '@svc/events';
import { EnvironmentError, sleep } from '@svc/runtime';
import type { HealthCheck, Logger, Service } from '@svc/runtime';
import type { Store } from '@svc/store';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

const STORE_CLOSE_MS_MAX = 1_000;

/** The store as a service of the process. It opens with the first query, and closes when everything that uses it has stopped. */
export function storeService(store: Store): Service {
  return {
    name: 'store',
    start: () => store.ping(),
    // A hanging database would delay the end of the process.
    stop: () => Promise.race([store.close(), sleep(STORE_CLOSE_MS_MAX)]),
  };
}

/** The broker of another installation is a wrong configuration; another start would fail in the same way. */
export function brokerService(broker: Broker): Service {
  return {
    name: 'broker',
    async start() {
      try {
        await broker.start();
      } catch (error) {
        throw error instanceof InstallationConflictError ? new EnvironmentError([error.message]) : error;
      }
    },
    stop: () => broker.stop(),
  };
}

/** What was published or held back until everything else has stopped still goes out: it starts after the broker, and stops before it. */
export function announcingService(publishing: Pick<Publishing, 'drain'>): Service {
  return { name: 'announcing', start: async () => {}, stop: () => publishing.drain() };
}

/** Without the database no service can work. Without the broker, events arrive by way of the store, somewhat later. */
export function infrastructureChecks(store: Store, broker: Broker): HealthCheck[] {
  return [
    { name: 'database', check: () => store.ping() },
    {
      name: 'broker',
      degradesOnly: true,
      check: async () => {
        if (!broker.isReady()) throw new Error('The broker is not connected');
      },
    },
  ];
}

export function registerBrokerMetrics(registry: Registry, broker: Broker): void {
  new Gauge({
    name: 'broker_ready',
    help: 'Whether messages can be published and consumed now, 1 or 0',
    registers: [registry],
    collect() {
      this.set(broker.isReady() ? 1 : 0);
    },
  });
  const stats = new Gauge({
    name: 'broker_messages',
    help: 'Messages since the start, by what became of them, and publishes in flight now',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { poisonBy: _poisonBy, ...counts } = broker.stats();
      for (const [kind, count] of Object.entries(counts)) stats.set({ kind }, count);
    },
  });
  const poison = new Gauge({
    name: 'broker_poison_messages',
    help: 'Messages that this process sent to the dead letters since its start, and hints that were not valid',
    labelNames: ['queue', 'reason'],
    registers: [registry],
    collect() {
      for (const { queue, reason, count } of broker.stats().poisonBy) poison.set({ queue, reason }, count);
    },
  });
  new Gauge({
    name: 'broker_dead_letters',
    help: 'Messages that lie among the dead letters, as the broker says; NaN while it does not answer',
    registers: [registry],
    async collect() {
      this.set((await broker.deadLetterCount()) ?? NaN);
    },
  });
}

/** The broker's logger, in pino's own shape. */
export function brokerLogger(logger: Logger): Logger {
  return logger.child({ part: 'broker' });
}
