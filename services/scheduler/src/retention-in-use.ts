import { Loop } from '@svc/runtime';
import type { Logger, RetentionDays, Sleep } from '@svc/runtime';
import type { Retention } from '@svc/store';

/** How often a scheduler says for how long it keeps things, in milliseconds. After three minutes of silence its days no longer count. */
const SAYING_INTERVAL_MS = 60_000;

/** Says for how long this scheduler keeps things. Gateways tell people, and their own settings may differ. */
export function createRetentionInUse(options: {
  store: { retention: Pick<Retention, 'sayDays'> };
  days: RetentionDays;
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, days, logger, sleep } = options;
  const turn = () => store.retention.sayDays(days);
  return new Loop({ name: 'retention-in-use', intervalMs: SAYING_INTERVAL_MS, turn, logger, sleep });
}
