-- takes: id, agent_id, event_state, event_type?, from_at, to_at?, rate_per_second, open_max, began_seq, last_seq
INSERT INTO replay (
  id, agent_id, event_state, event_type, from_at, to_at, rate_per_second, began_seq, done_seq, last_seq,
  next_step_at
)
SELECT $1, $2, $3, $4, $5::timestamptz, coalesce($6::timestamptz, now()), $7::int, $9::bigint, $9, $10::bigint,
       date_trunc('milliseconds', now())
 WHERE (SELECT count(*) FROM replay WHERE agent_id = $2 AND state = 'running') < $8
RETURNING id
