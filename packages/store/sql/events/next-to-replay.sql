-- takes: agent_id, after, last_seq, limit, state EventState, type? EventType, from, to
-- The limit bounds what is read, so conditions that no index knows come behind it. One of the parts is asked
-- for: events that have failed have an index, and so have those that are not triggers, by their type.
WITH next AS MATERIALIZED (
  (SELECT id, seq, type, state, subject_id, created_at FROM event
    WHERE $5::text = 'failed' AND state = 'failed'
      AND agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4)
  UNION ALL
  (SELECT id, seq, type, state, subject_id, created_at FROM event
    WHERE $5 <> 'failed' AND $6::text <> 'task_trigger' AND type <> 'task_trigger' AND type = $6
      AND agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4)
  UNION ALL
  (SELECT id, seq, type, state, subject_id, created_at FROM event
    WHERE $5 <> 'failed' AND coalesce($6, 'task_trigger') = 'task_trigger'
      AND agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4)
)
SELECT n.id AS "eventId", n.seq, is_of_run(n.type) AND r.is_open IS NOT TRUE AS "isOver",
       n.state = $5 AND ($6 IS NULL OR n.type = $6) AND n.created_at >= $7::timestamptz
         AND n.created_at < $8::timestamptz AS matches
  FROM next n
  LEFT JOIN LATERAL (
    SELECT r.event_id = n.id AND r.status IN ('pending', 'running') AND t.deleted_at IS NULL AS is_open
      FROM task_run r LEFT JOIN task t ON t.id = r.task_id
     WHERE is_of_run(n.type) AND r.id = n.subject_id OFFSET 0
  ) r ON true
 ORDER BY n.seq
