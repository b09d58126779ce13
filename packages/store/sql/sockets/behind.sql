-- Of these agents, those that have an event with a push_no above theirs.
-- takes: agent_ids, afters
SELECT q.agent_id AS "agentId" FROM unnest($1::text[], $2::bigint[]) AS q (agent_id, after)
 CROSS JOIN LATERAL (SELECT last_push_no FROM agent_counter WHERE agent_id = q.agent_id OFFSET 0) c
 WHERE c.last_push_no > q.after
