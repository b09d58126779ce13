import { rows } from '@svc/database';
import type { Pool } from 'pg';

/** `null` if there is no such agent. */
export async function ownerOfAgent(pool: Pool, agentId: string): Promise<string | null> {
  const [agent] = await rows<{ owner_id: string }>(pool, FIND_OWNER, [agentId]);
  return agent?.owner_id ?? null;
}

const FIND_OWNER = {
  name: 'agent-find-owner',
  text: 'SELECT owner_id FROM agent WHERE id = $1 AND deleted_at IS NULL',
};
