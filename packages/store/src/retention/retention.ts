import { rows, transaction } from '@svc/database';
import type { Pool } from 'pg';
import { READ_IN_ORDER, REMOVALS, ROWS_PER_STEP } from './retained.js';
import type { RetentionKind } from './retained.js';

/** For how many days of 24 hours things are kept; 0 is for ever. */
export interface DaysInUse {
  events: number;
  attempts: number;
  runs: number;
  messages: number;
  media: number;
  audit: number;
  auditAddresses: number;
}

/** How many rows were removed, by kind. For `media`, how many were marked: a gateway removes their files and rows next. */
export type RemovedRows = Partial<Record<RetentionKind | 'decision', number>>;

export interface RetentionStep {
  removed: RemovedRows;
  /** The next step of this pass looks after this moment; `null` if the pass is over. */
  next: Date | null;
  /** For how long what is left should have been gone, in seconds; 0 if the pass is over. */
  overdueSeconds: number;
}

export type Retention = ReturnType<typeof retentionQueries>;

/** Removes rows that have ended and whose days are over. Open rows stay, however old they are. */
export function retentionQueries(pool: Pool) {
  return {
    /** Says for how many days schedulers keep things. Each does so when it starts. */
    async sayDays(days: DaysInUse): Promise<void> {
      await rows(pool, SAY, [days]);
    },

    /** For how many days things are kept, as the last scheduler that started has said; `null` if none ever has. */
    async daysInUse(): Promise<DaysInUse | null> {
      const [installation] = await rows<{ retention_days: DaysInUse | null }>(pool, READ, []);
      return installation?.retention_days ?? null;
    },

    /**
     * Removes the next rows that have been kept for `days` days of 24 hours by the database's clock, oldest first: one short transaction, which waits
     * for no row. Rows that others hold come up again in the next pass, which begins without a moment. Any number of processes may do this at once.
     *
     * @throws RangeError if `days` is not a whole number from 1 on.
     */
    async step(query: {
      kind: RetentionKind;
      days: number;
      after?: Date | null | undefined;
    }): Promise<RetentionStep> {
      const { kind, days, after } = query;
      if (!Number.isInteger(days) || days < 1) throw new RangeError(`${days} is not a number of days`);
      const [found] = await transaction(pool, async (client) => {
        await client.query(READ_IN_ORDER);
        return rows<RemovedRow>(client, REMOVALS[kind], [days, after ?? new Date(0)]);
      });
      if (found === undefined) throw new Error('A step of retention returned nothing');
      const { looked, last, overdue_seconds: overdueSeconds, ...removed } = found;
      return looked < ROWS_PER_STEP
        ? { removed, next: null, overdueSeconds: 0 }
        : { removed, next: last, overdueSeconds: overdueSeconds ?? 0 };
    },
  };
}

type RemovedRow = RemovedRows & {
  looked: number;
  last: Date | null;
  overdue_seconds: number | null;
};

const SAY = {
  name: 'retention-say-days',
  text: 'UPDATE installation SET retention_days = $1::jsonb WHERE retention_days IS DISTINCT FROM $1::jsonb',
};

const READ = {
  name: 'retention-read-days',
  text: 'SELECT retention_days FROM installation ORDER BY created_at LIMIT 1',
};
