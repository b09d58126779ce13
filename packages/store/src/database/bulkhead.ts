import { errorCodesOf, Semaphore, ServiceError } from '@svc/domain';
import type { Pool } from 'pg';
import { isInUnitOfWork } from './transaction.js';

/** As long as for a connection. */
const WAIT_MS_MAX = 5_000;

/**
 * Keeps calls that wait for a locked row from holding all connections. Calls of one key, usually an agent,
 * have a quarter of them, and two at least.
 */
export class Bulkhead {
  readonly #calls: Semaphore;

  constructor(connectionsMax: number) {
    const maxPerKey = Math.max(2, Math.floor(connectionsMax / 4));
    this.#calls = new Semaphore({ maxPerKey, waitMsMax: WAIT_MS_MAX });
  }

  /**
   * A failed try is repeated if a lock was not granted in time, so it must leave nothing behind.
   * @throws ServiceError `unavailable` if the lock does not come free.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    // What the other calls of the key wait for may be a lock of this unit.
    if (isInUnitOfWork()) return work();
    return this.#calls.run(() => work().catch((error: unknown) => this.#again(error, work)), key);
  }

  #again<T>(error: unknown, work: () => Promise<T>): Promise<T> {
    if (!isLockTimeout(error)) throw error;
    return work().catch((again: unknown) => {
      throw isLockTimeout(again) ? lockedError(again) : again;
    });
  }
}

/** `lock_not_available`: what PostgreSQL says when `lock_timeout` is over (appendix A of its manual). */
export function isLockTimeout(error: unknown): boolean {
  return errorCodesOf(error).includes('55P03');
}

export function lockedError(cause: unknown): ServiceError {
  return new ServiceError('unavailable', { retryAfterSeconds: 1, cause });
}

const bulkheads = new WeakMap<Pool, Bulkhead>();

export function bulkheadOf(pool: Pool): Bulkhead {
  const bulkhead = bulkheads.get(pool) ?? new Bulkhead(pool.options.max);
  bulkheads.set(pool, bulkhead);
  return bulkhead;
}

type KeysOf<Queries> = {
  [Name in keyof Queries]?: Queries[Name] extends (...values: infer Values) => Promise<unknown>
    ? (...values: Values) => string
    : never;
};

/** The named queries go through the pool's {@link Bulkhead}, because they lock rows. */
export function withBulkhead<Queries extends object>(
  pool: Pool,
  queries: Queries,
  keys: KeysOf<Queries>,
): Queries {
  const bulkhead = bulkheadOf(pool);
  const names = Object.keys(keys) as (keyof Queries & string)[];
  const bounded = names.map((name) => {
    const query = queries[name] as (...values: unknown[]) => Promise<unknown>;
    const keyOf = keys[name] as unknown as (...values: unknown[]) => string;
    return [
      name,
      (...values: unknown[]) => bulkhead.run(keyOf(...values), () => query.apply(queries, values)),
    ];
  });
  return { ...queries, ...(Object.fromEntries(bounded) as Partial<Queries>) };
}
