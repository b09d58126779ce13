import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { UserSessions } from '@svc/store';

/** How often expired sessions of people are removed, in milliseconds. They open nothing long before that. */
const REMOVAL_INTERVAL_MS = 600_000;

/** Removes sessions of people that have expired. */
export function createExpiredSessions(options: {
  store: { userSessions: UserSessions };
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, logger, sleep } = options;
  return new Loop({
    name: 'expired-sessions',
    intervalMs: REMOVAL_INTERVAL_MS,
    async turn(signal) {
      while (!signal.aborted && (await store.userSessions.removeExpired()));
    },
    logger,
    sleep,
  });
}
