-- Open while its agent is in error. What it holds back is counted up to a number.
-- takes: agent_ids, counted_max
SELECT b.agent_id AS "agentId", b.opened_at AS "openedAt", b.opened_attempts AS attempts,
       b.opened_failures AS failures, b.probes, b.probe_at AS "nextProbeAt", (
         SELECT count(*)::int FROM (
           SELECT FROM waiting_up_to w
             JOIN event e ON e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open'
            WHERE w.agent_id = b.agent_id AND w.push_no = 0 AND e.next_attempt_at <= now() LIMIT $2
         ) due
       ) AS "heldEvents"
  FROM webhook_breaker b JOIN agent a ON a.id = b.agent_id AND a.status = 'error'
 WHERE b.agent_id = ANY ($1::text[]) AND b.state = 'open'
