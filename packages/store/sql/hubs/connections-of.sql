-- How many sessions the agents have that are connected.
-- takes: agent_ids, stale_ms
SELECT s.agent_id AS "agentId", count(*)::int AS count
  FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch JOIN agent a ON a.id = s.agent_id
 WHERE s.agent_id = ANY ($1::text[]) AND a.deleted_at IS NULL
   AND h.heartbeat_at > now() - $2::int * interval '1 millisecond' AND (s.revoke_at IS NULL OR s.revoke_at > now())
 GROUP BY s.agent_id
