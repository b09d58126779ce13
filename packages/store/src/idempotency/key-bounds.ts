import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import type { Pool } from 'pg';

/** How many keys there may be, and how many bytes their answers may have together, sealed. */
export interface KeyBound {
  keys: number;
  answerBytes: number;
}

export interface KeyBounds {
  agent: KeyBound;
  /** A person with all agents. */
  account: KeyBound;
}

/** An agent that uses up all calls of its minute makes 100,000 keys in 83 minutes. */
export const KEY_BOUNDS: KeyBounds = {
  agent: { keys: 100_000, answerBytes: 64 * 1024 * 1024 },
  account: { keys: 500_000, answerBytes: 256 * 1024 * 1024 },
};

/** Keys that one look removes at most, of an agent and of an account. */
const REMOVED_MAX = 50_000;

/** How many keys, or how many bytes of answers, come between two looks, on the average. */
const LOOK_EVERY = { keys: 5_000, answerBytes: 4 * 1024 * 1024 };

/**
 * How likely an answer has its caller looked at. A chance needs no count: neither a row that all calls of an account write, nor a number that a process forgets
 * when it ends.
 */
export function chanceOfLook(answerBytes: number): number {
  return 1 / LOOK_EVERY.keys + answerBytes / LOOK_EVERY.answerBytes;
}

/** Removes the oldest keys of a caller, and of the caller's account, that are beyond the bounds. A key whose call is under way is not among them. */
export async function removeBeyond(
  pool: Pool,
  { userId, agentId }: { userId: string; agentId: string | null },
  { agent, account }: KeyBounds = KEY_BOUNDS,
): Promise<void> {
  if (agentId !== null)
    await rows(pool, REMOVE_OF_AGENT, [agentId, agent.keys, agent.answerBytes, REMOVED_MAX]);
  await rows(pool, REMOVE_OF_ACCOUNT, [userId, account.keys, account.answerBytes, REMOVED_MAX]);
}

// The size of an answer is known without reading it. A key that is taken anew meanwhile is young, and stays.
function removalOf(column: 'agent_id' | 'user_id'): WrittenStatement {
  return {
    name: `idempotency-remove-beyond-${column}`,
    text: `
    WITH kept AS (
      SELECT kept_at, row_number() OVER newer AS keys, sum(octet_length(answer_sealed)) OVER newer AS bytes
        FROM idempotency_key WHERE ${column} = $1
      WINDOW newer AS (ORDER BY kept_at DESC ROWS UNBOUNDED PRECEDING)
    ), beyond AS MATERIALIZED (
      SELECT max(kept_at) AS newest FROM kept WHERE keys > $2 OR bytes > $3
    ), oldest AS MATERIALIZED (
      SELECT id FROM idempotency_key WHERE ${column} = $1 AND kept_at <= (SELECT newest FROM beyond) ORDER BY kept_at LIMIT $4 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM idempotency_key k USING oldest o WHERE k.id = o.id RETURNING 1`,
  };
}

const REMOVE_OF_AGENT = removalOf('agent_id');
const REMOVE_OF_ACCOUNT = removalOf('user_id');
