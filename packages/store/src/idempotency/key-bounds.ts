import { rows, sql } from '@svc/database';
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
    await rows(pool, sql.idempotency.removeBeyondOfAgent, { agentId, ...agent, limit: REMOVED_MAX });
  await rows(pool, sql.idempotency.removeBeyondOfUser, { userId, ...account, limit: REMOVED_MAX });
}
