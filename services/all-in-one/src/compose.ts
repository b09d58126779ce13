import { MemoryBroker, RabbitBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { MediaLinks, SecretBox } from '@svc/domain';
import { createAnnouncing } from '@svc/events';
import type { HintTiming } from '@svc/events';
import { doors } from '@svc/front-door';
import { composeGateway, consoleFolder, docsSiteFolder } from '@svc/gateway';
import { createMessages, DiskMediaStorage, MessageStreams } from '@svc/messages';
import type { MediaStorage } from '@svc/messages';
import { createMetrics, HttpServer, sealingKeyBytes, systemClock } from '@svc/runtime';
import type { Composed, HealthCheck, Logger, SealingConfig, Service, Sleep } from '@svc/runtime';
import { composeScheduler } from '@svc/scheduler';
import { createSignIn, withApiKeys } from '@svc/sign-in';
import {
  announcingService,
  brokerLogger,
  brokerService,
  infrastructureChecks,
  processListener,
  registerBrokerMetrics,
  storeService,
} from '@svc/standalone';
import type { Foundation } from '@svc/standalone';
import { openStore } from '@svc/store';
import type { Store } from '@svc/store';
import { composeTriggerIntake } from '@svc/trigger-intake';
import { createWebhookGuard } from '@svc/webhook-client';
import type { WebhookGuard } from '@svc/webhook-client';
import { composeWebhookDispatcher } from '@svc/webhook-dispatcher';
import { composeWebsocketHub } from '@svc/websocket-hub';
import type { AllInOneConfig } from './env.js';

export interface AllInOne {
  /** In the order in which they start. The listeners open last and close first. */
  services: Service[];
  server: HttpServer;
}

/** Parts that a test replaces. */
export interface AllInOneOverrides {
  broker?: Broker;
  /** When hints that were held back are sent. Default: the system's time. */
  hintTiming?: HintTiming;
  /** How the loops of scheduler and dispatcher wait. Default: in the system's time. */
  sleep?: Sleep;
}

/** All five services on one store, one broker and one port. The database must be migrated. */
export function composeAllInOne(
  config: AllInOneConfig,
  { databaseUrl, sealing, logger }: { databaseUrl: string; sealing: SealingConfig; logger: Logger },
  overrides: AllInOneOverrides = {},
): AllInOne {
  const metrics = createMetrics({ service: 'all-in-one', processMetrics: true });
  const secretsKeys = sealingKeyBytes(sealing);
  const box = new SecretBox(...secretsKeys);
  const store = openStore({
    databaseUrl,
    connectionsMax: config.databaseConnectionsMax,
    box,
    agentErrorThreshold: config.agentErrorThreshold,
    breaker: config.dispatcher.breaker,
    quotas: config.quotas,
    onConnectionError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  const broker = overrides.broker ?? openBroker(config, store, logger);
  registerBrokerMetrics(metrics, broker);
  const { hintTiming } = overrides;
  const announcing = createAnnouncing({
    ...{ broker, events: store.events, logger: logger.child({ part: 'announcing' }) },
    ...(hintTiming === undefined ? {} : { hintTiming }),
  });
  const webhookGuard = createWebhookGuard({ allowedNetworks: config.gateway.webhookAllowedNetworks });
  const foundation = { store, broker, ...announcing, box, logger, metrics, secretsKeys, webhookGuard };
  const parts = composeParts(config, foundation, overrides.sleep);
  const checks: HealthCheck[] = [
    ...infrastructureChecks(store, broker),
    ...Object.values(parts).flatMap((part) => part.checks),
  ];
  const { gateway, intake, hub, dispatcher, scheduler } = parts;
  const { upgrade } = hub;
  const listener = processListener(
    { listener: doors({ gateway: listenerOf(gateway), 'trigger-intake': listenerOf(intake) }) },
    { checks, registries: [metrics] },
  );
  const server = new HttpServer({
    host: config.listen.host,
    port: config.listen.port,
    listener,
    ...(gateway.requestMsMax === undefined ? {} : { requestTimeoutMs: gateway.requestMsMax }),
    ...(upgrade === undefined ? {} : { upgrade }),
    logger,
  });
  // User-facing services stop first; services that carry their events stop last.
  const composed = [scheduler, dispatcher, hub, intake, gateway].flatMap((part) => part.services);
  const stopFirst = Object.values(parts).flatMap((part) => part.stopFirst ?? []);
  const foundations = [
    storeService(store, { lostKeyIds: sealing.lostKeyIds, logger }),
    brokerService(broker),
    announcingService(announcing.publishing),
  ];
  const services = [...foundations, ...composed, server, ...stopFirst];
  return { services, server };
}

function mediaOf({ dataDir, listen }: AllInOneConfig): MediaStorage {
  return new DiskMediaStorage({ dataDir, publicBaseUrl: listen.publicBaseUrl });
}

function composeParts(
  config: AllInOneConfig,
  foundation: Foundation & { secretsKeys: [Buffer, ...Buffer[]]; webhookGuard: WebhookGuard },
  sleep?: Sleep,
): Record<'gateway' | 'intake' | 'hub' | 'dispatcher' | 'scheduler', Composed> {
  const { store, logger, secretsKeys } = foundation;
  const media = mediaOf(config);
  const { publicBaseUrl } = config.listen;
  const waiting = sleep === undefined ? {} : { sleep };
  const named = (name: string) => ({ ...foundation, logger: logger.child({ part: name }) });
  const messages = createMessages({ ...foundation, media });
  const mediaLinks = new MediaLinks({
    ...{ secretsKeys, agentDays: config.gateway.mediaLinkDays, nowMs: () => systemClock.nowMs() },
  });
  return {
    gateway: composeGateway(config.gateway, {
      ...named('gateway'),
      ...{ media, mediaLinks },
      dataDir: config.dataDir,
      publicBaseUrl,
      consoleFolder: consoleFolder(),
      docsSiteFolder: docsSiteFolder(),
    }),
    intake: composeTriggerIntake(config.intake, named('trigger-intake')),
    hub: composeWebsocketHub(config.hub, {
      ...named('websocket-hub'),
      users: withApiKeys({
        signIn: createSignIn({ store, secretsKeys, publicBaseUrl, logger, clock: systemClock }),
        ...{ apiKeys: store.apiKeys, logger },
      }),
      ...{ publicBaseUrl, mediaLinks },
      streams: new MessageStreams({ ...foundation, messages }),
      acceptAgentMessage: ({ imageBase64, ...message }) =>
        messages.acceptAgentMessage({ ...message, image: imageBase64 }),
    }),
    dispatcher: composeWebhookDispatcher(config.dispatcher, {
      ...{ ...named('webhook-dispatcher'), mediaLinks },
      ...waiting,
    }),
    scheduler: composeScheduler(config.scheduler, { ...named('scheduler'), ...waiting }),
  };
}

function openBroker(config: AllInOneConfig, store: Store, logger: Logger): Broker {
  if (config.amqpUrl === null) return new MemoryBroker({ logger: brokerLogger(logger) });
  return new RabbitBroker({
    url: config.amqpUrl.reveal(),
    namePrefix: config.amqpPrefix,
    installationId: () => store.installationId(),
    logger: brokerLogger(logger),
  });
}

function listenerOf(composed: Composed): NonNullable<Composed['listener']> {
  if (composed.listener === undefined) throw new Error('A service with doors has no listener');
  return composed.listener;
}
