import type { ClientBase, PoolClient, PoolConfig } from 'pg';
import { retryingDeadlocks, isReadTimeout } from './unfit-connections.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { Pool } from 'pg';

/**
 * One transaction at READ COMMITTED: each statement sees what was committed before it began. Prefer a single
 * statement if one can do the work. After a deadlock the work is done again from its beginning.
 */
export function transaction<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  return retryingDeadlocks(() => runOnce(pool, work));
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
  /** Statements of one unit never run at once, since savepoints must not cross each other. */
  #last: Promise<void> = Promise.resolve();
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
    await this.#last;
    if (this.#broken !== undefined) throw this.#broken;
    return this.#effects;
  }

  /** If it fails, what was written before it stays. */
  async query(values: unknown[]): Promise<unknown> {
    const leave = await this.#enter();
    try {
      await this.#client.query(SAVEPOINT);
      const result = await this.#send(values);
      await this.#client.query(RELEASE);
      return result;
    } catch (error) {
      await this.#rollBack(error);
      throw error;
    } finally {
      leave();
    }
  }

  /** For a transaction, which becomes a part of this one. */
  async connect(): Promise<PoolClient> {
    const leave = await this.#enter();
    let isOpen = false;
    const query = async (...values: unknown[]): Promise<unknown> => {
      const word = /^\s*(BEGIN|COMMIT|ROLLBACK)\b/i.exec(textOf(values[0]))?.[1]?.toUpperCase();
      if (word === undefined) return this.#send(values);
      if (word === 'BEGIN') isOpen = true;
      else if (!isOpen) return undefined;
      else isOpen = false;
      if (word === 'ROLLBACK') return this.#rollBack(undefined);
      return this.#client.query(word === 'BEGIN' ? SAVEPOINT : RELEASE);
    };
    const release = (error?: Error | boolean): void => {
      if (error instanceof Error) this.#broken ??= error;
      else if (error === true) this.#broken ??= new Error('A connection was given back as unfit');
      leave();
    };
    return new Proxy(this.#client, {
      get(client, name) {
        if (name === 'query') return query;
        if (name === 'release') return release;
        const value: unknown = Reflect.get(client, name);
        return typeof value === 'function' ? (value.bind(client) as unknown) : value;
      },
    });
  }

  #send(values: unknown[]): Promise<unknown> {
    return (this.#client.query as (...given: unknown[]) => Promise<unknown>)(...values);
  }

  /** If no answer has come, no answer to this would come either. */
  async #rollBack(cause: unknown): Promise<void> {
    if (isReadTimeout(cause)) {
      this.#broken ??= cause;
      return;
    }
    await this.#client.query(ROLL_BACK).catch((error: unknown) => {
      this.#broken ??= new Error('A part of the transaction could not be rolled back', { cause: error });
    });
  }

  async #enter(): Promise<() => void> {
    const before = this.#last;
    let leave = (): void => {};
    this.#last = new Promise((resolve) => (leave = resolve));
    await before;
    return leave;
  }
}

const SAVEPOINT = 'SAVEPOINT unit_part';
const RELEASE = 'RELEASE SAVEPOINT unit_part';
const ROLL_BACK = 'ROLLBACK TO SAVEPOINT unit_part; RELEASE SAVEPOINT unit_part';

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const { text } = (query ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

const units = new AsyncLocalStorage<UnitOfWork>();

function currentUnit(): UnitOfWork | undefined {
  const unit = units.getStore();
  return unit === undefined || unit.hasEnded ? undefined : unit;
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
 * Puts everything that the work asks of the pool, Prisma's statements too, into one transaction at READ
 * COMMITTED: committed when the work resolves, rolled back when it rejects. A statement that fails within
 * takes back only itself. The work holds a connection, so it may wait for nothing but the database. Calls do
 * not nest.
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

type AnyFunction = (...values: unknown[]) => unknown;

/** A pool whose statements join the caller's unit of work, if there is one. */
export class JoiningPool extends Pool {
  constructor(config: PoolConfig) {
    super(config);
    const plain = {
      query: this.query.bind(this) as AnyFunction,
      connect: this.connect.bind(this) as AnyFunction,
    };
    const joined = (): UnitOfWork | undefined => {
      const unit = currentUnit();
      return unit?.pool === this ? unit : undefined;
    };
    this.query = ((...values: unknown[]) =>
      joined()?.query(values) ?? plain.query(...values)) as Pool['query'];
    // With a callback, it is the pool itself that asks.
    this.connect = ((...values: unknown[]) =>
      (values.length === 0 ? joined()?.connect() : undefined) ?? plain.connect(...values)) as Pool['connect'];
  }
}
