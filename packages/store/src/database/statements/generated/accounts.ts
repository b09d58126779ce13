// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Counts a try, unless its subject has to wait: then no row comes back. A last try in the future is of a clock that was ahead. A minute is more than one of two tries side by side waits for the other. */
export const beginPasswordTry = statement<{ subject: string; freeMax: number; waitSecondsMin: number; waitSecondsMax: number }, { subject: string }>('accounts/begin-password-try', ['subject', 'freeMax', 'waitSecondsMin', 'waitSecondsMax'], `
INSERT INTO password_try AS known (subject, tries, last_at, next_at)
VALUES ($1, 1, now(), date_trunc('milliseconds', now()))
ON CONFLICT (subject) DO UPDATE SET (tries, last_at, next_at) = (
  SELECT n.tries, now(), date_trunc('milliseconds', now()) + CASE
           WHEN n.tries = 1 OR n.tries < $2 THEN interval '0'
           ELSE least($4, $3 * power(2, least(n.tries - $2, 20))) * interval '1 second' END
    FROM (SELECT CASE WHEN known.next_at < now() - interval '1 hour'
                        OR known.last_at > now() + interval '1 minute'
                      THEN 1 ELSE known.tries + 1 END AS tries) n
)
WHERE known.next_at <= now() OR known.last_at > now() + interval '1 minute'
RETURNING subject`);

/** Holds a user against deletion, before anything of the user is locked: in this order a deletion locks them. */
export const hold = statement<{ id: string }, { id: string }>('accounts/hold', ['id'], `
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE`);

export const lock = statement<{ id: string }, { id: string }>('accounts/lock', ['id'], `
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE`);

export const readPasswordWait = statement<{ subject: string }, { seconds: number }>('accounts/read-password-wait', ['subject'], `
SELECT extract(epoch FROM next_at - now())::float8 AS seconds FROM password_try WHERE subject = $1`);
