import { openDatabase } from './database/database.js';
import type { DatabaseOptions } from './database/database.js';
import { AGENT_ERROR_THRESHOLD_DEFAULT, BREAKER_DEFAULTS, QUOTA_DEFAULTS } from '@svc/domain';
import type { BreakerSettings, Quotas, SecretBox } from '@svc/domain';
import { breakerQueries } from './events/channels/webhook.js';
import { channelQueries } from './events/channels.js';
import { eventLogQueries } from './events/event-log.js';
import { agentQueries } from './agents/agents.js';
import { deviceLoginQueries } from './device-logins/device-logins.js';
import { agentKeyQueries, apiKeyQueries } from './keys/keys.js';
import { auditQueries } from './audit/audit-log.js';
import { conversationMarkQueries } from './messages/conversation-marks.js';
import { conversationQueries } from './messages/conversations.js';
import { deletionQueries, erasureQueries } from './deletions/deletions.js';
import { exportQueries } from './exports/exports.js';
import { messageDeletionQueries } from './deletions/message-deletions.js';
import { decisionQueries, decisionRuleQueries } from './decisions/decisions.js';
import { idempotentCallQueries } from './idempotency/idempotent-calls.js';
import { invitationQueries } from './invitations/invitations.js';
import { mediaQueries, uploadQueries } from './messages/uploads.js';
import { messageStreamQueries } from './messages/message-streams.js';
import { messageWrites, quickReplyQueries } from './messages/message-writes.js';
import { presenceQueries } from './presence/presence.js';
import { quotaGuard } from './quotas/quota-guard.js';
import { rateCountQueries } from './rate-counts/rate-counts.js';
import { redeliveryQueries, replayQueries } from './replays/replays.js';
import { replayStepQueries } from './replays/replay-steps.js';
import { retentionQueries } from './retention/retention.js';
import { runNowQueries, runQueries } from './runs/runs.js';
import { searchIndexQueries } from './search/search-index.js';
import { searchQueries } from './search/search.js';
import { sealingQueries } from './sealing/sealing.js';
import { scheduleClaimQueries } from './schedules/schedule-claims.js';
import { installationId } from './migrate.js';
import { triggerIntake } from './triggers/trigger-intake.js';
import type { TriggerIntakeOptions } from './triggers/trigger-intake.js';
import { contextBlockQueries } from './runs/context-blocks.js';
import { runCancellationQueries, runCompletionQueries } from './runs/run-endings.js';
import { overdueRunQueries, runSignQueries } from './runs/overdue-runs.js';
import { taskQueries } from './tasks/tasks.js';
import { passwordTryQueries } from './accounts/password-tries.js';

export interface StoreOptions extends DatabaseOptions {
  box: SecretBox;
  /** Failed deliveries in a row until an agent's status is `error`. Default 5. */
  agentErrorThreshold?: number;
  /** Default `BREAKER_DEFAULTS`. */
  breaker?: BreakerSettings;
  /** Default `QUOTA_DEFAULTS`. */
  quotas?: Quotas;
  /** By which counts of what owners have grow old. Default: the process's clock. */
  quotaNowMs?: () => number;
}

export type Store = ReturnType<typeof openStore>;

/** Connects on first use. */
export function openStore(options: StoreOptions) {
  const database = openDatabase(options);
  const { pool, urgent, prisma } = database;
  const { box, breaker = BREAKER_DEFAULTS, quotaNowMs: nowMs } = options;
  const quotas = quotaGuard(pool, options.quotas ?? QUOTA_DEFAULTS, nowMs);
  const channels = channelQueries(pool, {
    agentErrorThreshold: options.agentErrorThreshold ?? AGENT_ERROR_THRESHOLD_DEFAULT,
    breaker,
  });
  return {
    /** For better-auth, which has its own queries. */
    prisma,
    agents: agentQueries(pool, { prisma, box, quotas }),
    agentKeys: agentKeyQueries(pool),
    apiKeys: apiKeyQueries(pool, prisma),
    deviceLogins: deviceLoginQueries(pool, prisma),
    audit: auditQueries(pool, prisma),
    breakers: breakerQueries(pool),
    channels,
    contextBlocks: contextBlockQueries(pool),
    conversations: conversationQueries(pool, prisma),
    conversationMarks: conversationMarkQueries(pool),
    decisions: decisionQueries(pool, quotas),
    decisionRules: decisionRuleQueries(pool),
    events: redeliveryQueries(pool),
    eventLog: eventLogQueries(pool, prisma),
    idempotentCalls: idempotentCallQueries(pool, box),
    invitations: invitationQueries(pool, prisma),
    media: mediaQueries(prisma),
    uploads: uploadQueries(pool, prisma, quotas),
    messages: messageWrites(pool, quotas),
    messageStreams: messageStreamQueries(pool, prisma),
    quickReplies: quickReplyQueries(pool, quotas),
    polls: channels.poll,
    presence: presenceQueries(pool, urgent),
    runCancellations: runCancellationQueries(pool),
    runCompletions: runCompletionQueries(pool),
    runSigns: runSignQueries(pool),
    overdueRuns: overdueRunQueries(pool),
    runs: runQueries(pool),
    tasks: taskQueries(pool, { prisma, box, quotas }),
    runNow: runNowQueries(pool, quotas),
    scheduleClaims: scheduleClaimQueries(pool, prisma),
    deletions: deletionQueries(pool, prisma),
    messageDeletions: messageDeletionQueries(pool),
    erasures: erasureQueries(prisma),
    exports: exportQueries(pool, prisma),
    quotas,
    rateCounts: rateCountQueries(pool),
    replays: replayQueries(pool, prisma),
    replaySteps: replayStepQueries(pool, prisma),
    retention: retentionQueries(pool),
    search: searchQueries(pool),
    searchIndex: searchIndexQueries(pool),
    sealing: sealingQueries(pool, box),
    passwordTries: passwordTryQueries(pool, prisma),
    /** For trigger-intake, which gives its settings. */
    triggerIntake: (intake: TriggerIntakeOptions) => triggerIntake(pool, { ...intake, quotas, box, nowMs }),

    /** Those that have neither ended nor expired. */
    async openSessionsAmong(ids: readonly string[]): Promise<Set<string>> {
      const where = { id: { in: [...ids] }, expiresAt: { gt: new Date() } };
      return new Set((await prisma.session.findMany({ where, select: { id: true } })).map(({ id }) => id));
    },

    /** Marks what the installation shares with others. Every database has its own. */
    installationId: () => installationId(pool),

    async ping(): Promise<void> {
      await pool.query('SELECT 1');
    },

    /** Lets running queries finish. Idempotent. */
    close: database.close,
  };
}
