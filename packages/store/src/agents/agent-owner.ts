import { rows, sql } from '@svc/database';
import type { Pool } from 'pg';

/** `null` if there is no such agent. */
export async function ownerOfAgent(pool: Pool, agentId: string): Promise<string | null> {
  const [agent] = await rows(pool, sql.agents.findOwner, { id: agentId });
  return agent?.owner_id ?? null;
}
