import type { Broker } from '@svc/broker';
import type { MediaLinks } from '@svc/domain';
import type { Announcer, Hints } from '@svc/events';
import { createMessages, UploadReceiver } from '@svc/messages';
import type { MediaStorage } from '@svc/messages';
import { JointLimits, systemClock } from '@svc/runtime';
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
import { keptAddress as keptAddressOf } from './client-caller.js';
import { createMediaRemoval } from './deleted-media.js';
import { mediaRoute } from './media-route.js';
import type { GatewayConfig } from './env.js';
import { agentDecisions } from './operations/agent-decisions.js';
import { agentKeys } from './operations/agent-keys.js';
import { agentMessages } from './operations/agent-messages.js';
import { agentPolls } from './operations/agent-polls.js';
import { agentRuns } from './operations/agent-runs.js';
import { agents } from './operations/agents.js';
import { ExportFiles } from './exports/export-files.js';
import { createExportMaker } from './exports/export-maker.js';
import { exportRoute } from './exports/export-route.js';
import { apiKeys } from './operations/api-keys.js';
import { audit } from './operations/audit.js';
import { clientRuns } from './operations/client-runs.js';
import { conversations } from './operations/conversations.js';
import { decisionRules } from './operations/decision-rules.js';
import { decisions } from './operations/decisions.js';
import { erasureProgress, erasures } from './operations/erasures.js';
import { accountExports } from './operations/exports.js';
import { events } from './operations/events.js';
import { signingSecrets } from './operations/signing-secrets.js';
import { invitations, mayInviteBy } from './operations/invitations.js';
import { messageDeletions } from './operations/message-deletions.js';
import { quotas } from './operations/quotas.js';
import { retention } from './operations/retention.js';
import { agentTasks, clientTasks } from './operations/tasks.js';
import { WEBHOOK_TEST_TIMEOUT_MS, webhookTest } from './operations/webhook-test.js';
import { openApi } from './open-api.js';
import { createPasswordBackoff } from './password-backoff.js';
import { createRateLimits } from './rate-limits.js';
import { createSignInRecord } from './sign-in-record.js';
import { signInRouter } from './sign-in-router.js';
import { uploadRoutes } from './upload-routes.js';
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
  /** The folder that holds the files of exports. */
  dataDir: string;
  logger: Logger;
  metrics: Registry;
  /** The address under which the outside reaches the installation. */
  publicBaseUrl: string;
  /** The sealing keys, of 32 bytes each. */
  secretsKeys: readonly [Buffer, ...Buffer[]];
  mediaLinks: MediaLinks;
  /** Checks webhook URLs when they are saved, and again when one is tested. */
  webhookGuard: WebhookGuard;
  /** The folder of the built console, see {@link consoleFolder}; `null` if there is none. */
  consoleFolder?: string | null;
  clock?: Clock;
}

/** Composes the gateway: agent API, client API, sign-in, media and documentation. */
export function composeGateway(
  config: Pick<
    GatewayConfig,
    'signUp' | 'invitations' | 'rateLimits' | 'trustedProxies' | 'auditAddresses' | 'retention'
  >,
  deps: GatewayDependencies,
): Composed {
  const { store, announcer, hints, media, mediaLinks, logger, publicBaseUrl, clock = systemClock } = deps;
  const messages = createMessages({ store, media, announcer, hints });
  const uploads = new UploadReceiver({ store, media });
  const jointLimits = new JointLimits({
    ...{ counts: store.rateCounts, salt: () => store.installationId(), logger },
  });
  const rateLimits = createRateLimits(config.rateLimits, jointLimits);
  const keptAddress = keptAddressOf(config.auditAddresses);
  const signIn = createSignIn({
    ...{ store, secretsKeys: deps.secretsKeys, publicBaseUrl, logger, clock },
    onSessionsEnded: (userId) => hints.sessionsEnded(userId),
  });

  const vetWebhookUrl = (url: string): Promise<void> => deps.webhookGuard.vet(url);
  const webhookClient = new WebhookClient({
    guard: deps.webhookGuard,
    timeoutMs: WEBHOOK_TEST_TIMEOUT_MS,
    clock,
  });
  const mayInvite = mayInviteBy(config);
  const bodies = accountBodies();
  const waitingCalls = new WaitingCalls({ broker: deps.broker, logger });

  const backoff = createPasswordBackoff({ store, rateLimits, backoff: config.rateLimits.passwords });

  const userDoor = createUserDoor({
    ...{ signIn, store, rateLimits, keptAddress, logger },
    publicOrigin: new URL(publicBaseUrl).origin,
  });
  const agentDoor = createAgentDoor({ store, rateLimits, clock, logger });
  const exportFiles = new ExportFiles({ dataDir: deps.dataDir });

  const listener = createApp({
    logger,
    metrics: deps.metrics,
    media: mediaRoute({ media, links: mediaLinks, door: userDoor, store }),
    consoleFolder: deps.consoleFolder ?? null,
    trustedProxies: config.trustedProxies,
    signIn: signInRouter({
      ...{ signIn, signUp: config.signUp, rateLimits, publicBaseUrl },
      backoff,
      record: createSignInRecord({ audit: store.audit, keptAddress }),
      invitations: mayInvite === 'yes' ? store.invitations : null,
    }),
    uploads: uploadRoutes({
      ...{ agentDoor, userDoor, bodies, rateLimits, receiver: uploads, links: mediaLinks },
    }),
    agentApi: agentApi({
      door: agentDoor,
      bodies,
      rateLimits,
      waitingCalls,
      handlers: {
        ...agentMessages({ store, messages, mediaLinks }),
        ...agentTasks({ store, hints, clock }),
        ...agentPolls({ store, hints, mediaLinks }),
        ...agentRuns({ store, hints }),
        ...agentDecisions({ store, announcer, hints }),
      },
    }),
    exportFile: exportRoute({ door: userDoor, store, files: exportFiles }),
    openApi: openApi({ rateLimits, handlers: erasureProgress({ store }) }),
    clientApi: clientApi({
      door: userDoor,
      bodies,
      rateLimits,
      handlers: {
        ...agents({ store, media, hints, logger, vetWebhookUrl }),
        ...agentKeys({ store, hints }),
        ...signingSecrets({ store, hints }),
        ...conversations({ store, messages, mediaLinks }),
        ...messageDeletions({ store, media, announcer, hints, logger }),
        ...events({ store, announcer, hints }),
        ...webhookTest({ store, client: webhookClient, vetWebhookUrl, clock }),
        ...clientTasks({ store, hints, clock }),
        ...clientRuns({ store, announcer, hints }),
        ...decisions({ store, announcer, hints }),
        ...decisionRules({ store }),
        ...audit({ store }),
        ...quotas({ store }),
        ...retention({ store, days: config.retention }),
        ...apiKeys({ store, hints }),
        ...accountExports({ store }),
        ...erasures({ store, media, signIn, backoff, hints, logger }),
        ...invitations({ store, mayInvite, publicBaseUrl }),
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
    services: [
      jointLimits,
      webhookTests,
      createMediaRemoval({ store, media, logger }),
      createExportMaker({ store, media, files: exportFiles, logger }),
    ],
    stopFirst: [waitingCalls],
    listener,
    checks: [],
  };
}
