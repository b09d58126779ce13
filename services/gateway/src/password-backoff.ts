import { ServiceError } from '@svc/domain';
import { networkOf } from '@svc/runtime';
import { trySubject } from '@svc/store';
import type { Store, TryBackoff } from '@svc/store';
import type { RateLimits } from './rate-limits.js';

/** Ten tries may follow one another at once. The next waits for 1 s, then 2 s, 4 s and so on, up to 300 s. */
const PASSWORD_BACKOFF: TryBackoff = { freeMax: 10, waitSecondsMin: 1, waitSecondsMax: 300 };

export interface PasswordBackoffDependencies {
  store: Pick<Store, 'passwordTries'>;
  rateLimits: Pick<RateLimits, 'countSignIn' | 'countLateSignIn'>;
  /** Default: {@link PASSWORD_BACKOFF}. */
  backoff?: TryBackoff | undefined;
}

export interface PasswordTry {
  /** Call it when the password was right. */
  succeeded(): Promise<void>;
}

/**
 * Slows down guesses of an account's password, from however many addresses and at however many gateways.
 * Networks from which the user has signed in have a count of their own, untouched by guesses from elsewhere.
 */
export function createPasswordBackoff(deps: PasswordBackoffDependencies) {
  const { store, rateLimits, backoff = PASSWORD_BACKOFF } = deps;
  const { passwordTries } = store;

  async function begin(subject: string): Promise<void> {
    const waitSeconds = await passwordTries.begin(subject, backoff);
    if (waitSeconds !== null) throw new ServiceError('rate_limited', { retryAfterSeconds: waitSeconds });
  }

  return {
    /** @throws ServiceError `rate_limited`. */
    async signIn({ email, address }: { email: string; address: string }): Promise<PasswordTry> {
      const network = networkOf(address);
      const isKnown = () => passwordTries.knows(email, network);
      const isKnownNetwork = await rateLimits.countSignIn(address).then(isKnown, async (refusal: unknown) => {
        // The look-up costs the database something, so it has a limit as well.
        await rateLimits.countLateSignIn(address);
        if (await isKnown()) return true;
        throw refusal instanceof Error ? refusal : new Error(String(refusal));
      });
      const subject = isKnownNetwork ? trySubject.network(email, network) : trySubject.account(email);
      await begin(subject);
      return {
        async succeeded() {
          await passwordTries.succeed(subject);
          await passwordTries.remember(email, network);
        },
      };
    },

    /** Tries from before were no guesses of this account's password, so they are forgotten. */
    async signedUp({ email, address }: { email: string; address: string }) {
      await passwordTries.succeed(trySubject.account(email));
      await passwordTries.remember(email, networkOf(address));
    },

    /** A stolen session could guess the present password. @throws ServiceError `rate_limited`. */
    async change(userId: string): Promise<PasswordTry> {
      const subject = trySubject.change(userId);
      await begin(subject);
      return { succeeded: () => passwordTries.succeed(subject) };
    },
  };
}

export type PasswordBackoff = ReturnType<typeof createPasswordBackoff>;
