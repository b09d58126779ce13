import type { Broker } from '@svc/broker';
import type { Announcer, Hints } from '@svc/events';
import type { MediaStorage } from '@svc/media';
import { createMessages } from '@svc/messages';
import { systemClock } from '@svc/runtime';
import type { Clock, Composed, Logger, Service } from '@svc/runtime';
import type { Store } from '@svc/store';
import { WebhookClient } from '@svc/webhook-client';
import type { WebhookGuard } from '@svc/webhook-client';
import type { Registry } from 'prom-client';
import { agentApi } from './agent-api.js';
import { createAgentDoor } from './agent-door.js';
import { createApp } from './app.js';
import { accountBodies } from './caller-bodies.js';
import { clientApi } from './client-api.js';
import { createMediaRemoval } from './deleted-media.js';
import type { GatewayConfig } from './env.js';
import { agentDecisions } from './operations/agent-decisions.js';
import { agentMessages } from './operations/agent-messages.js';
import { agentPolls } from './operations/agent-polls.js';
import { agentRuns } from './operations/agent-runs.js';
import { agents } from './operations/agents.js';
import { clientRuns } from './operations/client-runs.js';
import { conversations } from './operations/conversations.js';
import { decisionRules } from './operations/decision-rules.js';
import { decisions } from './operations/decisions.js';
import { events } from './operations/events.js';
import { agentTasks, clientTasks } from './operations/tasks.js';
import { WEBHOOK_TEST_TIMEOUT_MS, webhookTest } from './operations/webhook-test.js';
import { createPasswordBackoff } from './password-backoff.js';
import { createRateLimits } from './rate-limits.js';
import { signInRouter } from './sign-in-router.js';
import { createSignIn } from '@svc/sign-in';
import { createUserDoor } from './user-door.js';
import { WaitingCalls } from './waiting-calls.js';

/** What the gateway needs. The caller starts and stops these. */
export interface GatewayDependencies {
  store: Store;
  broker: Pick<Broker, 'consumeClientHints'>;
  announcer: Announcer;
  hints: Hints;
  media: MediaStorage;
  logger: Logger;
  metrics: Registry;
  /** The address under which the outside reaches the installation. */
  publicBaseUrl: string;
  /** The 32 bytes of SECRETS_KEY. */
  secretsKey: Buffer;
  /** Checks webhook URLs when they are saved, and again when one is tested. */
  webhookGuard: WebhookGuard;
  /** The folder of the built console, see {@link consoleFolder}; `null` if there is none. */
  consoleFolder?: string | null;
  clock?: Clock;
}

/** Composes the gateway: agent API, client API, sign-in, media and documentation. */
export function composeGateway(
  config: Pick<GatewayConfig, 'signUp' | 'rateLimits' | 'trustedProxies'>,
  deps: GatewayDependencies,
): Composed {
  const { store, announcer, hints, media, logger, publicBaseUrl, clock = systemClock } = deps;
  const messages = createMessages({ store, media, announcer, hints });
  const rateLimits = createRateLimits(config.rateLimits);
  const signIn = createSignIn({
    ...{ store, secretsKey: deps.secretsKey, publicBaseUrl, logger, clock },
    onSessionsEnded: (userId) => hints.sessionsEnded(userId),
  });

  const vetWebhookUrl = (url: string): Promise<void> => deps.webhookGuard.vet(url);
  const webhookClient = new WebhookClient({
    guard: deps.webhookGuard,
    timeoutMs: WEBHOOK_TEST_TIMEOUT_MS,
    clock,
  });
  const bodies = accountBodies();
  const waitingCalls = new WaitingCalls({ broker: deps.broker, logger });

  const listener = createApp({
    logger,
    metrics: deps.metrics,
    media,
    consoleFolder: deps.consoleFolder ?? null,
    trustedProxies: config.trustedProxies,
    signIn: signInRouter({
      ...{ signIn, signUp: config.signUp, rateLimits, publicBaseUrl },
      backoff: createPasswordBackoff({ store, rateLimits, backoff: config.rateLimits.passwords }),
    }),
    agentApi: agentApi({
      door: createAgentDoor({ store, rateLimits, clock }),
      bodies,
      rateLimits,
      waitingCalls,
      handlers: {
        ...agentMessages({ store, messages }),
        ...agentTasks({ store, hints, clock }),
        ...agentPolls({ store, hints }),
        ...agentRuns({ store, hints }),
        ...agentDecisions({ store, announcer, hints }),
      },
    }),
    clientApi: clientApi({
      door: createUserDoor({
        signIn,
        rateLimits,
        publicOrigin: new URL(publicBaseUrl).origin,
      }),
      bodies,
      rateLimits,
      handlers: {
        ...agents({ store, media, hints, logger, vetWebhookUrl }),
        ...conversations({ store, messages }),
        ...events({ store, announcer, hints }),
        ...webhookTest({ store, client: webhookClient, vetWebhookUrl, clock }),
        ...clientTasks({ store, hints, clock }),
        ...clientRuns({ store, announcer, hints }),
        ...decisions({ store, announcer, hints }),
        ...decisionRules({ store }),
      },
    }),
  });

  const webhookTests: Service = {
    name: 'gateway-webhook-tests',
    start: async () => {},
    // The HTTP server has stopped before this, so no further test begins.
    stop: async () => {
      webhookClient.abortAll();
      webhookClient.close();
    },
  };
  return {
    services: [webhookTests, createMediaRemoval({ store, media, logger })],
    stopFirst: [waitingCalls],
    listener,
    checks: [],
  };
}
