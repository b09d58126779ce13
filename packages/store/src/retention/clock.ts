import { rows } from '@svc/database';
import type { Pool } from 'pg';

/**
 * What the clock of the database says, and how much of it retention believes. Nothing can bring back what was removed. So retention believes a moment only if the clock of the database and
 * that of the process have come to it, and if the database's clock has run for a day since a jump. Schedulers write down each hour in which they have read it.
 */
export interface ClockReading {
  /** By the clock of the database. */
  databaseTime: Date;
  /** Up to which retention counts the days. In normal times it is that of the database, or milliseconds less. */
  believedTime: Date;
}

/** For so long the clock has to have run. */
const RUNS_FOR = `interval '24 hours'`;
/** So far readings may lie apart. A jump by less is not noticed, and a longer time without a reading is taken for a jump. */
const APART = `interval '2 hours'`;

/**
 * The time by the process's clock is `processTime`, an SQL expression. If the clock has been read in no hour before the last day, no time is believed. If it
 * has jumped in the last day, the time before the first jump is believed.
 */
export function believedTime(processTime: string): string {
  return `
    LEAST(now(), ${processTime}, coalesce((SELECT max(at) FROM clock_reading WHERE at <= now() - ${RUNS_FOR}), 'epoch') + ${RUNS_FOR} + ${APART}, (
      SELECT min(at) + ${APART}
        FROM (SELECT at, lead(at, 1, now()) OVER (ORDER BY at) AS next_at FROM clock_reading WHERE at <= now()) AS reading
       WHERE next_at > at + ${APART} AND next_at > now() - ${RUNS_FOR}))`;
}

/** Reads the clocks, and writes the hour down. Hours before the last day are forgotten but for the newest, and so are hours that have not come yet. */
export async function readClock(pool: Pool, processTime: Date): Promise<ClockReading> {
  const [reading] = await rows<{ database_time: Date; believed_time: Date }>(pool, READ_CLOCK, [processTime]);
  if (reading === undefined) throw new Error('The database did not tell its time');
  return { databaseTime: reading.database_time, believedTime: reading.believed_time };
}

const READ_CLOCK = {
  name: 'retention-read-clock-2',
  text: `
    WITH noted AS (
      INSERT INTO clock_reading (at) VALUES (date_trunc('hour', now())) ON CONFLICT DO NOTHING
    ), forgotten AS (
      DELETE FROM clock_reading
       WHERE at > now() OR at < (SELECT max(at) FROM clock_reading WHERE at <= now() - ${RUNS_FOR})
    )
    SELECT now() AS database_time, ${believedTime('$1::timestamptz')} AS believed_time`,
};
