import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { ClientBase, Pool } from 'pg';

export type DecisionRecord = NonNullable<typeof sql.decisions.find.row>;

/** `null` if it is not the agent's, or not of an agent of the user. */
export async function findDecision(
  on: Pool | ClientBase,
  id: string,
  by: { agentId?: string; userId?: string } = {},
): Promise<DecisionRecord | null> {
  const { agentId = null, userId = null } = by;
  const [found] = await rows(on, sql.decisions.find, { id, agentId, userId });
  return found ?? null;
}

/** Within the transaction that has written it. */
export async function readDecision(client: ClientBase, id: string): Promise<DecisionRecord> {
  const found = await findDecision(client, id);
  if (found === null) throw new Error('A decision is missing');
  return found;
}
