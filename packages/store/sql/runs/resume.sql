-- Sends an agent again the runs that it has left: their events came over sockets that have ended, and in five
-- minutes nothing was heard of them. Those on lease have an end of their own. Oldest first, at most 100.
WITH silent AS MATERIALIZED (
  SELECT r.id, r.event_id FROM task t CROSS JOIN LATERAL (
    SELECT r.* FROM task_run r WHERE r.task_id = t.id AND r.stage BETWEEN 1 AND 2 AND r.lease_until IS NULL
     ORDER BY r.stage, r.id LIMIT 1000
  ) r JOIN event e ON e.id = r.event_id AND e.state = 'delivered' AND e.channel = 'websocket'
   WHERE t.agent_id = $1 AND t.deleted_at IS NULL
     AND e.delivered_at < (
       SELECT min(s.connected_at) FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
        WHERE s.agent_id = $1 AND h.heartbeat_at > now() - interval '10 seconds'
     )
     AND GREATEST(
       e.delivered_at, r.touched_at, r.progress_at,
       (SELECT max(b.created_at) FROM context_block b WHERE b.run_id = r.id),
       (SELECT max(m.created_at) FROM message m WHERE m.task_run_id = r.id)
     ) < now() - interval '5 minutes'
   ORDER BY r.id LIMIT 100
), held AS MATERIALIZED (
  SELECT r.event_id FROM task_run r
   WHERE r.id = ANY (ARRAY(SELECT id FROM silent)) AND r.status = 'running' ORDER BY r.id FOR SHARE
)
SELECT e.event_id FROM restart_events(ARRAY(SELECT event_id FROM held), 'delivered') e
