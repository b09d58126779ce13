import type { ClientBase, PoolClient, PoolConfig } from 'pg';
import { Semaphore } from '@svc/domain';
import { retryingDeadlocks, isReadTimeout } from './unfit-connections.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool } from 'pg';

/**
 * One transaction at READ COMMITTED: each statement sees what was committed before it began. Prefer a single
 * statement if one can do the work. After a deadlock the work is done again from its beginning. Within a unit
 * of work it is a part of it.
 */
export function transaction<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const unit = unitOf(pool);
  return retryingDeadlocks(() => (unit === undefined ? runOnce(pool, work) : unit.run(work)));
}

async function runOnce<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // If no answer has come, no answer to this would come either.
    if (isReadTimeout(error)) broken = error;
    else
      await client.query('ROLLBACK').catch((cause: unknown) => {
        broken = new Error('The transaction could not be rolled back', { cause });
      });
    throw error;
  } finally {
    // A connection whose transaction may still be open is closed, which ends the transaction.
    client.release(broken);
  }
}

class UnitOfWork {
  readonly pool: Pool;
  readonly #client: PoolClient;
  readonly #effects: (() => void)[] = [];
  /** Parts of one unit never run at once, since savepoints must not cross each other. */
  readonly #turn = new Semaphore({ max: 1 });
  #hasEnded = false;
  #broken: Error | undefined;

  constructor(pool: Pool, client: PoolClient) {
    this.pool = pool;
    this.#client = client;
  }

  /** What the work has left running, such as a timer, is no part of it any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  afterCommit(effect: () => void): void {
    this.#effects.push(effect);
  }

  /**
   * Waits for what is still asked, and takes nothing more. Returns the effects of its commit.
   * @throws Error if the connection may be in no state to commit.
   */
  async end(): Promise<(() => void)[]> {
    this.#hasEnded = true;
    await this.#turn.run(async () => {});
    if (this.#broken !== undefined) throw this.#broken;
    return this.#effects;
  }

  /** If a part fails, what was written before it stays. */
  run<T>(part: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      try {
        await this.#client.query('SAVEPOINT unit_part');
        const result = await part(this.#client);
        await this.#client.query('RELEASE SAVEPOINT unit_part');
        return result;
      } catch (error) {
        await this.#rollBack(error);
        throw error;
      }
    });
  }

  /** If no answer has come, no answer to this would come either. */
  async #rollBack(cause: unknown): Promise<void> {
    if (isReadTimeout(cause)) {
      this.#broken ??= cause;
      return;
    }
    await this.#client
      .query('ROLLBACK TO SAVEPOINT unit_part; RELEASE SAVEPOINT unit_part')
      .catch((error: unknown) => {
        this.#broken ??= new Error('A part of the transaction could not be rolled back', { cause: error });
      });
  }
}

const units = new AsyncLocalStorage<UnitOfWork>();

function currentUnit(): UnitOfWork | undefined {
  const unit = units.getStore();
  return unit === undefined || unit.hasEnded ? undefined : unit;
}

function unitOf(pool: Pool): UnitOfWork | undefined {
  const unit = currentUnit();
  return unit?.pool === pool ? unit : undefined;
}

/** Such a caller holds locks, so it may not wait behind those who wait for them. */
export function isInUnitOfWork(): boolean {
  return currentUnit() !== undefined;
}

/** When the unit of work is committed; at once where there is none. */
export function afterCommit(effect: () => void): void {
  const unit = currentUnit();
  if (unit === undefined) effect();
  else unit.afterCommit(effect);
}

/**
 * Puts everything that the work asks of the pool into one transaction at READ COMMITTED, committed when the
 * work resolves, rolled back when it rejects: also single statements of Prisma, but none of its transactions.
 * A part that fails takes back only itself. The work holds a connection, so it may wait for nothing but the
 * database. Calls do not nest.
 */
export async function inUnitOfWork<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  let effects: (() => void)[] = [];
  const result = await runOnce(pool, async (client) => {
    const unit = new UnitOfWork(pool, client);
    return units.run(unit, work).finally(async () => {
      effects = await unit.end();
    });
  });
  for (const effect of effects) effect();
  return result;
}

type Query = (...values: unknown[]) => Promise<unknown>;

/** A pool whose statements join the caller's unit of work, if there is one. */
export class JoiningPool extends Pool {
  constructor(config: PoolConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    this.query = ((...values: unknown[]) =>
      unitOf(this)?.run((client) => (client as unknown as { query: Query }).query(...values)) ??
      query(...values)) as Pool['query'];
  }
}
