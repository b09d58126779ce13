import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { TriggerIntake } from '@svc/store';

/** Payloads whose window is over count as new long before that. */
const PURGE_INTERVAL_MS = 60_000;
/** In so many ticks all receipts are looked at. */
const TICKS_PER_PASS = 60;
/** At least 16 MB of the table. */
const BLOCKS_PER_TICK_MIN = 2_048;

/**
 * Any number of processes may do so. A tick starts where the last one ended, and goes beyond its share as
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
