// Generated from packages/store/sql by `npm run sql`.
import type { DropReason, EventChannel, EventState, EventType, RetryReason } from '@svc/domain';
import { statement } from '../statement.js';

export const attempts = statement<{ eventIds: readonly string[]; limit: number }, { eventId: string; deliveryId: string; retryNum: number; retryReason: RetryReason; statusCode: number | null; error: string | null; durationMs: number | null; startedAt: Date }>('log/attempts', ['eventIds', 'limit'], `
SELECT d.event_id AS "eventId", d.id AS "deliveryId", d.retry_num AS "retryNum",
       d.retry_reason AS "retryReason", d.status_code AS "statusCode",
       coalesce(d.error, CASE d.outcome WHEN 'unknown' THEN 'The process ended during the attempt' END)
         AS error, d.duration_ms AS "durationMs", d.started_at AS "startedAt"
  FROM unnest($1::text[]) AS e (id) CROSS JOIN LATERAL (
    SELECT * FROM delivery_attempt WHERE event_id = e.id ORDER BY started_at DESC LIMIT $2
  ) d ORDER BY d.started_at`);

export const failedSince = statement<{ agentId: string; since: Date; limit: number }, { id: string }>('log/failed-since', ['agentId', 'since', 'limit'], `
SELECT e.id FROM event e
 WHERE e.agent_id = $1 AND e.state = 'failed' AND e.created_at >= $2::timestamptz
   AND (NOT is_of_run(e.type)
        OR (SELECT r.status IN ('pending', 'running') FROM task_run r WHERE r.id = e.subject_id))
 ORDER BY e.seq LIMIT $3`);

export const firstKept = statement<{ agentId: string; after: number; upto: number }, { seq: number }>('log/first-kept', ['agentId', 'after', 'upto'], `
SELECT seq FROM event WHERE agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT 1`);

/** The frames of the first of these events, as many as fit and at least one; null for one that is not kept. */
export const frames = statement<{ eventIds: readonly string[]; bytesMax: number }, { frame: string | null }>('log/frames', ['eventIds', 'bytesMax'], `
SELECT f.frame
  FROM (
    SELECT u.ordinal, sum(coalesce(octet_length(e.frame), 0)) OVER (ORDER BY u.ordinal) AS bytes, e.frame
      FROM unnest($1::text[]) WITH ORDINALITY AS u (id, ordinal) LEFT JOIN event e ON e.id = u.id
  ) f
 WHERE f.ordinal = 1 OR f.bytes <= $2 ORDER BY f.ordinal`);

/** One of the parts is asked for, each of which has an index: what has failed, a type that is not triggers, everything, and what is open, where up to a push_no of its type it waits. */
export const list = statement<{ agentId: string; before: number; limit: number; state: EventState | null; type: EventType | null }, { eventId: string; type: EventType; state: EventState; channel: EventChannel | null; dropReason: DropReason | null; subjectId: string | null; taskId: string | null; createdAt: Date; deliveredAt: Date | null; nextAttemptAt: Date | null; subject: string | null }>('log/list', ['agentId', 'before', 'limit', 'state', 'type'], `
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
 )) ORDER BY seq DESC`);

export const newestUpTo = statement<{ agentId: string; after: number; upto: number }, { id: string; seq: number }>('log/newest-up-to', ['agentId', 'after', 'upto'], `
SELECT id, seq FROM event WHERE agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq DESC LIMIT 1`);

/** The number of the agent's newest event and that of one of its events, and the push_no of another, or 0. */
export const position = statement<{ agentId: string; eventId: string | null; seq: number | null }, { lastSeq: number; seq: number | null; pushNo: number }>('log/position', ['agentId', 'eventId', 'seq'], `
SELECT c.last_seq AS "lastSeq", (SELECT seq FROM event e WHERE e.id = $2 AND e.agent_id = c.agent_id) AS seq,
       coalesce((SELECT push_no FROM event e WHERE e.agent_id = c.agent_id AND e.seq = $3), 0) AS "pushNo"
  FROM agent_counter c WHERE c.agent_id = $1`);
