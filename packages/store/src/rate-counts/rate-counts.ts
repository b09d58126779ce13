import { rows } from '@svc/database';
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

/** Rows that one call of {@link RateCounts.removeEnded} removes at most. */
const REMOVED_MAX = 1_000;

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
      const found = await rows<{ subject: Buffer; points: string | number; left_ms: number }>(pool, ADD, [
        subjects,
        counts.map(({ points }) => points),
        windowMs,
      ]);
      const bySubject = new Map(found.map((row) => [row.subject.toString('hex'), row]));
      return subjects.map((subject) => {
        const row = bySubject.get(subject.toString('hex'));
        if (row === undefined) throw new Error('A count was not written');
        return { points: Number(row.points), leftMs: row.left_ms };
      });
    },

    /** Removes counts whose window is over, at most 1,000. Whether there may be more. */
    async removeEnded(): Promise<boolean> {
      return (await rows(pool, REMOVE_ENDED, [REMOVED_MAX])).length === REMOVED_MAX;
    },
  };
}

// A window that ends too far in the future was begun by a clock that was ahead. Ten seconds are more than a statement waits for another that began after it.
const HAS_ENDED = `(known.ends_at <= now() OR known.ends_at > excluded.ends_at + interval '10 seconds')`;

// In one order, so that two processes do not wait for each other.
const ADD = {
  name: 'rate-counts-add',
  text: `
    INSERT INTO rate_count AS known (subject, points, ends_at)
    SELECT subject, points, now() + $3::int * interval '1 millisecond'
      FROM unnest($1::bytea[], $2::bigint[]) AS c (subject, points) ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET
      points = CASE WHEN ${HAS_ENDED} THEN excluded.points ELSE known.points + excluded.points END,
      ends_at = CASE WHEN ${HAS_ENDED} THEN excluded.ends_at ELSE known.ends_at END
    RETURNING subject, points, least($3, greatest(1, extract(epoch FROM ends_at - now()) * 1000))::float8 AS left_ms`,
};

const REMOVE_ENDED = {
  name: 'rate-counts-remove-ended',
  text: `
    DELETE FROM rate_count USING (
      SELECT subject FROM rate_count WHERE ends_at < now() ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) AS ended WHERE rate_count.subject = ended.subject RETURNING 1`,
};
