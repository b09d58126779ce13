import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** `null` if there is no such agent. */
export async function ownerOfAgent(pool: Pool, agentId: string): Promise<string | null> {
  const [agent] = await rows(pool, sql.agents.findOwner, { id: agentId });
  return agent?.owner_id ?? null;
}
