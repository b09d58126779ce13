WITH gone AS (
  DELETE FROM "user" u
   WHERE u.id = $1 AND NOT EXISTS (SELECT 1 FROM agent WHERE owner_id = u.id)
     AND NOT EXISTS (SELECT 1 FROM account_export WHERE user_id = u.id)
     AND NOT EXISTS (SELECT 1 FROM media WHERE user_id = u.id)
  RETURNING u.id
), finished AS (
  UPDATE erasure e SET finished_at = now(), user_id = NULL FROM gone g WHERE e.user_id = g.id
)
SELECT id FROM gone
