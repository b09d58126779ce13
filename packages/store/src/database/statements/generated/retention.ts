// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

export const expire = statement<{ limit: number }, { is_more: boolean }>('retention/expire', ['limit'], `
SELECT bool_or(remove_older(k.kind, k.clock, k.age::interval, $1, k.condition) = $1) AS is_more
  FROM (VALUES
    ('session', 'expires_at', '0', 'true'),
    ('idempotency_key', 'kept_at', '24 hours', 'true'),
    ('message_stream', 'seen_at', '1 hour', 'true'),
    ('device_login', 'expires_at', '0', 'true'),
    ('decision_rule', 'expires_at', '0', 'true'),
    ('rate_count', 'ends_at', '0', 'true'),
    ('webhook_breaker', 'half_began_at', '2 days', 'state = ''closed''')
  ) k (kind, clock, age, condition)`);

export const expireMedia = statement<{ days: number; after: Date; limit: number }, { media: number; looked: number; last: Date; bound: Date }>('retention/expire-media', ['days', 'after', 'limit'], `
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS tid, x.created_at AS time FROM media x
   WHERE x.expired_at IS NULL AND x.message_id IS NOT NULL AND x.created_at > $2::timestamptz AND x.created_at <= days_ago($1)
   ORDER BY x.created_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  UPDATE media SET expired_at = now() WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM media x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.expired_at IS NULL
       AND (SELECT 1 FROM event e WHERE e.subject_id = x.message_id AND e.state = 'open'
               AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS media,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked`);

export const forgetAddresses = statement<{ days: number; after: Date; limit: number }, { audit_address: number; looked: number; last: Date; bound: Date }>('retention/forget-addresses', ['days', 'after', 'limit'], `
WITH gone AS (
  UPDATE audit_entry SET address = NULL WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entry
     WHERE address IS NOT NULL AND created_at >= $2::timestamptz AND created_at <= days_ago($1)
     ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING created_at AS time
)
SELECT count(*)::int AS audit_address,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone`);

/** Makes PostgreSQL read the index of the time in its order until the commit, whatever its statistics say. */
export const readInOrder = statement<object, { set_config: string }>('retention/read-in-order', [], `
SELECT set_config(name, 'off', true)
  FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) AS name`);

export const removeAttempts = statement<{ days: number; after: Date; limit: number }, { attempt: number; looked: number; last: Date; bound: Date }>('retention/remove-attempts', ['days', 'after', 'limit'], `
WITH gone AS (
  DELETE FROM delivery_attempt WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM delivery_attempt
     WHERE started_at >= $2::timestamptz AND started_at <= days_ago($1)
     ORDER BY started_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING started_at AS time
)
SELECT count(*)::int AS attempt,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone`);

export const removeAuditEntries = statement<{ days: number; after: Date; limit: number }, { audit: number; looked: number; last: Date; bound: Date }>('retention/remove-audit-entries', ['days', 'after', 'limit'], `
WITH gone AS (
  DELETE FROM audit_entry WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM audit_entry
     WHERE created_at >= $2::timestamptz AND created_at <= days_ago($1)
     ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING created_at AS time
)
SELECT count(*)::int AS audit,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone`);

/** An agent's newest with a user stays, because agents that report seldom keep its id. */
export const removeConversations = statement<{ days: number; after: Date; limit: number }, { conversation: number; looked: number; last: Date; bound: Date }>('retention/remove-conversations', ['days', 'after', 'limit'], `
WITH looked AS MATERIALIZED (
  SELECT ctid AS tid, last_message_at AS time FROM conversation
   WHERE last_message_text IS NULL AND last_message_at > $2::timestamptz AND last_message_at <= days_ago($1)
   ORDER BY last_message_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  DELETE FROM conversation WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM conversation x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.last_message_text IS NULL
       AND x.deleted_at IS NULL AND (SELECT 1 FROM message m WHERE m.conversation_id = x.id LIMIT 1) IS NULL
       AND (SELECT 1 FROM conversation n
             WHERE n.agent_id = x.agent_id AND n.user_id = x.user_id AND n.last_message_at > x.last_message_at
               AND n.deleted_at IS NULL LIMIT 1) IS NOT NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS conversation,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked`);

export const removeErasures = statement<{ days: number; after: Date; limit: number }, { erasure: number; looked: number; last: Date; bound: Date }>('retention/remove-erasures', ['days', 'after', 'limit'], `
WITH gone AS (
  DELETE FROM erasure WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM erasure
     WHERE finished_at IS NOT NULL AND finished_at >= $2::timestamptz AND finished_at <= days_ago($1)
     ORDER BY finished_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING finished_at AS time
)
SELECT count(*)::int AS erasure,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone`);

export const removeEvents = statement<{ days: number; after: Date; limit: number }, { event: number; attempt: number; looked: number; last: Date; bound: Date }>('retention/remove-events', ['days', 'after', 'limit'], `
WITH gone AS (
  DELETE FROM event WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM event
     WHERE ended_at IS NOT NULL AND NOT is_listed AND ended_at >= $2::timestamptz AND ended_at <= days_ago($1)
     ORDER BY ended_at LIMIT $3 FOR UPDATE SKIP LOCKED)) RETURNING id, ended_at AS time
), attempts AS (
  DELETE FROM delivery_attempt WHERE event_id = ANY (ARRAY(SELECT id FROM gone)) RETURNING 1
)
SELECT count(*)::int AS event, (SELECT count(*)::int FROM attempts) AS attempt,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM gone`);

/** What its agent has not heard of stays; so does a card whose request is open or was answered within the days. */
export const removeMessages = statement<{ days: number; after: Date; limit: number }, { message: number; decision: number; media: number; conversation_ids: string[]; looked: number; last: Date; bound: Date }>('retention/remove-messages', ['days', 'after', 'limit'], `
WITH looked AS MATERIALIZED (
  SELECT x.id, x.conversation_id, x.created_at AS time FROM message x
   WHERE x.created_at > $2::timestamptz AND x.created_at <= days_ago($1)
   ORDER BY x.created_at FETCH FIRST $3 ROWS WITH TIES
), locked AS MATERIALIZED (
  SELECT c.id FROM conversation c
   WHERE c.id = ANY (ARRAY(SELECT DISTINCT conversation_id FROM looked)) AND c.deleted_at IS NULL
   FOR NO KEY UPDATE SKIP LOCKED
), due AS MATERIALIZED (
  SELECT x.id FROM message x
   WHERE x.id = ANY (ARRAY(SELECT id FROM looked)) AND x.conversation_id = ANY (ARRAY(SELECT id FROM locked))
     AND (SELECT 1 FROM event e WHERE e.subject_id = x.id AND e.state = 'open'
             AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NULL
     AND (x.decision_id IS NULL
       OR (SELECT 1 FROM event e WHERE e.subject_id = x.decision_id AND e.state = 'open'
              AND NOT starts_with(e.subject_id, 'run_') LIMIT 1) IS NULL
      AND coalesce((SELECT d.status <> 'pending' AND d.resolved_at <= days_ago($1)
                      FROM decision d WHERE d.id = x.decision_id), true))
   FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM message WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING *
), decisions AS (
  DELETE FROM decision WHERE id = ANY (ARRAY(SELECT decision_id FROM gone)) AND status <> 'pending'
  RETURNING 1
), files AS (
  UPDATE media SET expired_at = now() WHERE expired_at IS NULL AND id = ANY (ARRAY(
    SELECT regexp_replace(url, '^.*/', '') FROM gone g CROSS JOIN unnest(
      g.image_urls || g.audio_url || ARRAY(SELECT f ->> 'url' FROM jsonb_array_elements(g.files) f)) url))
  RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS message, (SELECT count(*)::int FROM decisions) AS decision,
       (SELECT count(*)::int FROM files) AS media,
       ARRAY(SELECT DISTINCT conversation_id FROM gone) AS conversation_ids,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked`);

export const removeRuns = statement<{ days: number; after: Date; limit: number }, { run: number; looked: number; last: Date; bound: Date }>('retention/remove-runs', ['days', 'after', 'limit'], `
WITH looked AS MATERIALIZED (
  SELECT x.ctid AS tid, x.finished_at AS time FROM task_run x
   WHERE x.finished_at IS NOT NULL AND x.finished_at > $2::timestamptz AND x.finished_at <= days_ago($1)
   ORDER BY x.finished_at FETCH FIRST $3 ROWS WITH TIES
), gone AS (
  DELETE FROM task_run WHERE ctid = ANY (ARRAY(
    SELECT x.ctid FROM task_run x
     WHERE x.ctid = ANY (ARRAY(SELECT tid FROM looked)) AND x.finished_at IS NOT NULL
       AND (SELECT 1 FROM event e WHERE e.id = x.event_id AND (e.state = 'open' OR e.is_listed)) IS NULL
     FOR UPDATE SKIP LOCKED)) RETURNING 1
)
SELECT (SELECT count(*)::int FROM gone) AS run,
       count(*)::int AS looked, coalesce(max(time), days_ago($1)) AS last, days_ago($1) AS bound FROM looked`);
