import { createHash } from 'node:crypto';
import { ServiceError } from '@svc/domain';
import { networkOf } from '@svc/runtime';
import { trySubject } from '@svc/store';
import type { Store, TryBackoff } from '@svc/store';
import type { RateLimits } from './rate-limits.js';

/** Ten tries of a subject may follow one another at once. The next has to wait for 1 s, then 2 s, 4 s and so on, and at most for five minutes. */
const PASSWORD_BACKOFF: TryBackoff = { freeMax: 10, waitSecondsMin: 1, waitSecondsMax: 300 };

export interface PasswordBackoffDependencies {
  store: Pick<Store, 'passwordTries'>;
  rateLimits: Pick<RateLimits, 'countSignIn' | 'countLateSignIn'>;
  /** Default: {@link PASSWORD_BACKOFF}. */
  backoff?: TryBackoff | undefined;
}

/** A try of a password that may go on. */
export interface PasswordTry {
  /** To be called when the password was right, with the user that has signed in. */
  succeeded(userId: string): Promise<void>;
}

/**
 * Slows down guesses of one account's password, from however many addresses and at however many gateways they are made.
 *
 * Tries from a network from which its user has signed in before have a count of their own. So the user there is not kept waiting by
 * guesses from elsewhere, nor by what others do behind the same proxy.
 */
export function createPasswordBackoff({
  store,
  rateLimits,
  backoff = PASSWORD_BACKOFF,
}: PasswordBackoffDependencies) {
  const { passwordTries } = store;

  async function begin(subject: string): Promise<void> {
    const waitSeconds = await passwordTries.begin(subject, backoff);
    if (waitSeconds !== null) throw new ServiceError('rate_limited', { retryAfterSeconds: waitSeconds });
  }

  return {
    /** Begins a sign-in. Throws ServiceError `rate_limited`. */
    async signIn({ email, address }: { email: string; address: string }): Promise<PasswordTry> {
      const network = networkKey(email, address);
      const isKnown = () => passwordTries.knows(email.toLowerCase(), network);
      const isKnownNetwork = await rateLimits.countSignIn(address).then(isKnown, async (refusal: unknown) => {
        // The look-up costs the database something, so it has a limit as well.
        await rateLimits.countLateSignIn(address);
        if (await isKnown()) return true;
        throw refusal instanceof Error ? refusal : new Error(String(refusal));
      });
      const subject = isKnownNetwork ? trySubject.network(network) : trySubject.account(email);
      await begin(subject);
      return {
        async succeeded(userId) {
          await passwordTries.succeed(subject);
          await passwordTries.remember(userId, network);
        },
      };
    },

    /** The account was made. Tries from before were no guesses of its password, so they are forgotten. */
    async signedUp({ email, address, userId }: { email: string; address: string; userId: string }) {
      await passwordTries.succeed(trySubject.account(email));
      await passwordTries.remember(userId, networkKey(email, address));
    },

    /** Begins a change of the password, in which a stolen session could guess the present one. Throws ServiceError `rate_limited`. */
    async change(userId: string): Promise<PasswordTry> {
      const subject = trySubject.change(userId);
      await begin(subject);
      return { succeeded: () => passwordTries.succeed(subject) };
    },
  };
}

export type PasswordBackoff = ReturnType<typeof createPasswordBackoff>;

/** An IPv6 address counts as its /64 network, because one host can use all of it. */
function networkKey(email: string, address: string): string {
  return createHash('sha256')
    .update(`${email.toLowerCase()}\n${networkOf(address)}`)
    .digest('hex');
}
