import type { IncomingMessage } from 'node:http';
import { MemoryBroker } from '@svc/broker';
import type { Broker } from '@svc/broker';
import { MediaLinks } from '@svc/domain';
import { routeByPath } from '@svc/edge-proxy';
import { composeGateway, consoleFolder, docsSiteFolder } from '@svc/gateway';
import { createMessages, MediaStorage, MessageStreams } from '@svc/messages';
import { Secret, sealingKeyBytes, systemClock, createWebhookGuard } from '@svc/runtime';
import type { Composed, HttpServer, Logger, SealingConfig, Service, Sleep, WebhookGuard } from '@svc/runtime';
import { composeScheduler } from '@svc/scheduler';
import { createSignIn, withApiKeys } from '@svc/sign-in';
import { brokerLogger, composeProcess, rabbitBroker } from '@svc/standalone';
import type { Foundation } from '@svc/standalone';
import type { Store } from '@svc/store';
import { composeTriggerIntake } from '@svc/trigger-intake';
import { composeWebhookDispatcher } from '@svc/webhook-dispatcher';
import { composeWebsocketHub } from '@svc/websocket-hub';
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
  const secretsKeys = sealingKeyBytes(sealing);
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
    (foundation) =>
      seenBy(lent?.see, asOne(composeParts(config, { ...foundation, secretsKeys, webhookGuard }, sleep))),
  );
}

function seenBy(see: ((request: IncomingMessage) => void) | undefined, composed: Composed): Composed {
  const { listener, upgrade } = composed;
  if (see === undefined || listener === undefined || upgrade === undefined) return composed;
  return {
    ...composed,
    listener(request, response) {
      see(request);
      listener(request, response);
    },
    upgrade(request, socket, head) {
      see(request);
      upgrade(request, socket, head);
    },
  };
}

type Parts = Record<'gateway' | 'intake' | 'hub' | 'dispatcher' | 'scheduler', Composed>;

/** User-facing services stop first; services that carry their events stop last. */
function asOne({ gateway, intake, hub, dispatcher, scheduler }: Parts): Composed {
  const parts = [scheduler, dispatcher, hub, intake, gateway];
  const { requestMsMax } = gateway;
  const { upgrade } = hub;
  return {
    services: parts.flatMap(({ services }) => services),
    checks: parts.flatMap(({ checks }) => checks),
    stopFirst: parts.flatMap(({ stopFirst = [] }) => stopFirst),
    listener: routeByPath({ gateway: listenerOf(gateway), 'trigger-intake': listenerOf(intake) }),
    ...(requestMsMax === undefined ? {} : { requestMsMax }),
    ...(upgrade === undefined ? {} : { upgrade }),
  };
}

function composeParts(
  config: AllInOneConfig,
  foundation: Foundation & { secretsKeys: [Buffer, ...Buffer[]]; webhookGuard: WebhookGuard },
  sleep?: Sleep,
): Parts {
  const { store, logger, secretsKeys } = foundation;
  const { dataDir } = config;
  const { publicBaseUrl } = config.listen;
  const media = new MediaStorage({ dataDir, publicBaseUrl });
  const waiting = sleep === undefined ? {} : { sleep };
  const named = (name: string) => ({ ...foundation, logger: logger.child({ part: name }) });
  const messages = createMessages({ ...foundation, media });
  const mediaLinks = new MediaLinks({
    ...{ secretsKeys, agentDays: config.gateway.mediaLinkDays, nowMs: () => systemClock.nowMs() },
  });
  return {
    gateway: composeGateway(config.gateway, {
      ...named('gateway'),
      ...{ media, mediaLinks, dataDir, publicBaseUrl },
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
      acceptAgentMessage: messages.acceptAgentMessage,
    }),
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

function listenerOf(composed: Composed): NonNullable<Composed['listener']> {
  if (composed.listener === undefined) throw new Error('A service behind the port has no listener');
  return composed.listener;
}
