// Generated from packages/store/sql by `npm run sql`.
import type { QuotaName } from '@svc/domain';
import { statement } from '../statement.js';

/** How many bytes of files each agent has sent. A file may outlive its message. */
export const bytesOfAgent = statement<{ ownerIds: readonly string[] }, { used: number }>('quotas/bytes-of-agent', ['ownerIds'], `
SELECT (SELECT coalesce(sum(byte_length), 0)::float8 FROM media WHERE agent_id = o.id AND is_from_agent) AS used
  FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

export const bytesOfUser = statement<{ ownerIds: readonly string[] }, { used: number }>('quotas/bytes-of-user', ['ownerIds'], `
SELECT (SELECT coalesce(sum(byte_length), 0)::float8 FROM media WHERE user_id = o.id) AS used
  FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

/** In the order of `conversation_of_user_idx`. The limit is hidden from planners, as in `events.sql`. */
export const conversations = statement<{ ownerIds: readonly string[]; max: number }, { used: number }>('quotas/conversations', ['ownerIds', 'max'], `
SELECT (SELECT count(*)::int FROM (
  SELECT FROM conversation WHERE user_id = o.id
   ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST LIMIT (SELECT $2::int)
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

/** How many events wait for each agent, but triggers, up to a number: open, or failed while their run is open. In the order of an index. The limit is hidden from planners, which go through all where agents are few. */
export const events = statement<{ ownerIds: readonly string[]; max: number }, { used: number }>('quotas/events', ['ownerIds', 'max'], `
SELECT (SELECT count(*)::int FROM (
  (SELECT FROM event WHERE agent_id = o.id AND state = 'open'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, push_no LIMIT (SELECT $2::int))
  UNION ALL (SELECT FROM event WHERE agent_id = o.id AND is_listed AND state = 'failed'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, seq LIMIT (SELECT $2::int))
  LIMIT (SELECT $2::int)
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

/** How many agents or rules each user, or tasks each agent, has, up to a number. */
export const owned = statement<{ ownerIds: readonly string[]; max: number; quota: QuotaName }, { used: number }>('quotas/owned', ['ownerIds', 'max', 'quota'], `
SELECT (SELECT count(*)::int FROM (
  SELECT FROM agent WHERE $3 = 'agents_per_user' AND owner_id = o.id AND deleted_at IS NULL
  UNION ALL SELECT FROM task WHERE $3 = 'tasks_per_agent' AND agent_id = o.id AND deleted_at IS NULL
  UNION ALL SELECT FROM standing_rule WHERE $3 = 'rules_per_user' AND user_id = o.id LIMIT $2
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

/** How many bytes of triggers wait for each agent: open ones, and failed ones whose run is open. */
export const triggerBytes = statement<{ ownerIds: readonly string[] }, { used: number }>('quotas/trigger-bytes', ['ownerIds'], `
SELECT (SELECT coalesce(sum(octet_length(frame)), 0)::float8 FROM event
  WHERE agent_id = o.id AND type = 'task_trigger' AND (state = 'open' OR is_listed AND state = 'failed')
) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

/** How many triggers wait for each agent, up to a number: open ones, and failed ones whose run is open. The limit is hidden from planners, as in `events.sql`. */
export const triggers = statement<{ ownerIds: readonly string[]; max: number }, { used: number }>('quotas/triggers', ['ownerIds', 'max'], `
SELECT (SELECT count(*)::int FROM (
  (SELECT FROM event WHERE agent_id = o.id AND type = 'task_trigger' AND state = 'open'
    ORDER BY type, push_no LIMIT (SELECT $2::int))
  UNION ALL (SELECT FROM event WHERE agent_id = o.id AND type = 'task_trigger' AND is_listed
    AND state = 'failed' ORDER BY type, seq LIMIT (SELECT $2::int))
  LIMIT (SELECT $2::int)
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);

export const uploads = statement<{ ownerIds: readonly string[]; max: number }, { used: number }>('quotas/uploads', ['ownerIds', 'max'], `
SELECT (SELECT count(*)::int FROM (
  SELECT FROM media WHERE user_id = o.id AND agent_id IS NULL AND message_id IS NULL
  UNION ALL SELECT FROM agent a JOIN media m ON m.user_id = a.owner_id AND m.agent_id = a.id AND m.message_id IS NULL
   WHERE a.id = o.id
  LIMIT $2
) known) AS used FROM unnest($1::text[]) WITH ORDINALITY AS o (id, ordinal) ORDER BY o.ordinal`);
