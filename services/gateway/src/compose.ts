import type { Broker } from '@svc/broker';
import type { MediaStorage } from '@svc/media';
import { createMessages } from '@svc/messages';
import { createHints, Publishing } from '@svc/publishing';
import { systemClock } from '@svc/runtime';
import type { Clock, Composed, Logger, Service } from '@svc/runtime';
import type { Store } from '@svc/store';
import type { Registry } from 'prom-client';
import { agentApi } from './agent-api.js';
import { createAgentDoor } from './agent-door.js';
import { createApp } from './app.js';
import { clientApi } from './client-api.js';
import type { GatewayConfig } from './env.js';
import { LargeBodies } from './large-bodies.js';
import { agentMessages } from './operations/agent-messages.js';
import { agents } from './operations/agents.js';
import { conversations } from './operations/conversations.js';
import { events } from './operations/events.js';
import { createRateLimits } from './rate-limits.js';
import { signInRouter } from './sign-in-router.js';
import { createSignIn } from './sign-in.js';
import { createUserDoor } from './user-door.js';

/** What the gateway stands on. Whoever composes starts and stops these. */
export interface GatewayDependencies {
  store: Store;
  broker: Broker;
  media: MediaStorage;
  logger: Logger;
  metrics: Registry;
  /** The address under which the outside reaches the installation. */
  publicBaseUrl: string;
  /** The 32 bytes of SECRETS_KEY. */
  secretsKey: Buffer;
  /** Throws ServiceError `webhook_url_not_allowed` with a reason. */
  vetWebhookUrl: (url: string) => Promise<void>;
  clock?: Clock;
}

/** Puts the gateway together: agent API, client API, sign-in, media and documentation. */
export function composeGateway(
  config: Pick<GatewayConfig, 'signUp' | 'rateLimits' | 'trustedProxies'>,
  deps: GatewayDependencies,
): Composed {
  const { store, broker, media, logger, publicBaseUrl, clock = systemClock } = deps;
  const publishing = new Publishing(logger);
  const messages = createMessages({ store, media, broker, logger });
  const hints = createHints(broker, publishing);
  const rateLimits = createRateLimits(config.rateLimits);
  const signIn = createSignIn({ store, secretsKey: deps.secretsKey, publicBaseUrl, logger, clock });

  const largeBodies = new LargeBodies();

  const listener = createApp({
    logger,
    metrics: deps.metrics,
    media,
    trustedProxies: config.trustedProxies,
    signIn: signInRouter({ signIn, signUp: config.signUp, rateLimits, publicBaseUrl }),
    agentApi: agentApi({
      door: createAgentDoor({ store, rateLimits, clock }),
      largeBodies,
      messages: agentMessages({ store, messages }),
    }),
    clientApi: clientApi({
      door: createUserDoor({
        sessions: signIn.sessions,
        rateLimits,
        publicOrigin: new URL(publicBaseUrl).origin,
      }),
      largeBodies,
      agents: agents({ store, media, hints, logger, vetWebhookUrl: deps.vetWebhookUrl }),
      conversations: conversations({ store, messages }),
      events: events({ store, broker, publishing, hints }),
    }),
  });

  const publishes: Service = {
    name: 'gateway-publishes',
    start: async () => {},
    // The HTTP server has stopped by now, so no further publish begins.
    stop: async () => {
      await Promise.all([messages.drain(), publishing.drain()]);
    },
  };
  return { services: [publishes], listener, checks: [] };
}
