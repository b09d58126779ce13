import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** What a process has counted since it last said so. */
export interface RateCount {
  /** A hash of the limit and of whom it counts. */
  subject: string;
  /** Calls, or bytes. */
  points: number;
}

/** Of all processes, in the window that runs. */
export interface SharedCount {
  points: number;
  leftMs: number;
}

/** The clock of the database alone says when a window ends. */
export function rateCountQueries(pool: Pool) {
  return {
    /**
     * Takes each subject once, and returns what all have counted, in the same order. A window begins with the
     * first count after the end of the one before.
     * @param windowMs how long a window that begins now is.
     */
    async add(counts: readonly RateCount[], windowMs: number): Promise<SharedCount[]> {
      const subjects = counts.map(({ subject }) => subject);
      const values = { subjects, points: counts.map(({ points }) => points), windowMs };
      const found = await rows(pool, sql.rates.add, values);
      const bySubject = new Map(found.map((row) => [row.subject, row]));
      return subjects.map((subject) => {
        const row = bySubject.get(subject);
        if (row === undefined) throw new Error('A count was not written');
        return { points: row.points, leftMs: row.leftMs };
      });
    },
  };
}
