// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** A window that ends 10 s too late, more than statements wait, was begun by a clock that was ahead. */
export const add = statement<{ subjects: readonly string[]; points: readonly number[]; windowMs: number }, { points: number; leftMs: number }>('rates/add', ['subjects', 'points', 'windowMs'], `
WITH counted AS (
  INSERT INTO rate_count AS known (subject, points, ends_at)
  SELECT subject, points, now() + $3::int * interval '1 millisecond'
    FROM unnest($1::text[], $2::bigint[]) AS c (subject, points) ORDER BY subject
  ON CONFLICT (subject) DO UPDATE SET (points, ends_at) = (
    SELECT CASE WHEN w.is_over THEN excluded.points ELSE known.points + excluded.points END,
           CASE WHEN w.is_over THEN excluded.ends_at ELSE known.ends_at END
      FROM (
        SELECT known.ends_at <= now() OR known.ends_at > excluded.ends_at + interval '10 seconds' AS is_over
      ) w
  )
  RETURNING subject, points, ends_at
)
SELECT c.points, least($3, greatest(1, extract(epoch FROM c.ends_at - now()) * 1000))::float8 AS "leftMs"
  FROM unnest($1) WITH ORDINALITY AS q (subject, place) JOIN counted c ON c.subject = q.subject ORDER BY q.place`);
