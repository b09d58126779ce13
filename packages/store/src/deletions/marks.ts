import { AT_ONCE, rows } from '@svc/database';
import type { ClientBase } from 'pg';

/**
 * Marks agents as deleted, which hides them from every query, voids their triggers and revokes their sessions. The schedules of their tasks
 * end as well, because a scheduler would claim them in vain. The caller has locked the agents' rows against statements that write for them.
 */
export async function markAgentsDeleted(client: ClientBase, agentIds: string[]): Promise<void> {
  for (const statement of [MARK, REVOKE, END_SCHEDULES, DELETE_TRIGGERS])
    await rows(client, statement, [agentIds]);
}

const MARK = {
  name: 'deletion-mark-agents',
  text: 'UPDATE agent SET deleted_at = now() WHERE id = ANY ($1::text[]) AND deleted_at IS NULL',
};

const REVOKE = {
  name: 'deletion-revoke-sessions-2',
  text: `UPDATE agent_session SET revoke_at = ${AT_ONCE} WHERE agent_id = ANY ($1::text[])`,
};

const END_SCHEDULES = {
  name: 'deletion-end-schedules',
  text: `
    UPDATE task t SET enabled = false, next_run_at = NULL
      FROM (SELECT id FROM task WHERE agent_id = ANY ($1::text[]) AND enabled ORDER BY id FOR NO KEY UPDATE) o WHERE t.id = o.id`,
};

const DELETE_TRIGGERS = {
  name: 'deletion-delete-triggers',
  text: 'DELETE FROM trigger g USING task t WHERE g.task_id = t.id AND t.agent_id = ANY ($1::text[])',
};
