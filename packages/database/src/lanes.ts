import { errorCodesOf, ServiceError, Turns } from '@svc/domain';
import type { Pool } from 'pg';

export interface LanesOptions {
  /** Calls of one key under way at once. */
  placesPerKey: number;
  /** Calls under way at once, of all keys together, that wait for a lock which has already kept them waiting. */
  blockedPlaces: number;
}

interface Lane {
  running: number;
  waiting: { begin: () => void; refuse: (error: unknown) => void }[];
  /** The one call that finds out whether the lock is free again; the others of the key wait for what it finds. */
  probe: Promise<void> | undefined;
}

/** How often a call that waits for a lock tries, beyond its first time. Each try ends with the database's `lock_timeout`. */
const PROBES_MAX = 5;

/** How long a key is taken for blocked without another look, in milliseconds. */
const BLOCKED_MS_MAX = 5_000;

const BLOCKED_KEYS_MAX = 10_000;

/**
 * Keeps those who wait for a locked row from holding what everyone needs: connections, and places in a batch. A key is whatever is locked
 * together, an agent as a rule. One key has few calls under way at once; once a lock has kept it waiting, it has a single one, and all blocked
 * keys together have few. A call whose lock does not come free is refused with `unavailable`, and with it all that wait behind it.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #blockedUntilMs = new Map<string, number>();
  readonly #blockedTurns: Turns;
  readonly #apartTurns: Turns;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#blockedTurns = new Turns(options.blockedPlaces);
    this.#apartTurns = new Turns(options.blockedPlaces);
  }

  /** Whether a lock has lately kept a call of the key waiting, and none has succeeded since. */
  isBlocked(key: string): boolean {
    const untilMs = this.#blockedUntilMs.get(key);
    if (untilMs === undefined) return false;
    if (untilMs > performance.now()) return true;
    this.#blockedUntilMs.delete(key);
    return false;
  }

  block(key: string): void {
    this.#blockedUntilMs.delete(key);
    this.#blockedUntilMs.set(key, performance.now() + BLOCKED_MS_MAX);
    const [oldest] = this.#blockedUntilMs.keys();
    if (this.#blockedUntilMs.size > BLOCKED_KEYS_MAX && oldest !== undefined)
      this.#blockedUntilMs.delete(oldest);
  }

  /**
   * Does the work when a place of the key is free. The work is done again from its beginning when a lock was not granted in time, so it must
   * have done nothing then, as a transaction that is rolled back.
   *
   * @throws ServiceError `unavailable` if the lock does not come free.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#laneOf(key);
    await this.#enter(key, lane);
    try {
      return await this.#work(key, lane, work);
    } finally {
      this.#leave(key, lane);
    }
  }

  /** Does a part of a batch that has to be done again, few of them at once. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    return this.#apartTurns.take(work);
  }

  async #work<T>(key: string, lane: Lane, work: () => Promise<T>): Promise<T> {
    if (!this.isBlocked(key)) {
      try {
        return await work();
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        this.block(key);
      }
    }
    if (lane.probe !== undefined) {
      await lane.probe;
      return this.#work(key, lane, work);
    }
    const probing = this.#blockedTurns.take(() => this.#probe(key, work));
    // Others learn from it whether the lock came free, and nothing of what else became of this call.
    const probe = probing.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof BlockedError) throw error;
      },
    );
    // Whoever waits for it is told; if nobody does, its own call is.
    probe.catch(() => undefined);
    lane.probe = probe;
    try {
      return await probing;
    } catch (error) {
      if (error instanceof BlockedError) for (const { refuse } of lane.waiting.splice(0)) refuse(error);
      throw error;
    } finally {
      lane.probe = undefined;
    }
  }

  async #probe<T>(key: string, work: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        const result = await work();
        this.#blockedUntilMs.delete(key);
        return result;
      } catch (error) {
        if (!isLockTimeout(error)) {
          // No lock kept it. Should one still keep the next, that blocks the key anew.
          this.#blockedUntilMs.delete(key);
          throw error;
        }
        this.block(key);
        if (tried === PROBES_MAX) throw new BlockedError(error);
      }
    }
  }

  #laneOf(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const lane: Lane = { running: 0, waiting: [], probe: undefined };
    this.#lanes.set(key, lane);
    return lane;
  }

  #enter(key: string, lane: Lane): Promise<void> {
    const places = this.isBlocked(key) ? 1 : this.#options.placesPerKey;
    if (lane.running < places) {
      lane.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      lane.waiting.push({ begin: resolve, refuse: reject });
    });
  }

  #leave(key: string, lane: Lane): void {
    lane.running -= 1;
    const places = this.isBlocked(key) ? 1 : this.#options.placesPerKey;
    while (lane.running < places && lane.waiting.length > 0) {
      lane.running += 1;
      lane.waiting.shift()?.begin();
    }
    if (lane.running === 0) this.#lanes.delete(key);
  }
}

/** `lock_not_available`: what PostgreSQL says when `lock_timeout` is over (appendix A of its manual). */
export function isLockTimeout(error: unknown): boolean {
  return errorCodesOf(error).includes('55P03');
}

/** The lock did not come free. Only this refusal is for all who wait for the same one. */
class BlockedError extends ServiceError {
  constructor(cause: unknown) {
    super('unavailable', { retryAfterSeconds: 1, cause });
  }
}

const lanesByPool = new WeakMap<Pool, Lanes>();

/** The lanes of everything that uses the pool. The most that waits for locks is a quarter of the connections, and a place at least. */
export function lanesOf(pool: Pool): Lanes {
  const known = lanesByPool.get(pool);
  if (known !== undefined) return known;
  const quarter = Math.max(1, Math.floor(pool.options.max / 4));
  const lanes = new Lanes({ placesPerKey: Math.max(2, quarter), blockedPlaces: quarter });
  lanesByPool.set(pool, lanes);
  return lanes;
}

type KeysOf<Queries> = {
  [Name in keyof Queries]?: Queries[Name] extends (...values: infer Values) => Promise<unknown>
    ? (...values: Values) => string
    : never;
};

/** The queries with those that lock rows in the lane that is named for them. */
export function inLanes<Queries extends object>(
  pool: Pool,
  queries: Queries,
  keys: KeysOf<Queries>,
): Queries {
  const lanes = lanesOf(pool);
  const names = Object.keys(keys) as (keyof Queries & string)[];
  const laned = names.map((name) => {
    const query = queries[name] as (...values: unknown[]) => Promise<unknown>;
    const keyOf = keys[name] as unknown as (...values: unknown[]) => string;
    return [name, (...values: unknown[]) => lanes.run(keyOf(...values), () => query.apply(queries, values))];
  });
  return { ...queries, ...(Object.fromEntries(laned) as Partial<Queries>) };
}
