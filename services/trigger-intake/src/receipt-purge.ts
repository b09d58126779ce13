import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { TriggerIntake } from '@svc/store';

/** How often payloads whose window is over are removed, in milliseconds. They count as new long before that. */
const PURGE_INTERVAL_MS = 60_000;
/** Receipts per statement. */
const BATCH = 5_000;

/** Removes receipts whose window is over. Any number of processes may do so. */
export function createReceiptPurge(options: {
  intake: Pick<TriggerIntake, 'purge'>;
  logger: Logger;
  sleep?: Sleep;
}): Loop {
  const { intake, ...rest } = options;
  return new Loop({
    name: 'trigger-receipt-purge',
    intervalMs: PURGE_INTERVAL_MS,
    turn: async (signal) => {
      while (!signal.aborted && (await intake.purge(BATCH)) === BATCH);
    },
    ...rest,
  });
}
