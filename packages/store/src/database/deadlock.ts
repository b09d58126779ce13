import { errorCodesOf } from '@svc/domain';

/** `deadlock_detected` and `serialization_failure` (PostgreSQL, "Error Codes"). */
const ROLLED_BACK_CODES: ReadonlySet<string> = new Set(['40P01', '40001']);

/** Prisma's own code for both. */
const PRISMA_WRITE_CONFLICT = 'P2034';

const TRIES_MAX = 4;

/**
 * Runs a transaction, or a single statement, again when PostgreSQL has rolled it back to end a deadlock. The whole work was rolled back, so
 * nothing of it is done yet. Statements take their locks in one order wherever they can; a cascading delete cannot.
 */
export async function retryingDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (tried === TRIES_MAX || !wasRolledBack(error)) throw error;
    }
  }
}

function wasRolledBack(error: unknown): boolean {
  return errorCodesOf(error).some((code) => code === PRISMA_WRITE_CONFLICT || ROLLED_BACK_CODES.has(code));
}
