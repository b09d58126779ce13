// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Counts a try, unless its subject has to wait, which is until an hour before the count ends: then no row comes back. A count that ends later than any wait is of a clock that was ahead. A minute is more than one of two tries side by side waits for the other. */
export const beginPasswordTry = statement<{ subject: string; freeMax: number; waitSecondsMin: number; waitSecondsMax: number }, { subject: string }>('accounts/begin-password-try', ['subject', 'freeMax', 'waitSecondsMin', 'waitSecondsMax'], `
INSERT INTO rate_count AS known (subject, points, ends_at)
VALUES ($1, 1, date_trunc('milliseconds', now()) + interval '1 hour')
ON CONFLICT (subject) DO UPDATE SET (points, ends_at) = (
  SELECT n.tries, excluded.ends_at + CASE
           WHEN n.tries = 1 OR n.tries < $2 THEN interval '0'
           ELSE least($4, $3 * power(2, least(n.tries - $2, 20))) * interval '1 second' END
    FROM (SELECT CASE WHEN known.ends_at < now()
                        OR known.ends_at > excluded.ends_at + ($4 + 60) * interval '1 second'
                      THEN 1 ELSE known.points + 1 END AS tries) n
)
WHERE known.ends_at <= now() + interval '1 hour'
   OR known.ends_at > excluded.ends_at + ($4 + 60) * interval '1 second'
RETURNING subject`);

/** Holds a user against deletion, before anything of the user is locked: in this order a deletion locks them. */
export const hold = statement<{ id: string }, { id: string }>('accounts/hold', ['id'], `
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE`);

export const lock = statement<{ id: string }, { id: string }>('accounts/lock', ['id'], `
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`);

export const readPasswordWait = statement<{ subject: string }, { seconds: number }>('accounts/read-password-wait', ['subject'], `
SELECT extract(epoch FROM ends_at - interval '1 hour' - now())::float8 AS seconds FROM rate_count WHERE subject = $1`);
