import { InstallationConflictError } from '@svc/broker';
import type { Broker } from '@svc/broker';
import type { Publishing } from '@svc/events';
import { EnvironmentError, sleep } from '@svc/runtime';
import type { HealthCheck, Logger, Service } from '@svc/runtime';
import type { Sealing, Store } from '@svc/store';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

const STORE_CLOSE_MS_MAX = 1_000;

/**
 * The store as a service of the process. It opens with the first query, and closes when everything that uses it has stopped. It does not start
 * if the process lacks a key that sealed values need: other processes, which still have the key, go on.
 *
 * @param options.lostKeyIds ids of keys that the operator has given up.
 */
export function storeService(
  store: Store,
  { lostKeyIds, logger }: { lostKeyIds: readonly string[]; logger: Logger },
): Service {
  return {
    name: 'store',
    async start() {
      await store.ping();
      await assertKeys(store.sealing, { lostKeyIds, logger });
    },
    // A hanging database would delay the end of the process.
    stop: () => Promise.race([store.close(), sleep(STORE_CLOSE_MS_MAX)]),
  };
}

async function assertKeys(
  sealing: Pick<Sealing, 'keyIds' | 'missingKeys'>,
  { lostKeyIds, logger }: { lostKeyIds: readonly string[]; logger: Logger },
): Promise<void> {
  const [sealingKey, ...otherKeys] = sealing.keyIds();
  const missing = await sealing.missingKeys();
  const needed = missing.filter((keyId) => !lostKeyIds.includes(keyId));
  if (needed.length > 0) throw new EnvironmentError(needed.map(missingKeyProblem));
  if (missing.length > 0) logger.warn({ keys: missing }, 'what these lost keys have sealed cannot be read');
  logger.info({ sealing_key: sealingKey, opening_keys: otherKeys }, 'the sealing keys are known');
}

function missingKeyProblem(keyId: string): string {
  return (
    `SECRETS_KEY and SECRETS_KEYS lack the key ${keyId}, with which values in the database are sealed. ` +
    `Add it to SECRETS_KEYS. If it is lost, set SECRETS_KEYS_LOST=${keyId}, and rotate the secrets that it has sealed`
  );
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
      for (const [kind, count] of Object.entries<number>({ ...broker.stats() })) stats.set({ kind }, count);
    },
  });
}

/** The broker's logger, in pino's own shape. */
export function brokerLogger(logger: Logger): Logger {
  return logger.child({ part: 'broker' });
}
