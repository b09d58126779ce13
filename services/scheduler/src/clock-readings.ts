import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { Retention } from '@svc/store';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';

/** How often the clock is read, in milliseconds. Each hour has to have a reading: retention goes by them. */
const READING_INTERVAL_MS = 600_000;

/** A clock that is ahead by more than this, in seconds, is worth a line in the log: one, since it may stay so for a day. */
const AHEAD_SECONDS_MAX = 3_600;

/**
 * Reads the clock that retention goes by, so that it notices a jump. Any number of schedulers may do so, and they do so even if nothing is removed: then
 * retention can begin at once when somebody turns it on.
 */
export function createClockReadings(options: {
  store: { retention: Pick<Retention, 'readClock'> };
  logger: Logger;
  metrics: Registry;
  sleep: Sleep;
}): Loop {
  const { store, logger, sleep } = options;
  const ahead = new Gauge({
    name: 'retention_clock_ahead_seconds',
    help: 'How far the clock of the database is ahead of the time up to which retention counts the days',
    registers: [options.metrics],
  });

  let isTold = false;
  return new Loop({ name: 'clock-readings', intervalMs: READING_INTERVAL_MS, turn, logger, sleep });

  async function turn(): Promise<void> {
    const { databaseTime, believedTime } = await store.retention.readClock();
    const aheadSeconds = Math.max(0, databaseTime.getTime() - believedTime.getTime()) / 1_000;
    ahead.set(aheadSeconds);
    const isAhead = aheadSeconds > AHEAD_SECONDS_MAX;
    if (isAhead && !isTold)
      logger.info(
        { database_time: databaseTime.toISOString(), believed_time: believedTime.toISOString() },
        'the clock has jumped, or no scheduler has run for hours: what became due meanwhile is kept for a day more',
      );
    isTold = isAhead;
  }
}
