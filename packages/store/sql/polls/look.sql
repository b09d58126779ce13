-- Whether polls would find something now: behind a number of the log or, where that is null, what is open.
-- In an order: for any one row of many PostgreSQL would read the table from its beginning.
-- takes: agent_ids, afters (number | null)[]
-- gives: after?
SELECT u.agent_id AS "agentId", u.after, c.last_seq AS "lastSeq", CASE
         WHEN u.after IS NOT NULL THEN c.last_seq > u.after
         ELSE EXISTS (
           SELECT 1 FROM waiting_up_to w CROSS JOIN LATERAL (
             (SELECT 1 FROM event e
               WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open'
                 AND e.push_no <= w.push_no AND is_free(e.in_flight_until, e.leased_until)
               ORDER BY e.push_no LIMIT 1)
             UNION ALL
             (SELECT 1 FROM event e
               WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.is_listed AND e.state = 'failed'
                 AND is_free(e.in_flight_until, e.leased_until) ORDER BY e.seq LIMIT 1)
           ) o WHERE w.agent_id = u.agent_id)
       END AS "isFound"
  FROM unnest($1::text[], $2::bigint[]) AS u (agent_id, after)
 CROSS JOIN LATERAL (SELECT last_seq FROM agent_counter WHERE agent_id = u.agent_id OFFSET 0) c
