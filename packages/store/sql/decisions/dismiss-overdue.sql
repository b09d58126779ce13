-- Dismisses open requests that have expired, or only one of them, and names the event of each. Passes over an
-- agent that is being deleted or whose counter another statement holds, and a request that is being answered.
-- takes: limit, id?, event_ids
-- gives: action?
WITH overdue AS MATERIALIZED (
  SELECT d.id, a.owner_id, d.expires_at FROM decision d JOIN agent a ON a.id = d.agent_id
    JOIN agent_counter c ON c.agent_id = a.id
   WHERE d.status = 'pending' AND d.expires_at <= now() AND a.deleted_at IS NULL
     AND ($2::text IS NULL OR d.id = $2)
   ORDER BY d.expires_at LIMIT $1
   FOR KEY SHARE OF a SKIP LOCKED FOR NO KEY UPDATE OF d SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
)
UPDATE decision d
   SET status = 'dismissed', resolution_reason = 'expired', resolved_at = now(),
       event_id = ($3::text[])[o.ordinal]
  FROM (SELECT *, row_number() OVER (ORDER BY expires_at, id) AS ordinal FROM overdue) o WHERE d.id = o.id
RETURNING d.id AS "decisionId", d.agent_id AS "agentId", o.owner_id AS "userId",
          d.conversation_id AS "conversationId", ($3::text[])[o.ordinal] AS "eventId",
          left(d.action, 200) AS action, d.answer_schema IS NOT NULL AS "hasForm",
          o.ordinal
