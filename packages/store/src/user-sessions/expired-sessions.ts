import { rows } from '@svc/database';
import type { Pool } from 'pg';
import { believedTime } from '../retention/clock.js';

/** Sessions that one call removes at most. */
const REMOVED_MAX = 500;

export type UserSessions = ReturnType<typeof userSessionQueries>;

/** Sessions of people, apart from what better-auth does with them. */
export function userSessionQueries(pool: Pool) {
  return {
    /**
     * Removes expired sessions, the oldest first, at most 500. A session that has expired only by a clock that jumped ahead is kept. Waits for no lock, so any number of processes may do this at once.
     *
     * @returns whether there may be more.
     */
    async removeExpired(): Promise<boolean> {
      const removed = await rows(pool, REMOVE_EXPIRED, [REMOVED_MAX]);
      return removed.length === REMOVED_MAX;
    },
  };
}

const REMOVE_EXPIRED = {
  name: 'user-sessions-remove-expired-2',
  text: `
    DELETE FROM session USING (
      SELECT id FROM session WHERE expires_at < ${believedTime('now()')} ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ) AS expired WHERE session.id = expired.id RETURNING session.id`,
};
