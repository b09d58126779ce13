import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** The clock of the database alone says when a window ends. */
export function rateCountQueries(pool: Pool) {
  return {
    /**
     * Adds what a process has counted since it last said so, calls or bytes. Takes each subject once, and
     * returns what all have counted in the window that runs, in the same order. A window begins with the
     * first count after the end of the one before.
     * @param counts.subject a hash of the limit and of whom it counts.
     * @param windowMs how long a window that begins now is.
     */
    add: (counts: readonly { subject: string; points: number }[], windowMs: number) =>
      rows(pool, sql.rates.add, {
        subjects: counts.map(({ subject }) => subject),
        points: counts.map(({ points }) => points),
        windowMs,
      }),
  };
}
