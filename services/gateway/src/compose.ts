import type { Broker } from '@svc/broker';
import type { MediaLinks } from '@svc/domain';
import type { Announcer, Hints } from '@svc/events';
import { createMessages, MessageStreams, UploadReceiver } from '@svc/messages';
import type { MediaStorage } from '@svc/messages';
import { Semaphore, STREAM_MS_MAX } from '@svc/domain';
import { JointLimits, systemClock } from '@svc/runtime';
import type { Clock, Composed, Logger, Service } from '@svc/runtime';
import type { AgentIdentity, Store } from '@svc/store';
import { WebhookClient } from '@svc/webhook-client';
import type { WebhookGuard } from '@svc/webhook-client';
import type { Registry } from 'prom-client';
import { agentApi } from './agent-api.js';
import { answerOnceBy, callerOfAgent } from './answer-once.js';
import { createAgentDoor } from './agent-door.js';
import { AnswerForms } from './answer-forms.js';
import { createApp } from './app.js';
import { accountBodies, streamBodies } from './caller-bodies.js';
import { deviceApi } from './device-api.js';
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
import { agentChecks, agents } from './operations/agents.js';
import { agentMessageChecks, userMessageChecks } from './operations/decoded-files.js';
import type { DecodedFiles } from './operations/decoded-files.js';
import { ExportFiles } from './exports/export-files.js';
import { createExportMaker } from './exports/export-maker.js';
import { exportRoute } from './exports/export-route.js';
import { apiKeys } from './operations/api-keys.js';
import { audit } from './operations/audit.js';
import { account } from './operations/account.js';
import { deviceLoginAnswers, deviceLogins } from './operations/device-logins.js';
import { clientRuns } from './operations/client-runs.js';
import { agentTitles, conversationMarks } from './operations/conversation-marks.js';
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
import { replays } from './operations/replays.js';
import { retention } from './operations/retention.js';
import { search } from './operations/search.js';
import { taskSenders } from './operations/task-senders.js';
import { agentTasks, clientTasks } from './operations/tasks.js';
import { webhookBreaker } from './operations/webhook-breaker.js';
import { WEBHOOK_TEST_TIMEOUT_MS, webhookTest } from './operations/webhook-test.js';
import { messageStreams } from './operations/message-streams.js';
import { mcpRoute } from './mcp/mcp-route.js';
import { ToolBoxes } from './mcp/tool-box.js';
import { openApi } from './open-api.js';
import { createPasswordBackoff } from './password-backoff.js';
import { PicturePreviews } from './picture-previews.js';
import { createRateLimits } from './rate-limits.js';
import { createSignInRecord } from './sign-in-record.js';
import { signInRouter } from './sign-in-router.js';
import { streamRoutes } from './stream-routes.js';
import { uploadRoutes } from './upload-routes.js';
import { createSignIn } from '@svc/sign-in';
import { createUserDoor } from './user-door.js';
import { WaitingCalls } from './waiting-calls.js';

/**
 * Calls that hash a password. A hash takes one of libuv's four threads, on which files, compression and names wait too, and a core for a tenth of a second.
 * Those that wait are some five seconds of work.
 */
const PASSWORD_HASHING = { max: 1, waitingMax: 63, waitingPerKeyMax: 7 };

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
  /** The folder of the built documentation, see {@link docsSiteFolder}; `null` if there is none. */
  docsSiteFolder?: string | null;
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
  const streams = new MessageStreams({ store, messages, hints, logger });
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
  const answerForms = new AnswerForms();

  const backoff = createPasswordBackoff({ store, rateLimits, backoff: config.rateLimits.passwords });
  const passwordHashing = new Semaphore(PASSWORD_HASHING);

  const userDoor = createUserDoor({
    ...{ signIn, store, rateLimits, keptAddress, logger },
    publicOrigin: publicBaseUrl,
  });
  const agentDoor = createAgentDoor({ store, rateLimits, clock, logger });
  const answerAgentOnce = answerOnceBy<AgentIdentity>(store, callerOfAgent);
  const exportFiles = new ExportFiles({ dataDir: deps.dataDir });

  const decoded: DecodedFiles = new WeakMap();

  const agentHandlers = {
    ...agentMessages({ store, messages, mediaLinks, decoded }),
    ...agentTitles({ store, hints }),
    ...agentTasks({ store, hints, clock }),
    ...agentPolls({ store, hints, mediaLinks }),
    ...agentRuns({ store, hints }),
    ...agentDecisions({ store, announcer, hints, answerForms }),
  };

  const listener = createApp({
    logger,
    metrics: deps.metrics,
    media: mediaRoute({
      ...{ media, links: mediaLinks, door: userDoor, store },
      previews: new PicturePreviews(logger),
    }),
    consoleFolder: deps.consoleFolder ?? null,
    publicOrigin: publicBaseUrl,
    docsSiteFolder: deps.docsSiteFolder ?? null,
    trustedProxies: config.trustedProxies,
    device: deviceApi(deviceLogins({ store, hints, rateLimits, keptAddress, publicBaseUrl })),
    signIn: signInRouter({
      ...{ signIn, signUp: config.signUp, rateLimits, publicBaseUrl },
      ...{ backoff, passwordHashing },
      record: createSignInRecord({ audit: store.audit, keptAddress }),
      invitations: mayInvite === 'yes' ? store.invitations : null,
    }),
    uploads: uploadRoutes({
      ...{ agentDoor, userDoor, bodies, rateLimits, receiver: uploads, links: mediaLinks, store },
    }),
    streams: streamRoutes({
      ...{ streams, rateLimits, bodies: streamBodies(), door: agentDoor },
    }),
    agentApi: agentApi({
      door: agentDoor,
      bodies,
      rateLimits,
      waitingCalls,
      answerOnce: answerAgentOnce,
      checks: agentMessageChecks(decoded),
      handlers: agentHandlers,
    }),
    mcp: mcpRoute({
      ...{ door: agentDoor, bodies, rateLimits, waitingCalls },
      toolBoxes: new ToolBoxes({ handlers: agentHandlers, logger }),
      publicOrigin: publicBaseUrl,
    }),
    exportFile: exportRoute({ door: userDoor, store, files: exportFiles }),
    openApi: openApi({ rateLimits, handlers: erasureProgress({ store }) }),
    clientApi: clientApi({
      door: userDoor,
      bodies,
      rateLimits,
      answerOnce: answerOnceBy(store, ({ userId }) => ({ agentId: null, userId })),
      checks: { ...agentChecks({ vetWebhookUrl }), ...userMessageChecks(decoded) },
      handlers: {
        ...agents({ store, media, hints, logger, vetWebhookUrl }),
        ...agentKeys({ store, hints }),
        ...signingSecrets({ store, hints }),
        ...conversations({ store, messages, mediaLinks, decoded }),
        ...search({ store }),
        ...messageStreams({ store }),
        ...conversationMarks({ store, hints }),
        ...messageDeletions({ store, media, announcer, hints, logger }),
        ...events({ store, announcer, hints, mediaLinks }),
        ...replays({ store, hints }),
        ...webhookBreaker({ store, hints }),
        ...webhookTest({ store, client: webhookClient, vetWebhookUrl, clock }),
        ...clientTasks({ store, hints, clock }),
        ...taskSenders({ store, hints, clock }),
        ...clientRuns({ store, announcer, hints }),
        ...decisions({ store, announcer, hints, answerForms }),
        ...decisionRules({ store }),
        ...audit({ store }),
        ...quotas({ store }),
        ...retention({ store, days: config.retention }),
        ...account({ store }),
        ...apiKeys({ store, hints }),
        ...deviceLoginAnswers({ store, rateLimits }),
        ...accountExports({ store }),
        ...erasures({ store, media, signIn, backoff, passwordHashing, hints, logger }),
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
  const streamCalls: Service = {
    name: 'gateway-stream-calls',
    start: async () => {},
    stop: async () => streams.cutAll(),
  };
  return {
    services: [
      streams,
      jointLimits,
      webhookTests,
      createMediaRemoval({ store, media, logger }),
      createExportMaker({ store, media, files: exportFiles, logger }),
    ],
    stopFirst: [waitingCalls, streamCalls],
    requestMsMax: STREAM_MS_MAX + 60_000,
    listener,
    checks: [],
  };
}
