// Generated from packages/store/sql by `npm run sql`.
import type { AnswerSchema, AnswerValues, DecisionStatus, EventType, ResolutionReason } from '@svc/domain';
import { statement } from '../statement.js';

export const appendEvents = statement<{ eventIds: readonly string[]; agentIds: readonly string[]; frames: readonly string[]; decisionIds: readonly string[] }, { event_id: string; agent_id: string; type: EventType; subject_id: string; seq: number; push_no: number; created_at: Date; owner_id: string; slot: string | null; is_reachable: boolean }>('decisions/append-events', ['eventIds', 'agentIds', 'frames', 'decisionIds'], `
SELECT *
  FROM append_events($1, $2, ARRAY(SELECT 'decision_resolved' FROM unnest($1::text[])), $3, $4)`);

export const askedActions = statement<{ agentId: string; limit: number }, { decisionId: string; title: string; action: string; status: DecisionStatus; createdAt: Date }>('decisions/asked-actions', ['agentId', 'limit'], `
SELECT id AS "decisionId", title, action, status, created_at AS "createdAt" FROM decision
 WHERE agent_id = $1 AND action IS NOT NULL ORDER BY id DESC LIMIT $2`);

export const cancel = statement<{ id: string; agentId: string; keyId: string | null }, { id: string }>('decisions/cancel', ['id', 'agentId', 'keyId'], `
UPDATE decision d
   SET status = 'cancelled', resolution_reason = 'cancelled', resolved_at = now(), resolved_by_key_id = $3,
       resolved_by_key_name = (SELECT name FROM api_key WHERE id = $3)
  FROM agent a
 WHERE d.id = $1 AND d.agent_id = $2 AND a.id = d.agent_id AND a.deleted_at IS NULL
   AND d.status = 'pending' AND (d.expires_at IS NULL OR d.expires_at > now())
RETURNING d.id`);

/** Dismisses open requests that have expired, or only one of them, and names the event of each. Passes over an agent that is being deleted or whose counter another statement holds, and a request that is being answered. */
export const dismissOverdue = statement<{ limit: number; id: string | null; eventIds: readonly string[] }, { decisionId: string; agentId: string; userId: string; conversationId: string; eventId: string; action: string | null; hasForm: boolean; ordinal: number }>('decisions/dismiss-overdue', ['limit', 'id', 'eventIds'], `
WITH overdue AS MATERIALIZED (
  SELECT d.id, a.owner_id, d.expires_at FROM decision d JOIN agent a ON a.id = d.agent_id
    JOIN agent_counter c ON c.agent_id = a.id
   WHERE d.status = 'pending' AND d.expires_at <= now() AND a.deleted_at IS NULL
     AND ($2::text IS NULL OR d.id = $2)
   ORDER BY d.expires_at LIMIT $1
   FOR KEY SHARE OF a SKIP LOCKED FOR NO KEY UPDATE OF d SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
)
UPDATE decision d
   SET status = 'dismissed', resolution_reason = 'expired', resolved_at = now(),
       event_id = ($3::text[])[o.ordinal]
  FROM (SELECT *, row_number() OVER (ORDER BY expires_at, id) AS ordinal FROM overdue) o WHERE d.id = o.id
RETURNING d.id AS "decisionId", d.agent_id AS "agentId", o.owner_id AS "userId",
          d.conversation_id AS "conversationId", ($3::text[])[o.ordinal] AS "eventId",
          left(d.action, 200) AS action, d.answer_schema IS NOT NULL AS "hasForm",
          o.ordinal`);

export const find = statement<{ id: string; agentId: string | null; userId: string | null }, { decisionId: string; agentId: string; conversationId: string; taskRunId: string | null; title: string; description: string | null; action: string | null; suggestedPattern: string | null; key: string | null; status: DecisionStatus; note: string | null; alwaysAllowPattern: string | null; resolutionReason: ResolutionReason | null; answerSchema: AnswerSchema | null; proposed: AnswerValues | null; answer: AnswerValues | null; resolvedByRuleId: string | null; resolvedByKeyId: string | null; resolvedByKeyName: string | null; createdAt: Date; expiresAt: Date | null; remindedAt: Date | null; resolvedAt: Date | null; userId: string }>('decisions/find', ['id', 'agentId', 'userId'], `
SELECT d.*, a.owner_id AS "userId" FROM decision_record d JOIN agent a ON a.id = d."agentId"
 WHERE d."decisionId" = $1 AND ($2::text IS NULL OR a.id = $2)
   AND ($3::text IS NULL OR a.owner_id = $3 AND a.deleted_at IS NULL)`);

/** The request that an agent calls so. It is kept from removal until it is read. */
export const findByKey = statement<{ agentId: string; key: string }, { id: string }>('decisions/find-by-key', ['agentId', 'key'], `
SELECT id FROM decision WHERE agent_id = $1 AND key = $2 FOR KEY SHARE`);

/** The conversation of a request (locked), or the newest one if none is named; its run; how many are open. */
export const findConversation = statement<{ agentId: string; ownerId: string; conversationId: string | null; runId: string | null }, { conversation_id: string | null; has_run: boolean; open: number }>('decisions/find-conversation', ['agentId', 'ownerId', 'conversationId', 'runId'], `
SELECT (SELECT id FROM conversation
         WHERE agent_id = $1 AND user_id = $2 AND ($3::text IS NULL OR id = $3) AND deleted_at IS NULL
           AND ($3::text IS NOT NULL OR NOT is_test(archived_through))
         ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST,
                  id DESC LIMIT 1 FOR NO KEY UPDATE) AS conversation_id,
       $4::text IS NULL OR EXISTS (SELECT 1 FROM task_run WHERE id = $4 AND agent_id = $1) AS has_run,
       (SELECT count(*) FROM decision WHERE agent_id = $1 AND status = 'pending') AS open`);

/** Stores a request with its card in the conversation, which it may open. If a rule covers it, it is approved. */
export const insert = statement<{ id: string; agentId: string; ownerId: string; agentName: string; conversationId: string; opensConversation: boolean; messageId: string; taskRunId: string | null; title: string; description: string | null; action: string | null; suggestedPattern: string | null; expiresInSeconds: number | null; key: string | null; answerSchema: string | null; proposed: string | null; answer: string | null; status: string; resolutionReason: string | null; eventId: string | null; ruleId: string | null; alwaysAllowPattern: string | null }, { action: string | null }>('decisions/insert', ['id', 'agentId', 'ownerId', 'agentName', 'conversationId', 'opensConversation', 'messageId', 'taskRunId', 'title', 'description', 'action', 'suggestedPattern', 'expiresInSeconds', 'key', 'answerSchema', 'proposed', 'answer', 'status', 'resolutionReason', 'eventId', 'ruleId', 'alwaysAllowPattern'], `
WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS now), known AS (
  UPDATE conversation c
     SET last_message_at = GREATEST(m.now, c.last_message_at + interval '1 millisecond'),
         last_message_text = left($9, 200)
    FROM moment m WHERE NOT $6::boolean AND c.id = $5
  RETURNING c.last_message_at
), opened AS (
  INSERT INTO conversation (id, agent_id, user_id, created_at, last_message_at, last_message_text)
  SELECT $5, $2, $3, m.now, m.now, left($9, 200) FROM moment m WHERE $6::boolean
  RETURNING last_message_at
), newest AS (
  SELECT last_message_at FROM known UNION ALL SELECT last_message_at FROM opened
), asked AS (
  INSERT INTO decision (id, agent_id, conversation_id, task_run_id, title, description, action,
                        suggested_pattern, created_at, expires_at, remind_at, key, answer_schema, proposed,
                        answer, status, always_allow, always_allow_pattern, resolution_reason, event_id,
                        resolved_at, resolved_by_rule_id)
  SELECT $1, $2, $5, $8, $9, $10, $11, $12, m.now, m.now + $13::int * interval '1 second',
         m.now + $13::int * interval '500 milliseconds', $14, $15::json, $16::json, $17::json,
         $18, $21::text IS NOT NULL, $22, $19, $20, CASE WHEN $21::text IS NOT NULL THEN m.now END, $21
    FROM newest, moment m
  RETURNING left(action, 200) AS action
), shown AS (
  INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, decision_id, task_run_id,
                       created_at)
  SELECT $7, $5, 'agent', $4, 'decision', $9 || coalesce(E'\\n\\n' || $10, ''), $1, $8, p.last_message_at
    FROM newest p
), touched AS (
  UPDATE task_run SET touched_at = now() FROM asked
   WHERE id = $8 AND status IN ('pending', 'running') AND touched_at IS NULL
)
SELECT action FROM asked`);

/** Gives nothing if the rule stands already, with the same end. */
export const insertRule = statement<{ id: string; userId: string; agentId: string; pattern: string; seconds: number | null }, { id: string }>('decisions/insert-rule', ['id', 'userId', 'agentId', 'pattern', 'seconds'], `
INSERT INTO decision_rule AS r (id, user_id, agent_id, pattern, expires_at)
VALUES ($1, $2, $3, $4, now() + $5::int * interval '1 second')
ON CONFLICT (agent_id, pattern) DO UPDATE
   SET expires_at = EXCLUDED.expires_at WHERE r.expires_at IS DISTINCT FROM EXCLUDED.expires_at
RETURNING id`);

/** Those of each agent are read from its own part of an index: a user with few does not read past others'. */
export const listOfUser = statement<{ userId: string; agentId: string | null; status: string | null; cursor: string | null; limit: number }, { decisionId: string; agentId: string; conversationId: string; taskRunId: string | null; title: string; description: string | null; action: string | null; suggestedPattern: string | null; key: string | null; status: DecisionStatus; note: string | null; alwaysAllowPattern: string | null; resolutionReason: ResolutionReason | null; answerSchema: AnswerSchema | null; proposed: AnswerValues | null; answer: AnswerValues | null; resolvedByRuleId: string | null; resolvedByKeyId: string | null; resolvedByKeyName: string | null; createdAt: Date; expiresAt: Date | null; remindedAt: Date | null; resolvedAt: Date | null; userId: string }>('decisions/list-of-user', ['userId', 'agentId', 'status', 'cursor', 'limit'], `
SELECT d.*, a.owner_id AS "userId"
  FROM agent a CROSS JOIN LATERAL (
         (SELECT n.id FROM decision n
           WHERE $3::text IS NULL AND n.agent_id = a.id AND ($4::text IS NULL OR n.id < $4)
           ORDER BY n.id DESC LIMIT $5)
         UNION ALL
         (SELECT n.id FROM decision n
           WHERE n.agent_id = a.id AND n.status = $3 AND ($4::text IS NULL OR n.id < $4)
           ORDER BY n.id DESC LIMIT $5)
       ) newest CROSS JOIN LATERAL (SELECT * FROM decision_record WHERE "decisionId" = newest.id OFFSET 0) d
 WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND ($2::text IS NULL OR a.id = $2)
 ORDER BY newest.id DESC LIMIT $5`);

export const listRules = statement<{ agentId: string }, { id: string; pattern: string }>('decisions/list-rules', ['agentId'], `
SELECT id, pattern FROM standing_rule WHERE agent_id = $1 ORDER BY id`);

export const listRulesOfUser = statement<{ userId: string; agentId: string | null; cursor: string | null; limit: number }, { ruleId: string; agentId: string; pattern: string; createdAt: Date; expiresAt: Date | null }>('decisions/list-rules-of-user', ['userId', 'agentId', 'cursor', 'limit'], `
SELECT r.id AS "ruleId", r.agent_id AS "agentId", r.pattern, r.created_at AS "createdAt",
       r.expires_at AS "expiresAt"
  FROM standing_rule r JOIN agent a ON a.id = r.agent_id
 WHERE r.user_id = $1 AND ($2::text IS NULL OR r.agent_id = $2) AND ($3::text IS NULL OR r.id < $3)
   AND a.deleted_at IS NULL
 ORDER BY r.id DESC LIMIT $4`);

export const lock = statement<{ ids: readonly string[]; agentId: string | null; conversationId: string | null }, { decisionId: string; agentId: string; conversationId: string; eventId: string | null; status: string; alwaysAllowPattern: string | null; hasForm: boolean }>('decisions/lock', ['ids', 'agentId', 'conversationId'], `
SELECT id AS "decisionId", agent_id AS "agentId", conversation_id AS "conversationId", event_id AS "eventId",
       status, always_allow_pattern AS "alwaysAllowPattern", answer_schema IS NOT NULL AS "hasForm"
  FROM decision WHERE id = ANY ($1::text[]) OR agent_id = $2 AND status = 'pending' AND conversation_id = $3
 ORDER BY id FOR UPDATE`);

export const lockRule = statement<{ id: string }, { id: string }>('decisions/lock-rule', ['id'], `
SELECT id FROM standing_rule WHERE id = $1 FOR KEY SHARE`);

export const openAmong = statement<{ ids: readonly string[] }, { id: string }>('decisions/open-among', ['ids'], `
SELECT id FROM decision WHERE id = ANY ($1) AND status = 'pending'`);

export const remind = statement<{ limit: number }, { decisionId: string; agentId: string; userId: string }>('decisions/remind', ['limit'], `
WITH due AS MATERIALIZED (
  SELECT d.id, a.owner_id FROM decision d JOIN agent a ON a.id = d.agent_id
   WHERE d.status = 'pending' AND d.reminded_at IS NULL AND d.remind_at <= now() AND d.expires_at > now()
     AND a.deleted_at IS NULL
   ORDER BY d.remind_at LIMIT $1
   FOR NO KEY UPDATE OF d SKIP LOCKED
)
UPDATE decision d SET reminded_at = now() FROM due WHERE d.id = due.id
RETURNING d.id AS "decisionId", d.agent_id AS "agentId", due.owner_id AS "userId"`);

export const remove = statement<{ ids: readonly string[] }, object>('decisions/remove', ['ids'], `
DELETE FROM decision WHERE id = ANY ($1::text[])`);

export const removeRule = statement<{ id: string; userId: string }, { agentId: string; pattern: string }>('decisions/remove-rule', ['id', 'userId'], `
DELETE FROM decision_rule r USING agent a
 WHERE r.id = $1 AND r.user_id = $2 AND a.id = r.agent_id AND a.deleted_at IS NULL
RETURNING r.agent_id AS "agentId", r.pattern`);

export const resolve = statement<{ id: string; userId: string; status: string; note: string | null; pattern: string | null; answer: string | null; eventId: string; keyId: string | null; keyName: string | null }, { action: string | null }>('decisions/resolve', ['id', 'userId', 'status', 'note', 'pattern', 'answer', 'eventId', 'keyId', 'keyName'], `
WITH permitted AS MATERIALIZED (
  SELECT a.id FROM agent a JOIN decision d ON d.agent_id = a.id
   WHERE d.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
)
UPDATE decision d
   SET status = $3, note = $4, always_allow = $5::text IS NOT NULL, always_allow_pattern = $5,
       resolution_reason = 'user', answer = $6::json, event_id = $7, resolved_at = now(),
       resolved_by_key_id = $8, resolved_by_key_name = $9
  FROM permitted p
 WHERE d.id = $1 AND d.agent_id = p.id AND d.status = 'pending'
   AND (d.expires_at IS NULL OR d.expires_at > now())
RETURNING left(d.action, 200) AS action`);
