-- Counts a try, unless its subject has to wait: then no row comes back. A last try in the future is of a
-- clock that was ahead. A minute is more than one of two tries side by side waits for the other.
-- takes: subject, free_max, wait_seconds_min, wait_seconds_max
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
RETURNING subject
