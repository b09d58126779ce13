import { openDatabase } from '@svc/database';
import type { DatabaseOptions } from '@svc/database';
import { AGENT_ERROR_THRESHOLD_DEFAULT } from '@svc/domain';
import type { SecretBox } from '@svc/domain';
import { agentQueries } from './agents/agents.js';
import { attemptQueries } from './events/attempts.js';
import { conversationQueries } from './messages/conversations.js';
import { decisionRuleQueries } from './decisions/decision-rules.js';
import { decisionQueries } from './decisions/decisions.js';
import { eventLogQueries } from './events/event-log.js';
import { eventQueries } from './events/events.js';
import { mediaQueries } from './messages/media-records.js';
import { messageWrites } from './messages/message-writes.js';
import { presenceQueries } from './presence/presence.js';
import { runNowQueries } from './runs/run-now.js';
import { scheduleClaimQueries } from './schedules/schedule-claims.js';
import { triggerIntake } from './triggers/trigger-intake.js';
import type { TriggerIntakeOptions } from './triggers/trigger-intake.js';
import { contextBlockQueries } from './runs/context-blocks.js';
import { pollQueries } from './events/polls.js';
import { runCompletionQueries } from './runs/run-completion.js';
import { runQueries } from './runs/runs.js';
import { taskQueries } from './tasks/tasks.js';

export interface StoreOptions extends DatabaseOptions {
  /** Seals agent secrets and trigger ids. */
  box: SecretBox;
  /** Failed deliveries in a row after which an agent's status becomes `error`. Default 5. */
  agentErrorThreshold?: number;
}

export type Store = ReturnType<typeof openStore>;

/** Opens the truth: one pool of connections, and the queries of each noun on it. Connects on first use. */
export function openStore(options: StoreOptions) {
  const database = openDatabase(options);
  const { pool, prisma } = database;
  return {
    /** For better-auth, which brings its own queries. */
    prisma,
    agents: agentQueries(pool, prisma, options.box),
    attempts: attemptQueries(pool, {
      agentErrorThreshold: options.agentErrorThreshold ?? AGENT_ERROR_THRESHOLD_DEFAULT,
    }),
    contextBlocks: contextBlockQueries(pool),
    conversations: conversationQueries(prisma),
    decisions: decisionQueries(pool, prisma),
    decisionRules: decisionRuleQueries(prisma),
    events: eventQueries(pool),
    eventLog: eventLogQueries(prisma),
    media: mediaQueries(prisma),
    messages: messageWrites(pool),
    polls: pollQueries(pool),
    presence: presenceQueries(pool),
    runCompletions: runCompletionQueries(pool),
    runs: runQueries(pool),
    tasks: taskQueries(pool, options.box),
    runNow: runNowQueries(pool),
    scheduleClaims: scheduleClaimQueries(pool),
    /** Opened by whoever takes trigger calls in. */
    triggerIntake: (intake: TriggerIntakeOptions) => triggerIntake(pool, intake),

    /** Resolves if the database answers. */
    async ping(): Promise<void> {
      await pool.query('SELECT 1');
    },

    /** Lets running queries finish and closes all connections. Idempotent. */
    close: database.close,
  };
}
