WITH due AS MATERIALIZED (
  SELECT d.id, a.owner_id FROM decision d JOIN agent a ON a.id = d.agent_id
   WHERE d.status = 'pending' AND d.reminded_at IS NULL AND d.remind_at <= now() AND d.expires_at > now()
     AND a.deleted_at IS NULL
   ORDER BY d.remind_at LIMIT $1
   FOR NO KEY UPDATE OF d SKIP LOCKED
)
UPDATE decision d SET reminded_at = now() FROM due WHERE d.id = due.id
RETURNING d.id AS "decisionId", d.agent_id AS "agentId", due.owner_id AS "userId"
