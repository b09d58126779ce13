-- Agents of hubs that fell silent after a moment, and until when it was looked for. One row if none.
-- takes: since?
-- gives: agent_id?, owner_id?
WITH moment AS MATERIALIZED (
  SELECT now() - interval '10 seconds' AS until
), lost AS (
  SELECT DISTINCT a.id, a.owner_id
    FROM moment m JOIN hub h ON h.heartbeat_at > $1::timestamptz AND h.heartbeat_at <= m.until
    JOIN agent_session s ON s.slot = h.slot AND s.epoch = h.epoch
    JOIN agent a ON a.id = s.agent_id AND a.deleted_at IS NULL
   LIMIT 10000
)
SELECT m.until, l.id AS agent_id, l.owner_id FROM moment m LEFT JOIN lost l ON true
