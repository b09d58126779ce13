-- Removes what broke off as well: all here, and elsewhere the agent's oldest, but for cut_max.
-- takes: message_id, agent_id, conversation_id, growing_max, silent_ms, cut_max
WITH mine AS MATERIALIZED (
  SELECT s.*, row_number() OVER (PARTITION BY s.is_over ORDER BY s.started_at DESC) AS ordinal
    FROM (SELECT message_id, conversation_id, started_at,
                 is_cut OR seen_at < now() - $5::int * interval '1 millisecond' AS is_over
            FROM message_stream WHERE agent_id = $2) s
), gone AS (
  DELETE FROM message_stream s USING (
    SELECT k.message_id FROM message_stream k JOIN mine m ON m.message_id = k.message_id
     WHERE m.is_over AND (m.conversation_id = $3 OR m.ordinal > $6) FOR UPDATE OF k SKIP LOCKED
  ) old WHERE s.message_id = old.message_id
), begun AS (
  INSERT INTO message_stream (message_id, agent_id, conversation_id)
  SELECT $1, a.id, c.id FROM agent a JOIN conversation c ON c.agent_id = a.id
   WHERE a.id = $2 AND a.kind = 'interactive' AND a.deleted_at IS NULL AND c.id = $3 AND c.deleted_at IS NULL
     AND (SELECT count(*) FROM mine WHERE NOT is_over) < $4::int
  RETURNING message_id
)
SELECT (SELECT count(*) FROM mine WHERE NOT is_over) AS growing, EXISTS (SELECT FROM begun) AS is_begun
