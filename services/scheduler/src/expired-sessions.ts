import { Loop } from '@svc/runtime';
import type { Logger, Sleep } from '@svc/runtime';
import type { DeviceLogins, IdempotentCalls, MessageStreams, PasswordTries, UserSessions } from '@svc/store';

/** How often expired sessions of people, old counts of their passwords, old answers, messages that broke off and logins of programs are removed, in milliseconds. None counts long before that. */
const REMOVAL_INTERVAL_MS = 600_000;

/** Removes sessions of people that have expired, what is no longer counted of their sign-ins, answers that were kept for repeated calls (old ones, and those beyond their bounds), messages that broke off, and logins of programs that nobody confirmed. If one kind fails, the others are removed all the same. */
export function createExpiredSessions(options: {
  store: {
    userSessions: UserSessions;
    passwordTries: Pick<PasswordTries, 'removeOld'>;
    idempotentCalls: Pick<IdempotentCalls, 'removeBeyond' | 'removeOld'>;
    messageStreams: Pick<MessageStreams, 'removeOld'>;
    deviceLogins: Pick<DeviceLogins, 'removeOld'>;
  };
  logger: Logger;
  sleep: Sleep;
}): Loop {
  const { store, logger, sleep } = options;
  const removals: (() => Promise<boolean>)[] = [
    () => store.userSessions.removeExpired(),
    () => store.passwordTries.removeOld(),
    () => store.idempotentCalls.removeOld(),
    () => store.idempotentCalls.removeBeyond(),
    () => store.messageStreams.removeOld(),
    () => store.deviceLogins.removeOld(),
  ];
  return new Loop({
    name: 'expired-sessions',
    intervalMs: REMOVAL_INTERVAL_MS,
    async turn(signal) {
      const errors: unknown[] = [];
      for (const remove of removals) {
        try {
          while (!signal.aborted && (await remove()));
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
    logger,
    sleep,
  });
}
