import type { RequestListener } from 'node:http';
import { RabbitBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { SecretBox } from '@svc/domain';
import { createAnnouncing } from '@svc/events';
import type { Announcing, HintTiming } from '@svc/events';
import { createMetrics, healthRouter, HttpServer, notFoundHandler, sealingKeyBytes } from '@svc/runtime';
import type { CommonConfig, Composed, HealthCheck, Logger, Service } from '@svc/runtime';
import { openStore } from '@svc/store';
import type { Store, StoreOptions } from '@svc/store';
import express from 'express';
import type { Registry } from 'prom-client';
import {
  announcingService,
  brokerLogger,
  brokerService,
  infrastructureChecks,
  registerBrokerMetrics,
  storeService,
} from './infrastructure.js';

/** What every service uses. There is one of each in a process. */
export interface Foundation extends Announcing {
  store: Store;
  broker: Broker;
  box: SecretBox;
  logger: Logger;
  metrics: Registry;
}

export type ProcessConfig = Pick<
  CommonConfig,
  'host' | 'port' | 'databaseUrl' | 'databaseConnectionsMax' | 'sealing' | 'quotas'
> &
  Pick<StoreOptions, 'agentErrorThreshold' | 'breaker'>;

export interface ProcessParts {
  /** Stands in its metrics. */
  name: string;
  logger: Logger;
  openBroker: (store: Store) => Broker;
  /** When hints that were held back are sent. Default: the system's time. */
  hintTiming?: HintTiming | undefined;
}

/** A process: store and broker, what is composed on them, and one server with health, metrics and the paths of that. */
export function composeProcess(
  config: ProcessConfig,
  { name, logger, openBroker, hintTiming }: ProcessParts,
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
  const announcing = createAnnouncing({
    ...{ broker, events: store.events, logger: logger.child({ part: 'announcing' }) },
    ...(hintTiming === undefined ? {} : { hintTiming }),
  });
  const composed = compose({ store, broker, box, logger, metrics, ...announcing });
  const { upgrade, requestMsMax, stopFirst = [] } = composed;
  const server = new HttpServer({
    host: config.host,
    port: config.port,
    listener: processListener(composed, {
      checks: [...infrastructureChecks(store, broker), ...composed.checks],
      registries: [metrics],
    }),
    ...(upgrade === undefined ? {} : { upgrade }),
    ...(requestMsMax === undefined ? {} : { requestTimeoutMs: requestMsMax }),
    logger,
  });
  const foundations = [
    storeService(store, { lostKeyIds: config.sealing.lostKeyIds, logger }),
    brokerService(broker),
    announcingService(announcing.publishing),
  ];
  return { services: [...foundations, ...composed.services, server, ...stopFirst], server };
}

/** The broker of a deployment. */
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

/** A process answers health and metrics by itself, and passes all other requests to its service, if that has a listener. */
function processListener(
  composed: Pick<Composed, 'listener'>,
  health: { checks: readonly HealthCheck[]; registries: readonly Registry[] },
): RequestListener {
  const own = express();
  own.disable('x-powered-by').disable('etag');
  own.use(healthRouter(health));
  own.use(notFoundHandler);
  own.use(((_error, _request, response, _next) => {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not found"}');
  }) satisfies express.ErrorRequestHandler);
  const ownListener = own as unknown as RequestListener;
  const { listener } = composed;
  if (listener === undefined) return ownListener;
  return (request, response) =>
    (OWN_PATH.test(request.url ?? '') ? ownListener : listener)(request, response);
}
