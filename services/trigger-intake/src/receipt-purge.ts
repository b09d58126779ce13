import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { TriggerIntake } from '@svc/store';

/** How often payloads whose window is over are removed, in milliseconds. They count as new long before that. */
const PURGE_INTERVAL_MS = 60_000;
/** In so many ticks all receipts are looked at once, if there are more than a tick looks at anyway. */
const TICKS_PER_PASS = 60;
/** A tick looks at this many blocks of the table at least: 16 MB. */
const BLOCKS_PER_TICK_MIN = 2_048;

/**
 * Removes receipts whose window is over. Any number of processes may do so. A tick starts where the previous one ended. It goes beyond its share as
 * long as it finds something, because receipts of one time lie together.
 */
export function createReceiptPurge(options: {
  intake: Pick<TriggerIntake, 'purge'>;
  logger: Logger;
  sleep?: Sleep;
}): Loop {
  const { intake, ...rest } = options;
  let block = 0;
  return new Loop({
    name: 'trigger-receipt-purge',
    intervalMs: PURGE_INTERVAL_MS,
    async tick(signal) {
      for (let looked = 0; !signal.aborted;) {
        const { removed, next, blocks } = await intake.purge(block);
        looked += next - block;
        block = next < blocks ? next : 0;
        const share = Math.max(BLOCKS_PER_TICK_MIN, blocks / TICKS_PER_PASS);
        if (looked >= blocks || (looked >= share && removed === 0)) return;
      }
    },
    ...rest,
  });
}
