import { rows } from '@svc/database';
import type { Pool } from 'pg';

/** An open request of which its user is reminded. */
export interface RemindedDecision {
  decisionId: string;
  agentId: string;
  /** The owner, whose consoles get a hint. */
  userId: string;
}

/**
 * Marks open requests whose time is half over, those that were due first before the others. However many processes do this, each request is
 * marked once, and none that has ended or expired.
 */
export function remindOfDecisions(pool: Pool, limit: number): Promise<RemindedDecision[]> {
  return rows<RemindedDecision>(pool, REMIND, [limit]);
}

// Passes over a request that is being answered or marked by another process: it has ended, is marked, or comes up again.
const REMIND = {
  name: 'decision-remind',
  text: `
    WITH due AS MATERIALIZED (
      SELECT d.id, a.owner_id FROM decision d JOIN agent a ON a.id = d.agent_id
       WHERE d.status = 'pending' AND d.reminded_at IS NULL AND d.remind_at <= now() AND d.expires_at > now() AND a.deleted_at IS NULL
       ORDER BY d.remind_at LIMIT $1
       FOR NO KEY UPDATE OF d SKIP LOCKED
    )
    UPDATE decision d SET reminded_at = now() FROM due WHERE d.id = due.id
    RETURNING d.id AS "decisionId", d.agent_id AS "agentId", due.owner_id AS "userId"`,
};
