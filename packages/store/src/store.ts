import { AGENT_ERROR_THRESHOLD_DEFAULT } from '@svc/domain';
import type { SecretBox } from '@svc/domain';
import { agentQueries } from './agents.js';
import { attemptQueries } from './attempts.js';
import { conversationQueries } from './conversations.js';
import { openDatabase } from './database.js';
import type { DatabaseOptions } from './database.js';
import { decisionRuleQueries } from './decision-rules.js';
import { decisionQueries } from './decisions.js';
import { eventLogQueries } from './event-log.js';
import { eventQueries } from './events.js';
import { mediaQueries } from './media-records.js';
import { messageWrites } from './message-writes.js';
import { presenceQueries } from './presence.js';
import { runNowQueries } from './run-now.js';
import { scheduleClaimQueries } from './schedule-claims.js';
import { triggerIntake } from './trigger-intake.js';
import type { TriggerIntakeOptions } from './trigger-intake.js';
import { contextBlockQueries } from './context-blocks.js';
import { pollQueries } from './polls.js';
import { runCompletionQueries } from './run-completion.js';
import { runQueries } from './runs.js';
import { taskQueries } from './tasks.js';

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
