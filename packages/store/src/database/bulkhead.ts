import { errorCodesOf, Semaphore, ServiceError } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { isInUnitOfWork, transaction } from './transaction.js';

/** As long as for a connection. */
const WAIT_MS_MAX = 5_000;

const callsOf = new WeakMap<Pool, Semaphore>();

/**
 * For calls that lock rows: it keeps those that wait for a locked one from holding all connections. Calls of
 * one key, usually an agent, have a quarter of them, and two at least. A failed try is repeated if a lock was
 * not granted in time, so it must leave nothing behind.
 * @throws ServiceError `unavailable` if the lock does not come free.
 */
export function inBulkhead<T>(pool: Pool, key: string, work: () => Promise<T>): Promise<T> {
  // What the other calls of the key wait for may be a lock of this unit.
  if (isInUnitOfWork()) return work();
  const maxPerKey = Math.max(2, Math.floor(pool.options.max / 4));
  const calls = callsOf.get(pool) ?? new Semaphore({ maxPerKey, waitMsMax: WAIT_MS_MAX });
  callsOf.set(pool, calls);
  return calls.run(() => work().catch((error: unknown) => again(error, work)), key);
}

/** A transaction in the {@link inBulkhead bulkhead}. */
export function lockingTransaction<T>(
  pool: Pool,
  key: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  return inBulkhead(pool, key, () => transaction(pool, work));
}

function again<T>(error: unknown, work: () => Promise<T>): Promise<T> {
  if (!isLockTimeout(error)) throw error;
  return work().catch((failed: unknown) => {
    throw isLockTimeout(failed) ? lockedError(failed) : failed;
  });
}

/** `lock_not_available`: what PostgreSQL says when `lock_timeout` is over (appendix A of its manual). */
export function isLockTimeout(error: unknown): boolean {
  return errorCodesOf(error).includes('55P03');
}

export function lockedError(cause: unknown): ServiceError {
  return new ServiceError('unavailable', { retryAfterSeconds: 1, cause });
}
