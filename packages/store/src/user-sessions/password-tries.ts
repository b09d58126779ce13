import { createHash } from 'node:crypto';
import { AT_ONCE, rows } from '@svc/database';
import type { Pool } from 'pg';

export type PasswordTries = ReturnType<typeof passwordTryQueries>;

/** How the text of a subject begins. */
const KIND = { account: 'account ', place: 'place ', change: 'change ' } as const;

/** What one count of wrong passwords belongs to, as an opaque text. */
export const trySubject = {
  /** Sign-ins to the account of an e-mail address, whose case does not matter. Only a hash of the address is kept. */
  account: (email: string): string =>
    KIND.account + createHash('sha256').update(email.toLowerCase()).digest('hex'),
  /** Sign-ins to an account from an address from which somebody has signed in to it before. */
  place: (place: string): string => KIND.place + place,
  /** Calls in which a signed-in user shows the present password. */
  change: (userId: string): string => KIND.change + userId,
};

/** The subjects of a user, as SQL over an expression for the user's id: a condition on `subject`. The user has still its e-mail address and its places. */
export function isSubjectOfUser(userId: string): string {
  return `(
    subject = '${KIND.change}' || ${userId}
    OR subject = (SELECT '${KIND.account}' || encode(sha256(convert_to(lower(email), 'UTF8')), 'hex') FROM "user" WHERE id = ${userId})
    OR subject = ANY (ARRAY(SELECT '${KIND.place}' || place FROM sign_in_place WHERE user_id = ${userId})))`;
}

export interface TryBackoff {
  /** Tries that may follow one another at once. */
  freeMax: number;
  /** The first wait between two tries, in seconds; each further one is twice as long. */
  waitSecondsMin: number;
  /** The longest wait between two tries, in seconds. */
  waitSecondsMax: number;
}

/** Wrong passwords, counted for all processes together, and the addresses from which people have signed in. */
export function passwordTryQueries(pool: Pool) {
  return {
    /**
     * Counts a try before its password is checked, so that tries side by side count as well. After `freeMax` tries the next one has to wait,
     * and each further one twice as long. An hour after the last wait the count begins anew.
     *
     * @returns `null` if the try may go on, else for how many seconds it has to wait.
     */
    async begin(
      subject: string,
      { freeMax, waitSecondsMin, waitSecondsMax }: TryBackoff,
    ): Promise<number | null> {
      const begun = await rows(pool, BEGIN, [subject, freeMax, waitSecondsMin, waitSecondsMax]);
      if (begun.length > 0) return null;
      const [waiting] = await rows<{ seconds: number }>(pool, READ_WAIT, [subject]);
      return Math.max(1, Math.ceil(waiting?.seconds ?? 1));
    },

    /** The password was right: the subject's count begins anew. */
    async succeed(subject: string): Promise<void> {
      await rows(pool, SUCCEED, [subject]);
    },

    /** Whether somebody has signed in to the account of this e-mail address from there within 90 days. */
    async knows(email: string, place: string): Promise<boolean> {
      return (await rows(pool, KNOWS, [email, place])).length > 0;
    },

    /** Somebody has signed in to the account from there. */
    async remember(userId: string, place: string): Promise<void> {
      await rows(pool, REMEMBER, [userId, place]);
    },
  };
}

/**
 * The last try lies in the future: the clock was ahead, and has been put right. The wait that it set could last for years. A minute is more than the time
 * for which one of two tries side by side waits for the other.
 */
const WAS_AHEAD = `known.last_at > now() + interval '1 minute'`;
const BEGINS_ANEW = `(known.next_at < now() - interval '1 hour' OR ${WAS_AHEAD})`;

/** A subject that has to wait is left as it is, and no row comes back. */
const BEGIN = {
  name: 'password-tries-begin-4',
  text: `
    INSERT INTO password_try AS known (subject, tries, last_at, next_at) VALUES ($1, 1, now(), ${AT_ONCE})
    ON CONFLICT (subject) DO UPDATE SET
      tries = CASE WHEN ${BEGINS_ANEW} THEN 1 ELSE known.tries + 1 END,
      last_at = now(),
      next_at = ${AT_ONCE} + CASE
        WHEN ${BEGINS_ANEW} OR known.tries + 1 < $2 THEN interval '0'
        ELSE least($4, $3 * power(2, least(known.tries + 1 - $2, 20))) * interval '1 second' END
    WHERE known.next_at <= now() OR ${WAS_AHEAD}
    RETURNING 1`,
};

const READ_WAIT = {
  name: 'password-tries-read-wait',
  text: 'SELECT extract(epoch FROM next_at - now())::float8 AS seconds FROM password_try WHERE subject = $1',
};

const SUCCEED = { name: 'password-tries-succeed', text: 'DELETE FROM password_try WHERE subject = $1' };

const KNOWS = {
  name: 'password-tries-knows',
  text: `
    SELECT 1 FROM sign_in_place p JOIN "user" u ON u.id = p.user_id
     WHERE u.email = $1 AND p.place = $2 AND p.used_at > now() - interval '90 days'`,
};

const REMEMBER = {
  name: 'password-tries-remember',
  text: `
    INSERT INTO sign_in_place (user_id, place, used_at) VALUES ($1, $2, now())
    ON CONFLICT (user_id, place) DO UPDATE SET used_at = now()`,
};
