import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { PasswordTries, UserSessions } from '@svc/store';

/** How often expired sessions of people and old counts of their passwords are removed, in milliseconds. Neither counts long before that. */
const REMOVAL_INTERVAL_MS = 600_000;

/** Removes sessions of people that have expired, and what is no longer counted of their sign-ins. */
export function createExpiredSessions(options: {
  store: { userSessions: UserSessions; passwordTries: Pick<PasswordTries, 'removeOld'> };
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, logger, sleep } = options;
  return new Loop({
    name: 'expired-sessions',
    intervalMs: REMOVAL_INTERVAL_MS,
    async turn(signal) {
      while (!signal.aborted && (await store.userSessions.removeExpired()));
      while (!signal.aborted && (await store.passwordTries.removeOld()));
    },
    logger,
    sleep,
  });
}
