// Generated from packages/store/sql by `npm run sql`.
import type { EventType, RunFailureReason, RunOrigin, RunStatus, TriggerType } from '@svc/domain';
import { statement } from '../statement.js';

export const appendBlock = statement<{ runId: string; text: string; blocksMax: number; bytesMax: number }, { id: number }>('runs/append-block', ['runId', 'text', 'blocksMax', 'bytesMax'], `
INSERT INTO context_block (run_id, id, text, created_at)
SELECT $1, last.id + 1, $2, clock_timestamp()
  FROM (
    SELECT coalesce(max(id), 0) AS id, coalesce(sum(octet_length(text)), 0) AS bytes
      FROM context_block WHERE run_id = $1
  ) last
 WHERE last.id < $3 AND last.bytes + octet_length($2) <= $4
RETURNING id`);

/** The agent has begun a pending run, which is locked, by itself: so its event is not pushed any more. */
export const begin = statement<{ id: string }, { event_id: string }>('runs/begin', ['id'], `
WITH begun AS MATERIALIZED (
  SELECT b.id FROM begin_runs(ARRAY[$1], are_touched => true) b
)
SELECT e.event_id FROM receive_events(
  ARRAY(SELECT r.event_id FROM task_run r WHERE r.id = $1 AND (SELECT count(*) FROM begun) > 0), 'poll'
) e`);

/** Takes runs that are overdue, for some seconds. A run of which more was heard is only put right. One that is over comes up again if its claimant dies, and a bad one keeps no other waiting. */
export const claimOverdue = statement<{ limit: number; claimSeconds: number }, { runId: string; taskId: string | null; agentId: string; isOver: boolean; userId: string | null }>('runs/claim-overdue', ['limit', 'claimSeconds'], `
WITH due AS MATERIALIZED (
  SELECT r.id, LEAST(r.lease_until, r.deadline_at, r.offer_at) AS moment FROM task_run r
   WHERE r.due_at <= now() AND r.due_at IS NOT NULL AND r.status IN ('pending', 'running')
   ORDER BY r.due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
), moved AS (
  UPDATE task_run r
     SET due_at = CASE WHEN d.moment <= now() THEN clock_timestamp() + $2::int * interval '1 second'
                       ELSE d.moment END
    FROM due d WHERE r.id = d.id
  RETURNING r.id, r.task_id, r.agent_id, coalesce(d.moment <= now(), false) AS is_over
)
SELECT m.id AS "runId", m.task_id AS "taskId", m.agent_id AS "agentId", m.is_over AS "isOver", (
         SELECT a.owner_id FROM agent a JOIN task t ON t.agent_id = a.id
          WHERE a.id = m.agent_id AND t.id = m.task_id AND a.deleted_at IS NULL AND t.deleted_at IS NULL
       ) AS "userId"
  FROM moved m`);

/** What the first of these runs are about, as many as fit, at least one. A trigger's payload is in its event. */
export const contents = statement<{ ids: readonly string[]; bytesMax: number }, { id: string; prompt: string | null; frame: string | null }>('runs/contents', ['ids', 'bytesMax'], `
WITH sized AS MATERIALIZED (
  SELECT u.id, u.place, t.id AS task_id, e.id AS event_id,
         sum(coalesce(octet_length(t.prompt), 0) + coalesce(octet_length(e.frame), 0)) OVER (ORDER BY u.place) AS bytes
    FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place) LEFT JOIN task_run r ON r.id = u.id
    LEFT JOIN task t ON t.id = r.task_id LEFT JOIN event e ON e.id = r.event_id AND e.type = 'task_trigger'
)
SELECT s.id, t.prompt, e.frame
  FROM sized s LEFT JOIN task t ON t.id = s.task_id LEFT JOIN event e ON e.id = s.event_id
 WHERE s.place = 1 OR s.bytes <= $2 ORDER BY s.place`);

export const find = statement<{ id: string; agentId: string | null; ownerId: string | null }, { runId: string; taskId: string | null; taskName: string | null; agentId: string; status: RunStatus; origin: RunOrigin; summary: string | null; scheduledFor: Date | null; startedAt: Date; finishedAt: Date | null; eventId: string | null; attempt: number; failureReason: RunFailureReason | null; leaseUntil: Date | null; progressPercent: number | null; progressText: string | null; progressAt: Date | null; headers: { [name: string]: string } | null; conversationId: string | null }>('runs/find', ['id', 'agentId', 'ownerId'], `
SELECT r.* FROM run_record r JOIN agent a ON a.id = r."agentId"
 WHERE r."runId" = $1 AND a.deleted_at IS NULL AND a.id = coalesce($2, a.id) AND a.owner_id = coalesce($3, a.owner_id)`);

export const findConversation = statement<{ id: string; agentId: string }, { id: string }>('runs/find-conversation', ['id', 'agentId'], `
SELECT c.id FROM task_run r JOIN conversation c ON c.id = r.conversation_id
 WHERE r.id = $1 AND r.agent_id = $2 AND c.deleted_at IS NULL`);

export const findEvent = statement<{ id: string; ownerId: string }, { agentId: string; origin: RunOrigin; taskId: string | null; name: string | null; prompt: string | null; schedule: string | null; triggerType: TriggerType | null; hasEvent: boolean; frame: string | null; type: EventType | null; headers: string | null }>('runs/find-event', ['id', 'ownerId'], `
SELECT r.agent_id AS "agentId", r.origin, t.id AS "taskId", t.name, t.prompt, t.schedule,
       t.trigger_type AS "triggerType", r.event_id IS NOT NULL AS "hasEvent", l.frame, l.type,
       r.headers::text AS headers
  FROM task_run r JOIN agent a ON a.id = r.agent_id
  LEFT JOIN task t ON t.id = r.task_id AND t.deleted_at IS NULL
  LEFT JOIN LATERAL (SELECT e.frame, e.type FROM event e WHERE e.id = r.event_id OFFSET 0) l ON true
 WHERE r.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL`);

/** With a reason, only if its attempt is over for it. Nothing if its task was deleted since it was locked. */
export const finish = statement<{ id: string; status: RunStatus; summary: string | null; reason: RunFailureReason | null; messageId: string; conversationId: string; createdAt: Date; text: string }, { events: void }>('runs/finish', ['id', 'status', 'summary', 'reason', 'messageId', 'conversationId', 'createdAt', 'text'], `
WITH finished AS (
  UPDATE task_run r
     SET status = $2, summary = $3, failure_reason = $4, finished_at = now(), lease_until = NULL,
         deadline_at = NULL, offer_at = NULL, due_at = NULL, progress_percent = NULL, progress_text = NULL,
         progress_at = NULL, progress_since = NULL
   WHERE r.id = $1 AND r.status IN ('pending', 'running')
     AND NOT EXISTS (SELECT FROM task t WHERE t.id = r.task_id AND t.deleted_at IS NOT NULL)
     AND ($4::text IS NULL
          OR LEAST(r.lease_until, r.deadline_at, r.offer_at) <= clock_timestamp() AND $4 = CASE
               WHEN r.status = 'pending' THEN coalesce(r.failure_reason, 'lost')
               WHEN r.lease_until <= coalesce(r.deadline_at, r.lease_until) THEN 'lost' ELSE 'timeout' END)
  RETURNING r.id, r.task_id, r.agent_id, r.event_id
), cleared AS (
  DELETE FROM context_block b USING finished f WHERE b.run_id = f.id
), bubble AS (
  INSERT INTO message (
    id, conversation_id, sender, sender_name, kind, text, report_title, task_run_id, created_at
  )
  SELECT $5, $6, 'agent', a.agent_name, 'run', $8, t.name, f.id, $7
    FROM finished f JOIN agent a ON a.id = f.agent_id LEFT JOIN task t ON t.id = f.task_id
)
SELECT CASE WHEN $2 = 'cancelled' THEN drop_events_of(ARRAY[id], 'run_cancelled')
            ELSE end_events(ARRAY[event_id]) END AS events
  FROM finished`);

export const insertManual = statement<{ id: string; taskId: string; ownerId: string; eventId: string; type: EventType; frame: string; headers: string | null }, { event_id: string; agent_id: string; type: EventType; subject_id: string; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean }>('runs/insert-manual', ['id', 'taskId', 'ownerId', 'eventId', 'type', 'frame', 'headers'], `
WITH agent_of AS (
  SELECT a.id FROM agent a
   WHERE a.id = (SELECT agent_id FROM task WHERE id = $2) AND a.owner_id = $3 AND a.deleted_at IS NULL
     FOR KEY SHARE
), task_of AS (
  SELECT t.id, t.agent_id FROM task t JOIN agent_of a ON a.id = t.agent_id
   WHERE t.id = $2 AND t.deleted_at IS NULL FOR KEY SHARE OF t
), run AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id, headers)
  SELECT $1, t.id, t.agent_id, 'pending', 'manual', $4, $7::text::json FROM task_of t
  RETURNING id, agent_id
)
SELECT e.* FROM run r
 CROSS JOIN LATERAL append_events(ARRAY[$4], ARRAY[r.agent_id], ARRAY[$5], ARRAY[$6], ARRAY[r.id]) e`);

export const latestConversation = statement<{ agentId: string; userId: string }, { id: string }>('runs/latest-conversation', ['agentId', 'userId'], `
SELECT id FROM conversation
 WHERE agent_id = $1 AND last_message_at IS NOT NULL
   AND CASE WHEN deleted_at IS NULL AND NOT is_test(archived_through) THEN user_id = $2 END
 ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST LIMIT 1`);

/** A page of an agent's runs of some stages, newest first: an id begins with its time. Each task's are read no further than the page, and each stage by itself, in the order of the index. A BETWEEN, although it names one value: with an equality the planner would drop the stage from the order, and read all tasks' runs. An empty task_id: only those of deleted tasks. */
export const list = statement<{ agentId: string; taskId: string | null; before: string | null; pageSize: number; status: RunStatus | null; stages: readonly number[] }, { runId: string; taskId: string | null; taskName: string | null; agentId: string; status: RunStatus; origin: RunOrigin; summary: string | null; scheduledFor: Date | null; startedAt: Date; finishedAt: Date | null; eventId: string | null; attempt: number; failureReason: RunFailureReason | null; leaseUntil: Date | null; progressPercent: number | null; progressText: string | null; progressAt: Date | null; headers: { [name: string]: string } | null; conversationId: string | null; isWanted: boolean }>('runs/list', ['agentId', 'taskId', 'before', 'pageSize', 'status', 'stages'], `
WITH page AS MATERIALIZED (
  SELECT id FROM (
    SELECT r.id FROM task t CROSS JOIN unnest($6::int[]) AS s (stage) CROSS JOIN LATERAL (
      SELECT r.id FROM task_run r
       WHERE r.task_id = t.id AND r.stage BETWEEN s.stage AND s.stage AND r.id < coalesce($3, 'run_z')
       ORDER BY r.stage DESC, r.id DESC LIMIT $4
    ) r WHERE t.agent_id = $1 AND ($2::text IS NULL OR t.id = $2)
    UNION ALL
    -- Those of deleted tasks, which have ended, have an index of their own.
    (SELECT r.id FROM task_run r
      WHERE r.agent_id = $1 AND r.task_id IS NULL AND coalesce($2, '') = '' AND 3 = ANY ($6)
        AND r.id < coalesce($3, 'run_z')
      ORDER BY r.agent_id DESC, r.id DESC LIMIT $4)
  ) every ORDER BY id DESC LIMIT $4
)
SELECT r.*, $5::text IS NULL OR r.status = $5 AS "isWanted"
  FROM run_record r WHERE r."runId" = ANY (ARRAY(SELECT id FROM page)) ORDER BY r."runId" DESC`);

/** The scratchpad of a run within a scope. If it is empty, or the run has ended, one row without a block. */
export const listBlocks = statement<{ runId: string; agentId: string | null; ownerId: string | null }, { id: number | null; text: string; created_at: Date }>('runs/list-blocks', ['runId', 'agentId', 'ownerId'], `
SELECT b.id, b.text, b.created_at
  FROM run_record r JOIN agent a ON a.id = r."agentId"
  LEFT JOIN context_block b ON b.run_id = r."runId" AND r.status IN ('pending', 'running')
 WHERE r."runId" = $1 AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
   AND a.deleted_at IS NULL
 ORDER BY b.id`);

export const listInProgress = statement<{ agentId: string; limit: number }, { runId: string; taskId: string | null; taskName: string | null; agentId: string; status: RunStatus; origin: RunOrigin; summary: string | null; scheduledFor: Date | null; startedAt: Date; finishedAt: Date | null; eventId: string | null; attempt: number; failureReason: RunFailureReason | null; leaseUntil: Date | null; progressPercent: number | null; progressText: string | null; progressAt: Date | null; headers: { [name: string]: string } | null; conversationId: string | null }>('runs/list-in-progress', ['agentId', 'limit'], `
SELECT v.* FROM run_record v
 WHERE v.status = 'running' AND v."runId" = ANY (ARRAY(
   SELECT r.id FROM task_run r
    WHERE r.agent_id = $1 AND r.progress_since IS NOT NULL AND r.status = 'running'
    ORDER BY r.id DESC LIMIT $2
 ))
 ORDER BY v."runId" DESC`);

/** Locks a run of the agent. An open one of a task that is being deleted counts as cancelled. */
export const lock = statement<{ id: string; agentId: string }, { status: RunStatus; taskId: string | null; attempt: number; isTouched: boolean; waitsForOffer: boolean }>('runs/lock', ['id', 'agentId'], `
SELECT CASE WHEN t.id IS NOT NULL AND r.status IN ('pending', 'running') THEN 'cancelled'
            ELSE r.status END AS status,
       r.task_id AS "taskId", coalesce(r.attempt, 1) AS attempt, r.touched_at IS NOT NULL AS "isTouched",
       r.status = 'pending' AND r.offer_at IS NOT NULL AS "waitsForOffer"
  FROM task_run r LEFT JOIN task t ON t.id = r.task_id AND t.deleted_at IS NOT NULL
 WHERE r.id = $1 AND r.agent_id = $2 FOR NO KEY UPDATE OF r`);

/** Two runs of a new agent that end together open one conversation, not two, and so do two writes of a run. */
export const lockOpening = statement<{ openerId: string }, { pg_advisory_xact_lock: void }>('runs/lock-opening', ['openerId'], `
SELECT pg_advisory_xact_lock(hashtextextended('first conversation of ' || $1, 0))`);

/** Locks a run that is overdue, in the order of all statements: agent, task, run. Says why its attempt has ended, or the one before did, and the event that its agent got, if that is kept. */
export const lockOverdue = statement<{ id: string; agentId: string }, { status: RunStatus; attempt: number; origin: RunOrigin; event_id: string | null; reason: RunFailureReason; task_id: string; name: string; prompt: string; schedule: string; trigger_type: TriggerType; retryMax: number | null; retryBackoffSeconds: number | null; frame: string | null; type: EventType | null }>('runs/lock-overdue', ['id', 'agentId'], `
WITH permitted AS MATERIALIZED (
  SELECT t.* FROM agent a JOIN task t ON t.agent_id = a.id
   WHERE a.id = $2 AND t.id = (SELECT task_id FROM task_run WHERE id = $1) AND a.deleted_at IS NULL
     AND t.deleted_at IS NULL FOR KEY SHARE OF a, t
), locked AS MATERIALIZED (
  SELECT r.* FROM task_run r
   WHERE r.id = $1 AND (SELECT count(*) FROM permitted) > 0 FOR NO KEY UPDATE
)
SELECT r.status, coalesce(r.attempt, 1) AS attempt, r.origin, r.event_id,
       CASE WHEN r.status = 'pending' THEN coalesce(r.failure_reason, 'lost')
            WHEN r.lease_until <= coalesce(r.deadline_at, r.lease_until) THEN 'lost'
            ELSE 'timeout' END AS reason,
       t.id AS task_id, t.name, t.prompt, t.schedule, t.trigger_type, t.retry_max AS "retryMax",
       t.retry_backoff_seconds AS "retryBackoffSeconds",
       l.frame, l.type
  FROM locked r JOIN permitted t ON t.id = r.task_id
  LEFT JOIN LATERAL (SELECT e.frame, e.type FROM event e WHERE e.id = r.event_id OFFSET 0) l ON true
 WHERE r.status IN ('pending', 'running')
   AND LEAST(r.lease_until, r.deadline_at, r.offer_at) <= clock_timestamp()`);

/** Locks what the end of an open run writes, in the order of all statements: its agent, the run's conversation or the agent's latest with its owner, which it moves on, and the run. Else the agent alone. */
export const lockToEnd = statement<{ id: string; agentId: string | null; ownerId: string | null; text: string }, { status: RunStatus; agentId: string; ownerId: string; taskId: string | null; taskName: string | null; conversationId: string | null; createdAt: Date | null }>('runs/lock-to-end', ['id', 'agentId', 'ownerId', 'text'], `
WITH known AS MATERIALIZED (
  SELECT r.status, r."taskId", r."taskName", r."conversationId", a.id, a.owner_id
    FROM agent a JOIN run_record r ON r."agentId" = a.id
   WHERE r."runId" = $1 AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
     AND a.deleted_at IS NULL FOR KEY SHARE OF a
), latest AS MATERIALIZED (
  -- Each message leaves entries in the indexes until the next vacuum: so the newest is read from the end of
  -- the agent's. The planner cannot see through \`CASE\`: it neither takes the user's, nor sorts all entries.
  SELECT coalesce(
    (SELECT id FROM conversation WHERE id = k."conversationId" AND deleted_at IS NULL),
    (SELECT id FROM conversation
      WHERE agent_id = k.id AND last_message_at IS NOT NULL
        AND CASE WHEN deleted_at IS NULL AND NOT is_test(archived_through) THEN user_id = k.owner_id END
      ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST
      LIMIT 1)) AS id
    FROM known k WHERE k.status IN ('pending', 'running')
), moved AS (
  UPDATE conversation c
     SET last_message_at = GREATEST(
           date_trunc('milliseconds', clock_timestamp()), c.last_message_at + interval '1 millisecond'
         ), last_message_text = left($4, 200)
    FROM latest WHERE c.id = latest.id AND c.deleted_at IS NULL RETURNING c.id, c.last_message_at
), locked AS MATERIALIZED (
  SELECT r.status FROM task_run r WHERE r.id = $1 AND (SELECT count(*) FROM moved) > 0 FOR NO KEY UPDATE
)
SELECT coalesce(l.status, k.status) AS status, k.id AS "agentId", k.owner_id AS "ownerId",
       k."taskId", k."taskName",
       m.id AS "conversationId", m.last_message_at AS "createdAt"
  FROM known k LEFT JOIN moved m ON true LEFT JOIN locked l ON true`);

/** Offers a locked run by a new event. Ends the former one, which its owner may have had delivered again. */
export const offer = statement<{ id: string; eventId: string; agentId: string; type: EventType; frame: string; formerEventId: string | null }, { event_id: string; agent_id: string; type: EventType; subject_id: string; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean; end_events: void }>('runs/offer', ['id', 'eventId', 'agentId', 'type', 'frame', 'formerEventId'], `
WITH offered AS (
  UPDATE task_run SET event_id = $2, offer_at = NULL, due_at = NULL WHERE id = $1
)
SELECT e.*, end_events(ARRAY[$6])
  FROM append_events(ARRAY[$2], ARRAY[$3], ARRAY[$4], ARRAY[$5], ARRAY[$1]) e`);

/** Opens the first conversation of an agent with its owner, for a message that moves it on. */
export const openConversation = statement<{ id: string; agentId: string; userId: string }, object>('runs/open-conversation', ['id', 'agentId', 'userId'], `
INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at)
SELECT $1, $2, $3, t.now, t.now - interval '1 millisecond'
  FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) t
 WHERE NOT EXISTS (
   SELECT FROM conversation
    WHERE agent_id = $2 AND user_id = $3 AND deleted_at IS NULL AND last_message_at IS NOT NULL
      AND NOT is_test(archived_through)
 )`);

/** The newest open runs of a task. A stage at a time, as the index has them. */
export const openOfTask = statement<{ taskId: string; limit: number }, { id: string }>('runs/open-of-task', ['taskId', 'limit'], `
SELECT o.id FROM (VALUES (0), (1), (2)) s (stage) CROSS JOIN LATERAL (
  SELECT r.id FROM task_run r
   WHERE r.task_id = $1 AND r.stage BETWEEN s.stage AND s.stage
   ORDER BY r.stage DESC, r.id DESC LIMIT $2
) o ORDER BY o.id DESC LIMIT $2`);

/** Puts a run back: it is pending, and waits to be offered again. With a reason of that, its attempt was over. */
export const requeue = statement<{ id: string; waitSeconds: number; reason: RunFailureReason | null }, { end_events: void }>('runs/requeue', ['id', 'waitSeconds', 'reason'], `
WITH again AS (
  UPDATE task_run r
     SET status = 'pending', touched_at = NULL, lease_until = NULL, deadline_at = NULL,
         offer_at = o.moment, due_at = o.moment, failure_reason = coalesce($3, r.failure_reason),
         attempt = CASE WHEN $3::text IS NULL THEN r.attempt ELSE coalesce(r.attempt, 1) + 1 END,
         progress_percent = NULL, progress_text = NULL, progress_at = NULL, progress_since = NULL
    FROM (SELECT date_trunc('milliseconds', clock_timestamp()) + $2::int * interval '1 second' AS moment) o
   WHERE r.id = $1 RETURNING r.event_id
)
SELECT end_events(ARRAY[event_id]) FROM again`);

/** Sends an agent again the runs that it has left: their events came over sockets that have ended, and in five minutes nothing was heard of them. Those on lease have an end of their own. Oldest first, at most 100. */
export const resume = statement<{ agentId: string }, { event_id: string }>('runs/resume', ['agentId'], `
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
SELECT e.event_id FROM restart_events(ARRAY(SELECT event_id FROM held), 'delivered') e`);

/** Makes a conversation the run's, unless the run has one that is not deleted. Of two at once, the first wins. */
export const settleConversation = statement<{ id: string; conversationId: string }, object>('runs/settle-conversation', ['id', 'conversationId'], `
UPDATE task_run r SET conversation_id = $2 FROM task_run f
 WHERE r.id = $1 AND f.id = r.id AND r.conversation_id IS NOT DISTINCT FROM f.conversation_id
   AND NOT EXISTS (SELECT FROM conversation c WHERE c.id = f.conversation_id AND c.deleted_at IS NULL)`);

/** Adopts the task's oldest pending run, else the oldest pushed one that is not touched, else creates one. */
export const start = statement<{ taskId: string; agentId: string; newId: string | null }, { id: string; hasEvent: boolean }>('runs/start', ['taskId', 'agentId', 'newId'], `
WITH permitted AS MATERIALIZED (
  SELECT t.id, t.agent_id, now() + t.timeout_seconds * interval '1 second' AS ends_at
    FROM agent a JOIN task t ON t.agent_id = a.id
   WHERE a.id = $2 AND t.id = $1 AND a.deleted_at IS NULL AND t.deleted_at IS NULL FOR KEY SHARE OF a, t
), picked AS MATERIALIZED (
  -- Who waits for a run that another caller takes gets the next, or a new one. All statements lock runs in
  -- the order of their ids: a row that was waited for in vain stays locked. A BETWEEN, as in list.
  SELECT r.id FROM task_run r
   WHERE r.task_id = (SELECT id FROM permitted) AND r.stage BETWEEN 0 AND 0
   ORDER BY r.stage, r.id LIMIT 1 FOR NO KEY UPDATE
), pushed AS MATERIALIZED (
  -- A run by hand without an event was not pushed: its agent has started it.
  SELECT r.id FROM task_run r
   WHERE r.task_id = (SELECT id FROM permitted) AND r.stage BETWEEN 1 AND 1
     AND (r.origin <> 'manual' OR r.event_id IS NOT NULL) AND NOT EXISTS (SELECT FROM picked)
   ORDER BY r.stage, r.id LIMIT 1 FOR NO KEY UPDATE
), adopted AS (
  UPDATE task_run r
     SET status = 'running', touched_at = now(), offer_at = NULL,
         deadline_at = CASE WHEN r.status = 'pending' THEN p.ends_at ELSE r.deadline_at END,
         due_at = CASE WHEN r.status = 'pending' THEN p.ends_at ELSE r.due_at END
    FROM permitted p, (SELECT id FROM picked UNION ALL SELECT id FROM pushed) own
   WHERE r.id = own.id
  RETURNING r.id, r.event_id
), created AS (
  INSERT INTO task_run (id, task_id, agent_id, status, origin, touched_at, deadline_at, due_at)
  SELECT $3, p.id, p.agent_id, 'running', 'manual', now(), p.ends_at, p.ends_at
    FROM permitted p WHERE $3::text IS NOT NULL AND NOT EXISTS (SELECT FROM adopted)
  RETURNING id
)
SELECT id, event_id IS NOT NULL AS "hasEvent" FROM adopted UNION ALL SELECT id, false FROM created`);

/** The agent has taken the event of a run by itself, so that it is not pushed any more. */
export const takeEvent = statement<{ id: string }, { event_id: string }>('runs/take-event', ['id'], `
SELECT e.event_id FROM task_run r CROSS JOIN LATERAL receive_events(ARRAY[r.event_id], 'poll') e
 WHERE r.id = $1 AND r.event_id IS NOT NULL`);

/** Takes a run on lease. `due_at` has an index: it is left alone, and the scheduler moves it. */
export const takeLease = statement<{ id: string; seconds: number }, { leaseUntil: Date }>('runs/take-lease', ['id', 'seconds'], `
UPDATE task_run r
   SET touched_at = coalesce(r.touched_at, now()), lease_until = l.until,
       due_at = CASE WHEN r.due_at <= LEAST(l.until, r.deadline_at) THEN r.due_at
                     ELSE LEAST(l.until, r.deadline_at) END
  FROM (SELECT clock_timestamp() + $2::int * interval '1 second' AS until) l
 WHERE r.id = $1 RETURNING coalesce(r.lease_until, l.until) AS "leaseUntil"`);

/** Tells an agent that asked for it that a run is cancelled. The event is of the task, and outlives the run. */
export const tellCancelled = statement<{ eventId: string; agentId: string; taskId: string; frame: string }, { event_id: string; agent_id: string; type: EventType; subject_id: string; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean }>('runs/tell-cancelled', ['eventId', 'agentId', 'taskId', 'frame'], `
SELECT e.* FROM agent a
 CROSS JOIN LATERAL append_events(ARRAY[$1], ARRAY[a.id], ARRAY['run_cancelled'], ARRAY[$4], ARRAY[$3]) e
 WHERE a.id = $2 AND 'run_cancelled' = ANY (a.features)`);

export const touch = statement<{ id: string }, object>('runs/touch', ['id'], `
UPDATE task_run SET touched_at = now() WHERE id = $1 AND status = 'running' AND touched_at IS NULL`);

export const writeProgress = statement<{ id: string; percent: number | null; text: string }, object>('runs/write-progress', ['id', 'percent', 'text'], `
UPDATE task_run
   SET touched_at = coalesce(touched_at, now()), progress_percent = $2, progress_text = $3,
       progress_at = clock_timestamp(), progress_since = coalesce(progress_since, now())
 WHERE id = $1`);
