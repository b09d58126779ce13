import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import { RangeNotMadeError } from '@svc/store';
import type { EventRanges } from '@svc/store';

/** How often it is looked whether the next ranges of the event log are there, in milliseconds. They are made a week ahead. */
const RANGES_INTERVAL_MS = 600_000;

/**
 * Makes the ranges of ids in which the event log will be written. Any number of schedulers may do so. If none can, everything goes on: events without a
 * range are in the default, and are removed row by row.
 */
export function createEventRanges(options: {
  store: { eventRanges: EventRanges };
  /** For how many days events are kept; 0 for ever. */
  days: number;
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, days, logger, sleep } = options;
  return new Loop({
    name: 'event-ranges',
    intervalMs: RANGES_INTERVAL_MS,
    async turn() {
      try {
        const made = await store.eventRanges.makeAhead(days);
        if (made > 0) logger.info({ made }, 'made ranges for events to come');
      } catch (error) {
        if (!(error instanceof RangeNotMadeError)) throw error;
        // There is a week for it.
        logger.warn({ err: error }, 'a range of the event log was not made, trying again');
      }
    },
    logger,
    sleep,
  });
}
