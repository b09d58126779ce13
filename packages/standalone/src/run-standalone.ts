import { RabbitBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { SecretBox } from '@svc/domain';
import { createAnnouncing } from '@svc/events';
import type { Announcing } from '@svc/events';
import { createLogger, createMetrics, HttpServer, runServices, sealingKeyBytes } from '@svc/runtime';
import type { CommonConfig, Composed, Logger } from '@svc/runtime';
import { openStore } from '@svc/store';
import type { Store, StoreOptions } from '@svc/store';
import type { Registry } from 'prom-client';
import {
  announcingService,
  brokerLogger,
  brokerService,
  infrastructureChecks,
  registerBrokerMetrics,
  storeService,
} from './infrastructure.js';
import { processListener } from './listener.js';

/** What every service uses. There is one of each in a process. */
export interface Foundation extends Announcing {
  store: Store;
  broker: Broker;
  box: SecretBox;
  logger: Logger;
  metrics: Registry;
}

/**
 * Runs one service as a process. Opens store and broker, composes the service on them, serves its paths with health and metrics, and drains
 * it all on a signal.
 */
export async function runStandalone(
  name: string,
  config: CommonConfig & Pick<StoreOptions, 'agentErrorThreshold' | 'breaker'>,
  compose: (foundation: Foundation) => Composed,
): Promise<void> {
  const logger = createLogger({ service: name, level: config.logLevel, format: config.logFormat });
  const metrics = createMetrics({ service: name, processMetrics: true });
  const box = new SecretBox(...sealingKeyBytes(config.sealing));
  const store = openStore({
    databaseUrl: config.databaseUrl.reveal(),
    connectionsMax: config.databaseConnectionsMax,
    box,
    quotas: config.quotas,
    ...(config.agentErrorThreshold === undefined ? {} : { agentErrorThreshold: config.agentErrorThreshold }),
    ...(config.breaker === undefined ? {} : { breaker: config.breaker }),
    onConnectionError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  const broker = new RabbitBroker({
    url: config.amqpUrl.reveal(),
    namePrefix: config.amqpPrefix,
    installationId: () => store.installationId(),
    logger: brokerLogger(logger),
  });
  registerBrokerMetrics(metrics, broker);
  const announcing = createAnnouncing({ broker, events: store.events, logger });
  const composed = compose({ store, broker, box, logger, metrics, ...announcing });
  const server = new HttpServer({
    host: config.host,
    port: config.port,
    listener: processListener(composed, {
      checks: [...infrastructureChecks(store, broker), ...composed.checks],
      registries: [metrics],
    }),
    ...(composed.upgrade === undefined ? {} : { upgrade: composed.upgrade }),
    ...(composed.requestMsMax === undefined ? {} : { requestTimeoutMs: composed.requestMsMax }),
    logger,
  });
  const foundations = [
    storeService(store, { lostKeyIds: config.sealing.lostKeyIds, logger }),
    brokerService(broker),
    announcingService(announcing.publishing),
  ];
  const { services, stopFirst = [] } = composed;
  await runServices([...foundations, ...services, server, ...stopFirst], { logger });
  logger.info({ host: config.host, port: server.address().port }, 'ready');
}
