import type { IncomingMessage } from 'node:http';
import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { MediaLinks } from '@svc/domain';
import { routeByPath } from '@svc/edge-proxy';
import { composeGateway, consoleFolder, docsSiteFolder } from '@svc/gateway';
import { MediaStorage } from '@svc/messages';
import { Secret, sealingKeyBytes, systemClock, createWebhookGuard } from '@svc/runtime';
import type { Composed, HttpServer, Logger, SealingConfig, Service, Sleep, WebhookGuard } from '@svc/runtime';
import { composeScheduler } from '@svc/scheduler';
import { brokerLogger, composeProcess, rabbitBroker } from '@svc/standalone';
import type { Foundation } from '@svc/standalone';
import type { Store } from '@svc/store';
import { composeTriggerIntake } from '@svc/trigger-intake';
import { composeWebhookDispatcher } from '@svc/webhook-dispatcher';
import { createWebsocketHub } from '@svc/websocket-hub';
import { LOOPBACK } from './env.js';
import type { AllInOneConfig } from './env.js';
import { loopbackReceivers } from './loopback-receivers.js';

export interface AllInOne {
  /** In the order in which they start. The listeners open last and close first. */
  services: Service[];
  server: HttpServer;
}

/** All five services on one store, one broker and one port. The database must be migrated. */
export function composeAllInOne(
  config: AllInOneConfig,
  given: { databaseUrl: string; sealing: SealingConfig; logger: Logger; sleep?: Sleep },
): AllInOne {
  const { databaseUrl, sealing, logger, sleep } = given;
  const { listen, databaseConnectionsMax, quotas, gateway } = config;
  const { agentErrorThreshold, breaker } = config.dispatcher;
  const { webhookAllowedNetworks: allowedNetworks } = gateway;
  // What the operator has allowed stays so.
  const lent = allowedNetworks === LOOPBACK ? loopbackReceivers(allowedNetworks) : null;
  const webhookGuard = lent?.guard ?? createWebhookGuard({ allowedNetworks });
  return composeProcess(
    {
      ...{ ...listen, databaseConnectionsMax, quotas, sealing },
      ...{ databaseUrl: new Secret(databaseUrl), agentErrorThreshold, breaker },
    },
    {
      ...{ name: 'all-in-one', logger },
      openBroker: (store) => openBroker(config, store, logger),
    },
    (foundation) => asOne(composeParts(config, { ...foundation, sealing, webhookGuard }, sleep), lent?.see),
  );
}

/** User-facing services stop first; services that carry their events stop last. */
function asOne(
  { gateway, intake, hub, dispatcher, scheduler }: ReturnType<typeof composeParts>,
  see: (request: IncomingMessage) => void = () => {},
): Composed {
  const parts: Composed[] = [scheduler, dispatcher, hub, intake, gateway];
  const answer = routeByPath({ gateway: gateway.listener, 'trigger-intake': intake.listener });
  return {
    services: parts.flatMap(({ services }) => services),
    checks: parts.flatMap(({ checks }) => checks),
    stopFirst: parts.flatMap(({ stopFirst = [] }) => stopFirst),
    requestMsMax: gateway.requestMsMax,
    listener(request, response) {
      see(request);
      answer(request, response);
    },
    upgrade(request, socket, head) {
      see(request);
      hub.upgrade(request, socket, head);
    },
  };
}

function composeParts(
  config: AllInOneConfig,
  foundation: Foundation & { sealing: SealingConfig; webhookGuard: WebhookGuard },
  sleep?: Sleep,
) {
  const { logger, sealing } = foundation;
  const { dataDir } = config;
  const { publicBaseUrl } = config.listen;
  const secretsKeys = sealingKeyBytes(sealing);
  const media = new MediaStorage({ dataDir, publicBaseUrl });
  const waiting = sleep === undefined ? {} : { sleep };
  const named = (name: string) => ({ ...foundation, logger: logger.child({ part: name }) });
  const mediaLinks = new MediaLinks({
    ...{ secretsKeys, agentDays: config.gateway.mediaLinkDays, nowMs: () => systemClock.nowMs() },
  });
  return {
    gateway: composeGateway(config.gateway, {
      ...named('gateway'),
      ...{ media, mediaLinks, secretsKeys, dataDir, publicBaseUrl },
      consoleFolder: consoleFolder(),
      docsSiteFolder: docsSiteFolder(),
    }),
    intake: composeTriggerIntake(config.intake, named('trigger-intake')),
    hub: createWebsocketHub({ ...config.hub, publicBaseUrl, sealing }, named('websocket-hub')),
    dispatcher: composeWebhookDispatcher(config.dispatcher, {
      ...{ ...named('webhook-dispatcher'), mediaLinks },
      ...waiting,
    }),
    scheduler: composeScheduler(config.scheduler, { ...named('scheduler'), ...waiting }),
  };
}

function openBroker(config: AllInOneConfig, store: Store, logger: Logger): Broker {
  const { amqpUrl, amqpPrefix } = config;
  if (amqpUrl === null) return new MemoryBroker({ logger: brokerLogger(logger) });
  return rabbitBroker({ amqpUrl, amqpPrefix }, { store, logger });
}
