import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { Statement } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** At most; but rows of one millisecond of which some may stay go together. */
export const ROWS_PER_STEP = 500;

/** By kind. `media` were marked: a gateway removes their files and rows next. */
export type RemovedRows = Partial<Record<RetentionKind | 'decision', number>>;

export interface RetentionStep {
  removed: RemovedRows;
  /** The next step looks after this moment; `null` if the pass is over. */
  next: Date | null;
  /** How long what is left should have been gone; 0 if the pass is over. */
  overdueSeconds: number;
}

export type Retention = ReturnType<typeof retentionQueries>;

/** Open rows stay, however old they are. */
export function retentionQueries(pool: Pool) {
  return {
    /**
     * Removes the next rows that have been kept for `days` days of 24 hours by the database's clock, oldest
     * first. Waits for no row: those that others hold come up again in the next pass, which begins without a
     * moment. Any number of processes may do this at once.
     * @throws RangeError if `days` is not a whole number from 1 on.
     */
    async step(query: {
      kind: RetentionKind;
      days: number;
      after?: Date | null | undefined;
    }): Promise<RetentionStep> {
      const { kind, days, after } = query;
      if (!Number.isInteger(days) || days < 1) throw new RangeError(`${days} is not a number of days`);
      return transaction(pool, async (client) => {
        await rows(client, sql.retention.readInOrder, {});
        const values = { days, after: after ?? new Date(0), limit: ROWS_PER_STEP };
        const removal: Statement<typeof values, LookedAt> = REMOVALS[kind];
        const [found] = await rows(client, removal, values);
        if (found === undefined) throw new Error('A step of retention returned nothing');
        const { looked, last, bound, conversation_ids: conversationIds, ...removed } = found;
        if (conversationIds !== undefined)
          await rows(client, sql.deletions.renewExcerpts, { conversationIds });
        return looked < ROWS_PER_STEP
          ? { removed, next: null, overdueSeconds: 0 }
          : { removed, next: last, overdueSeconds: (bound.getTime() - last.getTime()) / 1000 };
      });
    },

    /**
     * What counts no more when its time is over, whatever an operator keeps: of each kind the oldest first, at
     * most 500. Waits for no lock. Returns whether there may be more.
     */
    async removeExpired(): Promise<boolean> {
      const [done] = await rows(pool, sql.retention.expire, { limit: ROWS_PER_STEP });
      return done?.is_more ?? false;
    },
  };
}

/**
 * Each removes the next rows whose days are over, the oldest first, and waits for no row. Rows before the
 * moment `after` are passed over, and where some may stay that are due, also those of that moment. Of
 * `audit_address` only the address goes, and the entry stays.
 */
export const REMOVALS = {
  event: sql.retention.removeEvents,
  attempt: sql.retention.removeAttempts,
  run: sql.retention.removeRuns,
  message: sql.retention.removeMessages,
  conversation: sql.retention.removeConversations,
  media: sql.retention.expireMedia,
  audit: sql.retention.removeAuditEntries,
  audit_address: sql.retention.forgetAddresses,
  erasure: sql.retention.removeErasures,
};

export type RetentionKind = keyof typeof REMOVALS;

interface LookedAt extends RemovedRows {
  /** Rows that it looked at, and the time of the last. */
  looked: number;
  last: Date;
  /** What is as old as this has been kept for its days. */
  bound: Date;
  /** Of messages that have gone. */
  conversation_ids?: string[];
}
