-- The first open events of each agent that its webhook takes, by the time of their next attempt.
-- takes: agent_ids, take_triggers, types, events_max
SELECT e.id, q.agent_id AS "agentId",
       (extract(epoch FROM e.next_attempt_at - now()) * 1000)::float8 AS "dueInMs",
       e.attempt - e.round_start AS tries, e.last_outcome AS outcome
  FROM unnest($1::text[], $2::boolean[]) AS q (agent_id, takes_triggers) CROSS JOIN LATERAL (
    SELECT e.* FROM unnest($3::text[]) AS t (type) CROSS JOIN LATERAL (
      SELECT id, seq, next_attempt_at, attempt, round_start, last_outcome FROM event
       WHERE agent_id = q.agent_id AND type = t.type AND state = 'open'
       ORDER BY next_attempt_at, seq LIMIT $4
    ) e WHERE q.takes_triggers OR t.type <> 'task_trigger' ORDER BY e.next_attempt_at, e.seq LIMIT $4
  ) e
 ORDER BY q.agent_id, e.next_attempt_at, e.seq
