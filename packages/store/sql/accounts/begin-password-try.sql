-- Counts a try, unless its subject has to wait, which is until an hour before the count ends: then no row comes
-- back. A count that ends later than any wait is of a clock that was ahead. A minute is more than one of two
-- tries side by side waits for the other.
-- takes: subject, free_max, wait_seconds_min, wait_seconds_max
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
RETURNING subject
