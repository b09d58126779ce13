import type { Broker } from '@svc/broker';
import { Semaphore, STREAM_MS_MAX } from '@svc/domain';
import type { MediaLinks } from '@svc/domain';
import type { Announcer, Hints, Store } from '@svc/store';
import { createMessages, MessageStreams, UploadReceiver } from '@svc/messages';
import type { MediaStorage } from '@svc/messages';
import { JointLimits, systemClock, WebhookClient } from '@svc/runtime';
import type { Clock, Composed, Logger, Service, WebhookGuard } from '@svc/runtime';
import { createSignIn } from '@svc/sign-in';
import { Router } from 'express';
import type { Registry } from 'prom-client';
import { createAgentGuard } from './agent-guard.js';
import { agentApi, clientApi, deviceApi, openApi, createApp, accountBodies, streamBodies } from './app.js';
import type { ApiParts } from './app.js';
import { createMediaRemoval, mediaRoute } from './media-route.js';
import type { GatewayConfig } from './env.js';
import { ExportFiles } from './exports/export-files.js';
import { createExportMaker } from './exports/export-maker.js';
import { mcpApi } from './mcp/mcp-api.js';
import { ToolBoxes } from './mcp/tool-box.js';
import { account, accountExports, exportRoute, invitations, mayInviteBy } from './operations/account.js';
import { agentDecisions, decisionRules, decisions } from './operations/decisions.js';
import { agentMessageChecks, agentMessages } from './operations/conversations.js';
import { agentPolls } from './operations/agent-polls.js';
import { agentChecks, agents, WEBHOOK_TEST_TIMEOUT_MS, webhooks } from './operations/agents.js';
import { conversations, userMessageChecks } from './operations/conversations.js';
import { deletions, erasureProgress } from './operations/deletions.js';
import { deviceLoginAnswers, deviceLogins } from './operations/device-logins.js';
import { events, replays } from './operations/events.js';
import type { OperationParts } from './operations/parts.js';
import { agentRuns, clientRuns } from './operations/runs.js';
import { search } from './operations/search.js';
import { agentStreams } from './operations/streams.js';
import { agentTasks, clientTasks } from './operations/tasks.js';
import { agentUploads, clientUploads } from './operations/uploads.js';
import { createPasswordBackoff } from './password-backoff.js';
import { createSignInRecord } from './sign-in-record.js';
import { createRateLimits } from './rate-limits.js';
import type { RateLimitConfig } from './rate-limits.js';
import { signInRouter } from './sign-in-router.js';
import { createUserGuard, keptAddress as keptAddressOf } from './user-guard.js';
import { WaitingCalls } from './waiting-calls.js';

/**
 * A hash of a password takes one of libuv's four threads, on which files, compression and names wait too, for
 * a tenth of a second. Those that wait are some five seconds of work.
 */
const PASSWORD_HASHING = { max: 1, waitingMax: 63, waitingPerKeyMax: 7 };

/** The caller starts and stops these. */
export interface GatewayDependencies {
  store: Store;
  broker: Pick<Broker, 'consumeClientHints'>;
  announcer: Announcer;
  hints: Hints;
  media: MediaStorage;
  /** Holds the files of exports. */
  dataDir: string;
  logger: Logger;
  metrics: Registry;
  publicBaseUrl: string;
  /** Of 32 bytes each. */
  secretsKeys: readonly [Buffer, ...Buffer[]];
  mediaLinks: MediaLinks;
  webhookGuard: WebhookGuard;
  /** Of the built console, see {@link consoleFolder}. */
  consoleFolder?: string | null;
  /** Of the built documentation, see {@link docsSiteFolder}. */
  docsSiteFolder?: string | null;
  clock?: Clock;
}

export function composeGateway(
  config: Pick<
    GatewayConfig,
    'signUp' | 'invitations' | 'trustedProxies' | 'auditAddresses' | 'retention'
  > & { rateLimits: RateLimitConfig },
  deps: GatewayDependencies,
): Composed & Required<Pick<Composed, 'listener' | 'requestMsMax'>> {
  const { store, announcer, hints, media, mediaLinks, logger, publicBaseUrl, clock = systemClock } = deps;
  const messages = createMessages({ store, media, announcer, hints });
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

  const webhookClient = new WebhookClient({
    guard: deps.webhookGuard,
    timeoutMs: WEBHOOK_TEST_TIMEOUT_MS,
  });
  const waitingCalls = new WaitingCalls({ broker: deps.broker, logger });
  const exportFiles = new ExportFiles({ dataDir: deps.dataDir });
  const operationParts: OperationParts = {
    ...{ store, announcer, hints, media, mediaLinks, messages, signIn, rateLimits, keptAddress },
    ...{ webhookClient, publicBaseUrl, logger, clock },
    decoded: new WeakMap(),
    backoff: createPasswordBackoff({ store, rateLimits, backoff: config.rateLimits.passwords }),
    passwordHashing: new Semaphore(PASSWORD_HASHING),
    vetWebhookUrl: (url) => deps.webhookGuard.vet(url),
    mayInvite: mayInviteBy(config),
    retention: config.retention,
  };
  const parts: ApiParts = {
    ...{ store, rateLimits },
    agentGuard: createAgentGuard({ store, rateLimits, waitingCalls, clock, logger }),
    userGuard: createUserGuard({
      ...{ signIn, store, rateLimits, keptAddress, logger },
      publicOrigin: publicBaseUrl,
    }),
    bodies: accountBodies(),
  };
  const uploadParts = { store, mediaLinks, receiver: new UploadReceiver({ store, media }) };
  const agentOperations = { ...agentOperationsOf(operationParts), ...agentUploads(uploadParts) };

  const files = Router();
  files.get(
    ['/media/:mediaId', '/media/:link/:mediaId'],
    mediaRoute({ ...parts, media, mediaLinks, logger, store }),
  );
  files.get(
    '/api/client/account/exports/:exportId/file',
    exportRoute({ ...parts, store, files: exportFiles }),
  );
  const listener = createApp(deps, {
    trustedProxies: config.trustedProxies,
    // In the order in which they are tried.
    routers: [
      files,
      deviceApi(deviceLogins(operationParts)),
      agentApi({ ...parts, bodies: streamBodies() }, { handlers: agentStreams({ streams }) }),
      agentApi(parts, { handlers: agentOperations, checks: agentMessageChecks(operationParts) }),
      mcpApi({
        ...parts,
        toolBoxes: new ToolBoxes({ handlers: agentOperations, logger }),
        publicOrigin: publicBaseUrl,
      }),
      openApi(parts, erasureProgress(operationParts)),
      clientApi(parts, {
        handlers: { ...clientOperationsOf(operationParts), ...clientUploads(uploadParts) },
        checks: { ...agentChecks(operationParts), ...userMessageChecks(operationParts) },
      }),
      Router().use(
        '/api/auth',
        signInRouter({
          ...operationParts,
          ...{ signIn, signUp: config.signUp },
          record: createSignInRecord({ audit: store.audit, keptAddress }),
        }),
      ),
    ],
  });

  const webhookTests: Service = {
    name: 'gateway-webhook-tests',
    start: async () => {},
    // The HTTP server has stopped before this.
    stop: async () => webhookClient.abortAll(),
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

function agentOperationsOf(parts: OperationParts) {
  return {
    ...agentMessages(parts),
    ...agentTasks(parts),
    ...agentPolls(parts),
    ...agentRuns(parts),
    ...agentDecisions(parts),
  };
}

function clientOperationsOf(parts: OperationParts) {
  return {
    ...agents(parts),
    ...webhooks(parts),
    ...conversations(parts),
    ...search(parts),
    ...deletions(parts),
    ...events(parts),
    ...replays(parts),
    ...clientTasks(parts),
    ...clientRuns(parts),
    ...decisions(parts),
    ...decisionRules(parts),
    ...account(parts),
    ...accountExports(parts),
    ...invitations(parts),
    ...deviceLoginAnswers(parts),
  };
}
