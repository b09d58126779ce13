-- Claims due tasks, those first that have been due longest. It waits for no other scheduler, for no deletion
-- of an agent, which holds the agent and wants its tasks, and for no statement that holds an agent's counter.
-- gives: now Date, nextRunAt!
SELECT t.id AS "taskId", t.agent_id AS "agentId", t.name, t.prompt, t.schedule, t.timezone,
       t.next_run_at AS "nextRunAt", clock_timestamp() AS now
  FROM task t JOIN agent a ON a.id = t.agent_id JOIN agent_counter c ON c.agent_id = a.id
 WHERE t.enabled AND t.next_run_at <= now() AND t.deleted_at IS NULL AND a.deleted_at IS NULL
 ORDER BY t.next_run_at, t.agent_id LIMIT $1
   FOR NO KEY UPDATE OF t SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
