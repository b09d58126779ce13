import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
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

/** Keys that one step removes at most, of an agent and of an account. */
const REMOVED_MAX = 5_000;

/** How many keys, or how many bytes of answers, come between two looks, on the average. */
const LOOK_EVERY = { keys: 5_000, answerBytes: 4 * 1024 * 1024 };

/**
 * How likely an answer has its caller looked at. A chance needs no count: neither a row that all calls of an account write, nor a number that a process forgets
 * when it ends.
 */
export function chanceOfLook(answerBytes: number): number {
  return 1 / LOOK_EVERY.keys + answerBytes / LOOK_EVERY.answerBytes;
}

/**
 * Looks at the agent and the account of one marked key, and removes their oldest keys that are beyond the bounds, at most 5,000 each. A key whose call is under way is not
 * among them. Several processes may do this at once.
 *
 * @returns whether there may be more.
 */
export async function removeBeyond(pool: Pool, { agent, account }: KeyBounds): Promise<boolean> {
  return transaction(pool, async (client) => {
    const [marked] = await rows<MarkedRow>(client, TAKE_MARKED, []);
    if (marked === undefined) return false;
    const bounded = [
      { statement: REMOVE_OF_AGENT, id: marked.agent_id, bound: agent },
      { statement: REMOVE_OF_ACCOUNT, id: marked.user_id, bound: account },
    ];
    let isWhole = true;
    for (const { statement, id, bound } of bounded) {
      if (id === null) continue;
      const gone = await rows(client, statement, [id, bound.keys, bound.answerBytes, REMOVED_MAX]);
      if (gone.length === REMOVED_MAX) isWhole = false;
    }
    if (isWhole) await rows(client, FORGET_MARK, [marked.id]);
    return true;
  });
}

interface MarkedRow {
  id: string;
  user_id: string;
  agent_id: string | null;
}

const TAKE_MARKED = {
  name: 'idempotency-take-marked',
  text: `
    SELECT id, user_id, agent_id FROM idempotency_key WHERE look_due ORDER BY kept_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
};

const FORGET_MARK = {
  name: 'idempotency-forget-mark',
  text: 'UPDATE idempotency_key SET look_due = NULL WHERE id = $1',
};

// The size of an answer is known without reading it. A key that is taken anew meanwhile is young, and stays.
function removalOf(column: 'agent_id' | 'user_id'): Statement {
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
