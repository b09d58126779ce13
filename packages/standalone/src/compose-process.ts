import type { RequestListener } from 'node:http';
import { InstallationConflictError, RabbitBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { SecretBox } from '@svc/domain';
import { createAnnouncing, openStore } from '@svc/store';
import type { Announcing, Sealing, Store, StoreOptions } from '@svc/store';
import {
  createMetrics,
  EnvironmentError,
  healthListener,
  HttpServer,
  sealingKeyBytes,
  sleep,
  createLogger,
  runServices,
} from '@svc/runtime';
import type { CommonConfig, Composed, HealthCheck, Logger, Service } from '@svc/runtime';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** What every service uses. There is one of each in a process. */
export interface Foundation extends Announcing {
  store: Store;
  broker: Broker;
  box: SecretBox;
  logger: Logger;
  metrics: Registry;
}

type ProcessConfig = Pick<
  CommonConfig,
  'host' | 'port' | 'databaseUrl' | 'databaseConnectionsMax' | 'sealing' | 'quotas'
> &
  Pick<StoreOptions, 'agentErrorThreshold' | 'breaker'>;

/** Store and broker, what is composed on them, and one server. */
export function composeProcess(
  config: ProcessConfig,
  { name, logger, openBroker }: { name: string; logger: Logger; openBroker: (store: Store) => Broker },
  compose: (foundation: Foundation) => Composed,
): { services: Service[]; server: HttpServer } {
  const metrics = createMetrics({ service: name, processMetrics: true });
  const box = new SecretBox(...sealingKeyBytes(config.sealing));
  const { agentErrorThreshold, breaker } = config;
  const store = openStore({
    databaseUrl: config.databaseUrl.reveal(),
    connectionsMax: config.databaseConnectionsMax,
    box,
    quotas: config.quotas,
    ...(agentErrorThreshold === undefined ? {} : { agentErrorThreshold }),
    ...(breaker === undefined ? {} : { breaker }),
    onConnectionError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  const broker = openBroker(store);
  registerBrokerMetrics(metrics, broker);
  const announcing = createAnnouncing({ broker, logger: logger.child({ part: 'announcing' }) });
  const composed = compose({ store, broker, box, logger, metrics, ...announcing });
  const { upgrade, requestMsMax, stopFirst = [] } = composed;
  const server = new HttpServer({
    host: config.host,
    port: config.port,
    listener: processListener(composed, {
      checks: [...infrastructureChecks(store, broker), ...composed.checks],
      metrics,
    }),
    ...(upgrade === undefined ? {} : { upgrade }),
    ...(requestMsMax === undefined ? {} : { requestTimeoutMs: requestMsMax }),
    logger,
  });
  const foundations = [
    storeService(store, { lostKeyIds: config.sealing.lostKeyIds, logger }),
    brokerService(broker),
    // It starts after the broker and stops before it, so that what the rest has published still goes out.
    { name: 'announcing', start: async () => {}, stop: () => announcing.publishing.drain() },
  ];
  return { services: [...foundations, ...composed.services, server, ...stopFirst], server };
}

export function rabbitBroker(
  { amqpUrl, amqpPrefix }: Pick<CommonConfig, 'amqpUrl' | 'amqpPrefix'>,
  { store, logger }: { store: Store; logger: Logger },
): Broker {
  return new RabbitBroker({
    url: amqpUrl.reveal(),
    namePrefix: amqpPrefix,
    installationId: () => store.installationId(),
    logger: brokerLogger(logger),
  });
}

const OWN_PATH = /^\/(?:health\/(?:live|ready)|metrics)(?:\?|$)/;

function processListener(
  composed: Pick<Composed, 'listener'>,
  health: { checks: readonly HealthCheck[]; metrics: Registry },
): RequestListener {
  const own = healthListener(health);
  const { listener = own } = composed;
  return (request, response) => (OWN_PATH.test(request.url ?? '') ? own : listener)(request, response);
}

const STORE_CLOSE_MS_MAX = 1_000;

/**
 * Opens with the first query, and closes when everything that uses it has stopped. Does not start if the
 * process lacks a key that sealed values need and the operator has not given up: others have it, and go on.
 */
function storeService(
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
function brokerService(broker: Broker): Service {
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

/** Without the broker, events arrive by way of the store, somewhat later. */
function infrastructureChecks(store: Store, broker: Broker): HealthCheck[] {
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

function registerBrokerMetrics(registry: Registry, broker: Broker): void {
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

export function brokerLogger(logger: Logger): Logger {
  return logger.child({ part: 'broker' });
}

export async function runStandalone(
  name: string,
  config: CommonConfig & ProcessConfig,
  compose: (foundation: Foundation) => Composed,
): Promise<void> {
  const logger = createLogger({ service: name, level: config.logLevel, format: config.logFormat });
  const openBroker = (store: Store) => rabbitBroker(config, { store, logger });
  const { services, server } = composeProcess(config, { name, logger, openBroker }, compose);
  await runServices(services, { logger });
  logger.info({ host: config.host, port: server.address().port }, 'ready');
}
