-- takes: id, agent_id, event_state, event_type?, from_at, to_at?, rate_per_second, open_max
INSERT INTO replay (
  id, agent_id, event_state, event_type, from_at, to_at, rate_per_second, last_seq, next_step_at
)
SELECT $1, $2, $3, $4, $5::timestamptz, coalesce($6::timestamptz, now()), $7::int,
       coalesce((SELECT last_seq FROM agent_counter WHERE agent_id = $2), 0),
       date_trunc('milliseconds', now())
 WHERE (SELECT count(*) FROM replay WHERE agent_id = $2 AND state = 'running') < $8
RETURNING id
