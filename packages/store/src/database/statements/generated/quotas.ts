// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** How many agents a user has, up to a number. */
export const agents = statement<{ ownerId: string; max: number }, { used: number }>('quotas/agents', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (
  SELECT FROM agent WHERE owner_id = $1 AND deleted_at IS NULL LIMIT $2
) known`);

/** How many bytes of files an agent has sent. A file may outlive its message. */
export const bytesOfAgent = statement<{ ownerId: string }, { used: number }>('quotas/bytes-of-agent', ['ownerId'], `
SELECT coalesce(sum(byte_length), 0)::float8 AS used FROM (
  SELECT byte_length FROM media WHERE agent_id = $1 AND is_from_agent
  UNION ALL
  SELECT u.byte_length FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id
   WHERE a.id = $1
) files`);

/** How many bytes of files a user and the user's agents have sent. */
export const bytesOfUser = statement<{ ownerId: string }, { used: number }>('quotas/bytes-of-user', ['ownerId'], `
SELECT coalesce(sum(byte_length), 0)::float8 AS used FROM (
  SELECT m.byte_length FROM agent a JOIN media m ON m.agent_id = a.id WHERE a.owner_id = $1
  UNION ALL SELECT byte_length FROM upload WHERE user_id = $1
) files`);

/** How many conversations a user has, up to a number. The order is that of `conversation_of_user_idx`. */
export const conversations = statement<{ ownerId: string; max: number }, { used: number }>('quotas/conversations', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (
  SELECT FROM conversation WHERE user_id = $1
   ORDER BY coalesce(archived_through < last_message_at, true) DESC, last_message_at DESC NULLS LAST LIMIT $2
) known`);

/** How many events of an agent wait, but triggers, up to a number: open, or failed while their run is open. Each part is read in the order of an index: where agents are few, planners would go through those of all. */
export const events = statement<{ ownerId: string; max: number }, { used: number }>('quotas/events', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (
  (SELECT FROM event WHERE agent_id = $1 AND state = 'open'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, push_no LIMIT $2)
  UNION ALL
  (SELECT FROM event WHERE agent_id = $1 AND is_listed AND state = 'failed'
      AND type IN ('user_message', 'decision_resolved', 'task_due', 'run_cancelled')
    ORDER BY type, seq LIMIT $2)
  LIMIT $2
) known`);

/** How many rules a user has, up to a number. */
export const rules = statement<{ ownerId: string; max: number }, { used: number }>('quotas/rules', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (SELECT FROM decision_rule WHERE user_id = $1 LIMIT $2) known`);

/** How many tasks an agent has, up to a number. */
export const tasks = statement<{ ownerId: string; max: number }, { used: number }>('quotas/tasks', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (SELECT FROM task WHERE agent_id = $1 AND deleted_at IS NULL LIMIT $2) known`);

/** How many bytes of triggers wait for an agent: open ones, and failed ones whose run is open. PostgreSQL knows the sizes of frames without reading them. */
export const triggerBytes = statement<{ ownerId: string }, { used: number }>('quotas/trigger-bytes', ['ownerId'], `
SELECT coalesce(sum(octet_length(frame)), 0)::float8 AS used FROM event
 WHERE agent_id = $1 AND type = 'task_trigger' AND (state = 'open' OR is_listed AND state = 'failed')`);

/** How many triggers of an agent wait, up to a number: open ones, and failed ones whose run is open. Each part is read in the order of an index: where agents are few, planners would go through those of all. */
export const triggers = statement<{ ownerId: string; max: number }, { used: number }>('quotas/triggers', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (
  (SELECT FROM event WHERE agent_id = $1 AND type = 'task_trigger' AND state = 'open'
    ORDER BY type, push_no LIMIT $2)
  UNION ALL
  (SELECT FROM event WHERE agent_id = $1 AND type = 'task_trigger' AND is_listed AND state = 'failed'
    ORDER BY type, seq LIMIT $2)
  LIMIT $2
) known`);

/** How many uploads wait that a user, or an agent, has sent, up to a number. */
export const uploads = statement<{ ownerId: string; max: number }, { used: number }>('quotas/uploads', ['ownerId', 'max'], `
SELECT count(*)::int AS used FROM (
  SELECT FROM upload WHERE user_id = $1 AND agent_id IS NULL
  UNION ALL SELECT FROM agent a JOIN upload u ON u.user_id = a.owner_id AND u.agent_id = a.id WHERE a.id = $1
  LIMIT $2
) known`);
