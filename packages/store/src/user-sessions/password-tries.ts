import { AT_ONCE, rows } from '@svc/database';
import type { Pool } from 'pg';
import type { TryLane } from './try-lanes.js';

export type PasswordTries = ReturnType<typeof passwordTryQueries>;

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
      lane: TryLane,
      { freeMax, waitSecondsMin, waitSecondsMax }: TryBackoff,
    ): Promise<number | null> {
      const begun = await rows(pool, BEGIN, [lane, freeMax, waitSecondsMin, waitSecondsMax]);
      if (begun.length > 0) return null;
      const [waiting] = await rows<{ seconds: number }>(pool, READ_WAIT, [lane]);
      return Math.max(1, Math.ceil(waiting?.seconds ?? 1));
    },

    /** The password was right: the lane's count begins anew. */
    async succeed(lane: TryLane): Promise<void> {
      await rows(pool, SUCCEED, [lane]);
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

/** A lane that has to wait is left as it is, and no row comes back. */
const BEGIN = {
  name: 'password-tries-begin-3',
  text: `
    INSERT INTO password_try AS known (lane, tries, last_at, next_at) VALUES ($1, 1, now(), ${AT_ONCE})
    ON CONFLICT (lane) DO UPDATE SET
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
  text: 'SELECT extract(epoch FROM next_at - now())::float8 AS seconds FROM password_try WHERE lane = $1',
};

const SUCCEED = { name: 'password-tries-succeed', text: 'DELETE FROM password_try WHERE lane = $1' };

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
