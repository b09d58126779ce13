import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** What a process has counted of a subject since it last said so. */
export interface RateCount {
  /** A hash of the limit and of whom it counts. */
  subject: Buffer;
  /** Calls, or bytes. */
  points: number;
}

/** What all processes have counted of a subject in the window that runs. */
export interface SharedCount {
  points: number;
  /** How much of the window is left, in milliseconds. */
  leftMs: number;
}

export type RateCounts = ReturnType<typeof rateCountQueries>;

/** What callers have used of their limits, over all processes. The clock of the database alone says when a window ends. */
export function rateCountQueries(pool: Pool) {
  return {
    /**
     * Adds what this process has counted, each subject once, and returns what all have counted, in the same order. A window begins with the first count after
     * the end of the one before.
     *
     * @param windowMs how long a window that begins now is.
     */
    async add(counts: readonly RateCount[], windowMs: number): Promise<SharedCount[]> {
      const subjects = counts.map(({ subject }) => subject);
      const found = await rows(pool, sql.rates.add, {
        ...{ subjects, points: counts.map(({ points }) => points), windowMs },
      });
      const bySubject = new Map(found.map((row) => [row.subject.toString('hex'), row]));
      return subjects.map((subject) => {
        const row = bySubject.get(subject.toString('hex'));
        if (row === undefined) throw new Error('A count was not written');
        return { points: row.points, leftMs: row.leftMs };
      });
    },
  };
}
