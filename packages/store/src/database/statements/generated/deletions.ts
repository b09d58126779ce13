// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** Cancels open runs of a deleted task. Within a stage by id, the order in which all statements lock runs. */
export const cancelRuns = statement<{ taskId: string; limit: number }, { id: string }>('deletions/cancel-runs', ['taskId', 'limit'], `
WITH portion AS MATERIALIZED (
  SELECT r.id FROM task_run r WHERE r.task_id = $1 AND r.stage < 3
   ORDER BY r.stage, r.id LIMIT $2 FOR NO KEY UPDATE
)
UPDATE task_run r
   SET task_id = NULL, status = 'cancelled', finished_at = now(), lease_until = NULL, deadline_at = NULL,
       offer_at = NULL, due_at = NULL, failure_reason = NULL, progress_percent = NULL, progress_text = NULL,
       progress_at = NULL, progress_since = NULL, trigger_key = NULL
  FROM portion p WHERE r.id = p.id RETURNING r.id`);

export const changeFrames = statement<{ ids: readonly string[]; frames: readonly string[] }, object>('deletions/change-frames', ['ids', 'frames'], `
UPDATE event e SET frame = u.frame FROM unnest($1::text[], $2::text[]) AS u (id, frame) WHERE e.id = u.id`);

export const chooseAgent = statement<{ id: string | null }, { id: string }>('deletions/choose-agent', ['id'], `
SELECT id FROM agent WHERE deleted_at IS NOT NULL AND is_chosen(id, deleted_at, $1)
 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`);

/** Locks the deleted conversation with the id, or else the oldest that is due and that no process carries on. */
export const chooseConversation = statement<{ id: string | null }, { id: string }>('deletions/choose-conversation', ['id'], `
SELECT c.id FROM conversation c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
 WHERE c.deleted_at IS NOT NULL AND is_chosen(c.id, c.deleted_at, $1)
 ORDER BY c.deleted_at LIMIT 1 FOR KEY SHARE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED`);

export const chooseTask = statement<{ id: string | null }, { id: string }>('deletions/choose-task', ['id'], `
SELECT id FROM task WHERE deleted_at IS NOT NULL AND is_chosen(id, deleted_at, $1)
 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`);

export const chooseUser = statement<{ id: string | null }, { id: string }>('deletions/choose-user', ['id'], `
SELECT id FROM "user" WHERE deleted_at IS NOT NULL AND is_chosen(id, deleted_at, $1)
 ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`);

/** Marks a user as deleted and ends its credentials. A sign-up needs an @. */
export const closeAccount = statement<{ userId: string }, object>('deletions/close-account', ['userId'], `
WITH sessions AS (
  DELETE FROM session WHERE user_id = $1
), accounts AS (
  DELETE FROM account WHERE user_id = $1
), counts AS (
  DELETE FROM rate_count c
   USING (SELECT encode(sha256(convert_to(lower(email), 'UTF8')), 'hex') AS hash FROM "user" WHERE id = $1) e
   WHERE c.subject BETWEEN e.hash || ' ' AND e.hash || '!'
), changes AS (
  DELETE FROM rate_count WHERE subject = 'change ' || $1
)
UPDATE "user" SET deleted_at = now(), email = 'deleted ' || id, name = '', image = NULL WHERE id = $1`);

/** Drops the events of a deleted task's runs. It begins when the runs are locked, so that it sees every event. */
export const dropEvents = statement<{ runIds: readonly string[] }, { drop_events_of: void }>('deletions/drop-events', ['runIds'], `
SELECT drop_events_of($1, 'task_deleted')`);

/** Marks the files of messages, which a gateway removes. A file that came with another message stays. */
export const expireMedia = statement<{ messageIds: readonly string[]; conversationId: string | null }, { id: string }>('deletions/expire-media', ['messageIds', 'conversationId'], `
UPDATE media SET expired_at = coalesce(expired_at, now()), conversation_id = $2
 WHERE message_id = ANY ($1::text[]) AND id = ANY (ARRAY(
   SELECT regexp_replace(url, '^.*/', '')
     FROM message m CROSS JOIN unnest(
            m.image_urls || m.audio_url || ARRAY(SELECT f ->> 'url' FROM jsonb_array_elements(m.files) f)) url
    WHERE m.id = ANY ($1::text[])))
RETURNING id`);

export const forgetSummaries = statement<{ ids: readonly string[] }, object>('deletions/forget-summaries', ['ids'], `
WITH locked AS MATERIALIZED (
  SELECT id FROM task_run
   WHERE id = ANY (ARRAY(
     SELECT m.task_run_id FROM message m WHERE m.id = ANY ($1::text[]) AND m.kind = 'run'))
   ORDER BY id FOR NO KEY UPDATE
)
UPDATE task_run r SET summary = NULL FROM locked WHERE r.id = locked.id`);

export const leaveRuns = statement<{ taskId: string; limit: number }, { id: string }>('deletions/leave-runs', ['taskId', 'limit'], `
WITH portion AS MATERIALIZED (
  SELECT r.id FROM task_run r WHERE r.task_id = $1 ORDER BY r.stage, r.id LIMIT $2 FOR NO KEY UPDATE
)
UPDATE task_run r SET task_id = NULL, trigger_key = NULL FROM portion p WHERE r.id = p.id RETURNING r.id`);

export const lockAgents = statement<{ ownerId: string }, { id: string }>('deletions/lock-agents', ['ownerId'], `
SELECT id FROM agent WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY id FOR UPDATE`);

/** Locks events, whatever became of them. Open is what its agent has not received, or a poll lists. */
export const lockEvents = statement<{ ids: readonly string[] }, { id: string; is_open: boolean }>('deletions/lock-events', ['ids'], `
SELECT id, state = 'open' OR is_listed AS is_open FROM event
 WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`);

/** Locks the next events of a deleted agent, so that no attempt is missed when they are removed. */
export const lockEventsOfAgent = statement<{ agentId: string; limit: number }, { id: string }>('deletions/lock-events-of-agent', ['agentId', 'limit'], `
SELECT id FROM event WHERE agent_id = $1 ORDER BY seq LIMIT $2 FOR UPDATE`);

/** Locks a message of a user, in the order of all statements: agent, conversation, message. */
export const lockMessage = statement<{ id: string; userId: string }, { id: string; kind: string; task_run_id: string | null; decision_id: string | null; event_id: string | null; agent_id: string; conversation_id: string }>('deletions/lock-message', ['id', 'userId'], `
WITH known AS MATERIALIZED (
  SELECT a.id AS agent_id, c.id AS conversation_id
    FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id
   WHERE m.id = $1 AND c.user_id = $2 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
), locked AS MATERIALIZED (
  SELECT c.id, c.agent_id FROM conversation c
   WHERE c.id = (SELECT conversation_id FROM known) AND c.deleted_at IS NULL FOR NO KEY UPDATE
)
SELECT m.id, m.kind, m.task_run_id, m.decision_id, m.event_id, h.agent_id, m.conversation_id
  FROM message m, locked h WHERE m.id = $1 AND m.conversation_id = h.id FOR UPDATE OF m`);

/** Locks the newest messages of a deleted conversation: its agent may not have received them yet. */
export const lockNewestMessages = statement<{ conversationId: string; limit: number }, { id: string; decision_id: string | null; event_id: string | null; agent_id: string; user_id: string }>('deletions/lock-newest-messages', ['conversationId', 'limit'], `
SELECT m.id, m.decision_id, m.event_id, c.agent_id, c.user_id
  FROM message m JOIN conversation c ON c.id = m.conversation_id
 WHERE m.conversation_id = $1 ORDER BY m.created_at DESC LIMIT $2 FOR UPDATE OF m`);

/** Locks a user for the deletion, so that no agent is created meanwhile, and no sign-in is missed. */
export const lockUser = statement<{ id: string }, { id: string }>('deletions/lock-user', ['id'], `
SELECT id FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`);

/** The caller has locked the agents wholly. Schedules end, because a scheduler would claim them in vain, and triggers. */
export const markAgents = statement<{ ids: readonly string[] }, object>('deletions/mark-agents', ['ids'], `
WITH marked AS (
  UPDATE agent SET deleted_at = now() WHERE id = ANY ($1::text[]) AND deleted_at IS NULL
), sessions AS (
  UPDATE agent_session SET revoke_at = date_trunc('milliseconds', now()) WHERE agent_id = ANY ($1::text[])
), locked AS (
  SELECT id FROM task WHERE agent_id = ANY ($1::text[]) AND (enabled OR trigger_hash IS NOT NULL)
   ORDER BY id FOR NO KEY UPDATE
)
UPDATE task t SET enabled = false, next_run_at = NULL, trigger_hash = NULL, trigger_sealed = NULL,
       sender_sealed = NULL FROM locked l WHERE t.id = l.id`);

export const markConversation = statement<{ id: string }, object>('deletions/mark-conversation', ['id'], `
UPDATE conversation SET deleted_at = now(), last_message_text = NULL, title = NULL, agent_title = NULL
 WHERE id = $1`);

/** Removes a deleted agent, and what has few rows with it. It waits for its files, which a gateway removes. */
export const removeAgent = statement<{ id: string }, { id: string }>('deletions/remove-agent', ['id'], `
WITH gone AS (
  DELETE FROM agent
   WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM media WHERE agent_id = $1)
     AND NOT EXISTS (SELECT 1 FROM event WHERE agent_id = $1)
  RETURNING id
), breaker AS (
  DELETE FROM webhook_breaker b USING gone g WHERE b.agent_id = g.id
)
SELECT id FROM gone`);

export const removeAuditEntries = statement<{ userId: string; limit: number }, { id: string }>('deletions/remove-audit-entries', ['userId', 'limit'], `
DELETE FROM audit_entry WHERE id IN (SELECT id FROM audit_entry WHERE user_id = $1 LIMIT $2) RETURNING id`);

export const removeContextOfAgent = statement<{ agentId: string; limit: number }, { id: number }>('deletions/remove-context-of-agent', ['agentId', 'limit'], `
WITH portion AS (
  SELECT x.id FROM (
    SELECT r.id FROM task t JOIN task_run r ON r.task_id = t.id WHERE t.agent_id = $1
    UNION ALL SELECT id FROM task_run WHERE agent_id = $1 AND task_id IS NULL
  ) x LIMIT $2
)
DELETE FROM context_block WHERE (run_id, id) IN (
  SELECT b.run_id, b.id FROM portion p JOIN context_block b ON b.run_id = p.id LIMIT $2
) RETURNING id`);

export const removeContextOfTask = statement<{ taskId: string; limit: number }, { id: number }>('deletions/remove-context-of-task', ['taskId', 'limit'], `
DELETE FROM context_block WHERE (run_id, id) IN (
  SELECT b.run_id, b.id FROM task_run r JOIN context_block b ON b.run_id = r.id
   WHERE r.task_id = $1 AND r.stage < 3 LIMIT $2
) RETURNING id`);

export const removeConversation = statement<{ id: string }, { id: string }>('deletions/remove-conversation', ['id'], `
WITH gone AS (
  DELETE FROM conversation c
   WHERE c.id = $1 AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation_id = c.id)
     AND NOT EXISTS (SELECT 1 FROM media f WHERE f.conversation_id = c.id)
  RETURNING c.id
), finished AS (
  UPDATE erasure e SET finished_at = now(), conversation_id = NULL FROM gone g WHERE e.conversation_id = g.id
)
SELECT id FROM gone`);

export const removeConversationsOfAgent = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-conversations-of-agent', ['agentId', 'limit'], `
WITH gone AS (
  DELETE FROM conversation WHERE id IN (SELECT id FROM conversation WHERE agent_id = $1 LIMIT $2) RETURNING id
), finished AS (
  UPDATE erasure e SET finished_at = now(), conversation_id = NULL FROM gone g WHERE e.conversation_id = g.id
)
SELECT id FROM gone`);

export const removeDecisions = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-decisions', ['agentId', 'limit'], `
DELETE FROM decision WHERE id IN (SELECT id FROM decision WHERE agent_id = $1 LIMIT $2) RETURNING id`);

/** Removes events with their attempts. It begins when the events are locked, so that it sees every attempt. */
export const removeEvents = statement<{ eventIds: readonly string[] }, object>('deletions/remove-events', ['eventIds'], `
WITH attempts AS (
  DELETE FROM delivery_attempt WHERE event_id = ANY ($1::text[])
)
DELETE FROM event WHERE id = ANY ($1::text[])`);

export const removeKeys = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-keys', ['agentId', 'limit'], `
DELETE FROM idempotency_key
 WHERE id IN (SELECT id FROM idempotency_key WHERE agent_id = $1 OR user_id = $1 LIMIT $2) RETURNING id`);

export const removeMessages = statement<{ ids: readonly string[] }, object>('deletions/remove-messages', ['ids'], `
DELETE FROM message WHERE id = ANY ($1::text[])`);

export const removeMessagesOfAgent = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-messages-of-agent', ['agentId', 'limit'], `
DELETE FROM message WHERE id IN (
  SELECT m.id FROM conversation c JOIN message m ON m.conversation_id = c.id WHERE c.agent_id = $1 LIMIT $2
) RETURNING id`);

export const removeRules = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-rules', ['agentId', 'limit'], `
DELETE FROM decision_rule WHERE id IN (SELECT id FROM decision_rule WHERE agent_id = $1 LIMIT $2) RETURNING id`);

export const removeRuns = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-runs', ['agentId', 'limit'], `
DELETE FROM task_run WHERE id IN (
  SELECT x.id FROM (
    SELECT r.id FROM task t JOIN task_run r ON r.task_id = t.id WHERE t.agent_id = $1
    UNION ALL SELECT id FROM task_run WHERE agent_id = $1 AND task_id IS NULL
  ) x LIMIT $2
) RETURNING id`);

export const removeTask = statement<{ id: string }, { id: string }>('deletions/remove-task', ['id'], `
DELETE FROM task WHERE id = $1 RETURNING id`);

export const removeTasks = statement<{ agentId: string; limit: number }, { id: string }>('deletions/remove-tasks', ['agentId', 'limit'], `
DELETE FROM task WHERE id IN (SELECT id FROM task WHERE agent_id = $1 LIMIT $2) RETURNING id`);

export const removeUser = statement<{ id: string }, { id: string }>('deletions/remove-user', ['id'], `
WITH gone AS (
  DELETE FROM "user" u
   WHERE u.id = $1 AND NOT EXISTS (SELECT 1 FROM agent WHERE owner_id = u.id)
     AND NOT EXISTS (SELECT 1 FROM account_export WHERE user_id = u.id)
     AND NOT EXISTS (SELECT 1 FROM media WHERE user_id = u.id)
  RETURNING u.id
), finished AS (
  UPDATE erasure e SET finished_at = now(), user_id = NULL FROM gone g WHERE e.user_id = g.id
)
SELECT id FROM gone`);

/** Lets conversations show the newest message that remains. If none does, the agent's title goes as well. */
export const renewExcerpts = statement<{ conversationIds: readonly string[] }, object>('deletions/renew-excerpts', ['conversationIds'], `
WITH rest AS MATERIALIZED (
  SELECT u.id, (SELECT left(coalesce(d.title, nullif(m.text, ''), m.report_title, ''), 200)
                  FROM message m LEFT JOIN decision d ON d.id = m.decision_id
                 WHERE m.conversation_id = u.id ORDER BY m.created_at DESC LIMIT 1) AS text
    FROM unnest($1::text[]) AS u (id)
)
UPDATE conversation c
   SET last_message_text = rest.text, agent_title = CASE WHEN rest.text IS NOT NULL THEN c.agent_title END
  FROM rest WHERE c.id = rest.id AND c.last_message_text IS DISTINCT FROM rest.text`);
