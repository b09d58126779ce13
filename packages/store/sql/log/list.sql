-- takes: agent_id, before, limit, state? EventState, type? EventType
-- gives: dropReason? DropReason, subject?
-- One of the parts is asked for, each of which has an index: what has failed, a type that is not triggers,
-- everything, and what is open, where up to a push_no of its type it waits.
SELECT id AS "eventId", type, state, channel, CASE WHEN state = 'failed' THEN drop_reason END AS "dropReason",
       subject_id AS "subjectId", task_id AS "taskId", created_at AS "createdAt",
       delivered_at AS "deliveredAt", next_attempt_at AS "nextAttemptAt",
       coalesce((SELECT left(m.text, 200) FROM message m JOIN conversation c ON c.id = m.conversation_id
                  WHERE m.id = subject_id AND c.deleted_at IS NULL),
                (SELECT d.title FROM decision d JOIN conversation c ON c.id = d.conversation_id
                  WHERE d.id = subject_id AND c.deleted_at IS NULL),
                (SELECT t.name FROM task t WHERE t.id = task_id AND t.deleted_at IS NULL)) AS subject
  FROM event_record
 WHERE id = ANY (ARRAY(
   (SELECT id FROM event
     WHERE $4::text = 'failed' AND state = 'failed' AND ($5::text IS NULL OR type = $5)
       AND agent_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3)
   UNION ALL
   (SELECT id FROM event
     WHERE coalesce($4, 'delivered') = 'delivered' AND $5 <> 'task_trigger'
       AND type <> 'task_trigger' AND type = $5 AND ($4 IS NULL OR state = $4)
       AND agent_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3)
   UNION ALL
   (SELECT id FROM event
     WHERE coalesce($4, 'delivered') = 'delivered' AND coalesce($5, 'task_trigger') = 'task_trigger'
       AND ($4 IS NULL OR state = $4) AND ($5 IS NULL OR type = $5)
       AND agent_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3)
   UNION ALL
   (SELECT o.id FROM waiting_up_to w CROSS JOIN LATERAL (
      SELECT e.id, e.seq FROM (
        SELECT id, seq FROM event
         WHERE agent_id = w.agent_id AND type = w.type AND state = 'open'
           AND push_no > CASE $4 WHEN 'waiting' THEN 0 ELSE w.push_no END
           AND push_no <= CASE $4 WHEN 'waiting' THEN w.push_no ELSE 9223372036854775807 END OFFSET 0
      ) e WHERE e.seq < $2 ORDER BY e.seq DESC LIMIT $3
    ) o WHERE $4 IN ('pending', 'waiting') AND w.agent_id = $1 AND ($5 IS NULL OR w.type = $5)
    ORDER BY o.seq DESC LIMIT $3)
 )) ORDER BY seq DESC
