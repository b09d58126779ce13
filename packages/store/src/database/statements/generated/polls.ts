// Generated from packages/store/sql by `npm run sql`.
import type { EventState, EventType, TriggerType } from '@svc/domain';
import { statement } from '../statement.js';

/** Receives an agent's first events up to a number that were handed out to it, up to a page; their runs begin. Runs are locked before events. An event that was opened again meanwhile has no mark any more, so it stays. */
export const acknowledge = statement<{ agentId: string; upto: number; limit: number; receipt: number }, { lastSeq: number; handedOut: number; eventId: string | null; type: EventType | null }>('polls/acknowledge', ['agentId', 'upto', 'limit', 'receipt'], `
WITH counter AS MATERIALIZED (
  SELECT last_seq FROM agent_counter WHERE agent_id = $1
), handed_out AS MATERIALIZED (
  SELECT id, type, subject_id FROM event
   WHERE agent_id = $1 AND seq <= $2 AND handed_out_no <= $4 AND state <> 'delivered'
     AND $2 <= (SELECT last_seq FROM counter)
   ORDER BY seq LIMIT $3
), begun AS MATERIALIZED (
  SELECT count(*) FROM (SELECT array_agg(subject_id) AS ids FROM handed_out WHERE is_of_run(type)) h
   CROSS JOIN LATERAL begin_runs(h.ids) WHERE h.ids IS NOT NULL
), locked AS MATERIALIZED (
  SELECT e.id FROM begun CROSS JOIN event e
   WHERE e.id = ANY (ARRAY(SELECT id FROM handed_out)) AND e.state <> 'delivered'
     AND (e.handed_out_no <= $4) IS TRUE
   ORDER BY e.id FOR NO KEY UPDATE OF e
), received AS MATERIALIZED (
  SELECT r.* FROM (SELECT array_agg(id) AS ids FROM locked) h
   CROSS JOIN LATERAL receive_events(h.ids, 'long_poll') r WHERE h.ids IS NOT NULL
)
SELECT c.last_seq AS "lastSeq", (SELECT count(*)::int FROM handed_out) AS "handedOut",
       r.event_id AS "eventId", r.type
  FROM counter c LEFT JOIN received r ON true`);

/** The due tasks of an agent that no push brought to it, the one with the oldest occurrence first. */
export const listDue = statement<{ agentId: string }, { taskId: string; name: string; prompt: string; schedule: string; triggerType: TriggerType; enabled: boolean }>('polls/list-due', ['agentId'], `
SELECT t.id AS "taskId", t.name, t.prompt, t.schedule, t.trigger_type AS "triggerType", t.enabled
  FROM task t CROSS JOIN LATERAL (
    SELECT min(r.started_at) AS since FROM task_run r JOIN event e ON e.id = r.event_id
     WHERE r.task_id = t.id AND r.status = 'pending' AND r.origin <> 'trigger'
       AND e.type = 'task_due' AND e.state <> 'delivered'
  ) due
 WHERE t.agent_id = $1 AND t.deleted_at IS NULL AND due.since IS NOT NULL ORDER BY due.since, t.id`);

/** Whether polls would find something now: behind a number of the log or, where that is null, what is open. In an order: for any one row of many PostgreSQL would read the table from its beginning. */
export const look = statement<{ agentIds: readonly string[]; afters: (number | null)[] }, { agentId: string; after: number | null; lastSeq: number; isFound: boolean }>('polls/look', ['agentIds', 'afters'], `
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
 CROSS JOIN LATERAL (SELECT last_seq FROM agent_counter WHERE agent_id = u.agent_id OFFSET 0) c`);

/** Passes over an agent that is locked: it will ask again. A time in the future is of a clock that was ahead. */
export const note = statement<{ agentIds: readonly string[]; latelyMs: number }, object>('polls/note', ['agentIds', 'latelyMs'], `
UPDATE agent SET last_poll_at = date_trunc('milliseconds', now()) WHERE id = ANY (ARRAY(
  SELECT id FROM agent
   WHERE id = ANY ($1::text[])
     AND (last_poll_at BETWEEN now() - $2::int * interval '1 ms' AND now()) IS NOT TRUE
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED))`);

/** The agent's events behind a number, whatever became of them. For a poll, open ones are handed out. PostgreSQL knows the sizes of frames without reading them. Only rows that are to be marked are locked. */
export const readLog = statement<{ agentId: string; after: number; limit: number; bytesMax: number; marks: boolean }, { lastSeq: number; lastPushNo: number; found: number; eventId: string | null; seq: number; pushNo: number; type: EventType; fits: boolean; state: EventState; frame: string | null; createdAt: Date; handedOutNo: number | null }>('polls/read-log', ['agentId', 'after', 'limit', 'bytesMax', 'marks'], `
WITH sized AS MATERIALIZED (
  SELECT f.*, row_number() OVER preceding = 1 OR sum(octet_length(f.frame)) OVER preceding <= $4 AS fits
    FROM (
      SELECT id, seq, push_no, type, state, frame, created_at, handed_out_no FROM event
       WHERE agent_id = $1 AND seq > $2 ORDER BY seq LIMIT $3
    ) f WINDOW preceding AS (ORDER BY f.seq)
), marked AS MATERIALIZED (
  SELECT m.* FROM hand_out(ARRAY(SELECT id FROM sized WHERE $5 AND fits AND handed_out_no IS NULL), false) m
)
SELECT c.last_seq AS "lastSeq", c.last_push_no AS "lastPushNo", (SELECT count(*)::int FROM sized) AS found,
       s.id AS "eventId", s.seq, s.push_no AS "pushNo", s.type, s.fits,
       CASE WHEN s.state <> 'open' THEN s.state WHEN s.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END
         AS state,
       CASE WHEN s.fits THEN s.frame END AS frame, s.created_at AS "createdAt",
       coalesce(m.no, s.handed_out_no) AS "handedOutNo"
  FROM agent_counter c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
  LEFT JOIN sized s ON true LEFT JOIN marked m ON m.id = s.id
  LEFT JOIN waiting_up_to w ON w.agent_id = c.agent_id AND w.type = s.type
 WHERE c.agent_id = $1 ORDER BY s.seq`);

/** Hands out an agent's events that nothing pushes, and those whose webhook failed while their run is open. PostgreSQL knows the sizes of frames without reading them. What others took while this waited is left out. */
export const readOpen = statement<{ agentId: string; limit: number; bytesMax: number }, { lastSeq: number; found: number; eventId: string | null; seq: number; state: EventState; fits: boolean; frame: string | null; createdAt: Date; handedOutNo: number | null }>('polls/read-open', ['agentId', 'limit', 'bytesMax'], `
WITH found AS MATERIALIZED (
  SELECT o.* FROM waiting_up_to w CROSS JOIN LATERAL (
    (SELECT e.id, e.seq, 'waiting' AS state, e.frame, e.created_at FROM event e
      WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no <= w.push_no
        AND is_free(e.in_flight_until, e.leased_until) ORDER BY e.push_no LIMIT $2)
    UNION ALL
    (SELECT e.id, e.seq, e.state, e.frame, e.created_at FROM event e
      WHERE e.agent_id = w.agent_id AND e.type = w.type AND e.is_listed AND e.state = 'failed'
        AND is_free(e.in_flight_until, e.leased_until) ORDER BY e.seq LIMIT $2)
  ) o WHERE w.agent_id = $1 ORDER BY o.seq LIMIT $2
), sized AS MATERIALIZED (
  SELECT f.*, row_number() OVER preceding = 1 OR sum(octet_length(f.frame)) OVER preceding <= $3 AS fits
    FROM found f WINDOW preceding AS (ORDER BY f.seq)
), marked AS MATERIALIZED (
  SELECT m.* FROM hand_out(ARRAY(SELECT id FROM sized WHERE fits), true) m
)
SELECT c.last_seq AS "lastSeq", (SELECT count(*)::int FROM sized) AS found, s.id AS "eventId", s.seq, s.state,
       s.fits, CASE WHEN s.fits THEN s.frame END AS frame, s.created_at AS "createdAt", s.no AS "handedOutNo"
  FROM agent_counter c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
  LEFT JOIN (
    SELECT f.*, m.no FROM sized f LEFT JOIN marked m ON m.id = f.id WHERE NOT f.fits OR m.id IS NOT NULL
  ) s ON true
 WHERE c.agent_id = $1 ORDER BY s.seq`);

/** It waits for locked rows: of two polls at once the one that waited looks at the row again. */
export const takeTriggers = statement<{ agentId: string; limit: number; bytesMax: number; leaseMs: number }, { eventId: string; runId: string; frame: string; receivedAt: Date }>('polls/take-triggers', ['agentId', 'limit', 'bytesMax', 'leaseMs'], `
WITH free AS MATERIALIZED (
  SELECT e.id, e.seq FROM event e
   WHERE e.agent_id = $1 AND e.type = 'task_trigger' AND e.is_listed
     AND (e.is_queued OR (SELECT r.slot FROM agent_reach r WHERE r.agent_id = $1) IS NULL
          OR e.state = 'open' AND e.push_no <= (SELECT r.kept_after FROM agent_reach r WHERE r.agent_id = $1))
     AND (e.leased_until IS NULL OR e.leased_until <= now())
     -- One by one: if the planner believed that few fulfil this, it would gather everything that is listed.
     AND (SELECT r.status IN ('pending', 'running') FROM run_record r WHERE r."runId" = e.subject_id)
   ORDER BY e.seq LIMIT $2 FOR NO KEY UPDATE OF e
), fitting AS MATERIALIZED (
  SELECT * FROM (
    SELECT f.id, sum(octet_length(l.frame)) OVER (ORDER BY f.seq) - octet_length(l.frame) AS before
      FROM free f CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = f.id OFFSET 0) l
  ) f WHERE f.before < $3
), leased AS (
  UPDATE event e SET leased_until = now() + $4::int * interval '1 millisecond', is_queued = true
    FROM fitting f WHERE e.id = f.id
  RETURNING e.id, e.seq, e.subject_id, e.frame, e.created_at
)
SELECT id AS "eventId", coalesce(subject_id, '') AS "runId", frame, created_at AS "receivedAt"
  FROM leased ORDER BY seq`);
