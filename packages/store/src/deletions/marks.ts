import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { ClientBase } from 'pg';

/**
 * Marks agents as deleted, which hides them from every query, voids their triggers and revokes their sessions. The schedules of their tasks
 * end as well, because a scheduler would claim them in vain. The caller has locked the agents' rows against statements that write for them.
 */
export async function markAgentsDeleted(client: ClientBase, agentIds: string[]): Promise<void> {
  const { markAgents, endSchedules, removeTriggers } = sql.deletions;
  for (const statement of [markAgents, endSchedules, removeTriggers])
    await rows(client, statement, { agentIds });
}
