import { errorCodesOf, ServiceError, Turns } from '@svc/domain';
import type { Pool } from 'pg';
import { isInUnitOfWork } from './unit-of-work.js';

export interface LanesOptions {
  /** Calls of one key under way at once. */
  placesPerKey: number;
  /** Calls under way at once, of all keys together, that wait for a lock which has already delayed them. */
  blockedPlaces: number;
}

interface Lane {
  running: number;
  waiting: { begin: () => void; refuse: (error: unknown) => void }[];
  /** The one call that tests whether the lock is free again; the other calls of the key wait for its result. */
  probe: Promise<void> | undefined;
}

/** How often a call that waits for a lock tries again. Each try ends with the database's `lock_timeout`. */
const PROBES_MAX = 5;

/** How long a key counts as blocked without another test, in milliseconds. */
const BLOCKED_MS_MAX = 5_000;

const BLOCKED_KEYS_MAX = 10_000;

/**
 * Keeps calls that wait for a locked row from holding connections and places in a batch, which all need. A key names rows that are locked
 * together, usually those of an agent. One key has few calls under way at once. When a lock has delayed a key, the key has a single call
 * under way, and all blocked keys together have few. If the lock does not come free, the call is refused with `unavailable`, and so are all
 * calls that wait behind it.
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

  /** Whether a lock has lately delayed a call of the key, and none has succeeded since. */
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
   * Does the work when a place of the key is free. If a lock was not granted in time, the work is done again from its beginning. So a
   * failed try must leave nothing behind, like a transaction that is rolled back.
   *
   * @throws ServiceError `unavailable` if the lock does not come free.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    // What the lane's other calls wait for may be a lock of this unit.
    if (isInUnitOfWork()) return work();
    const lane = this.#laneOf(key);
    await this.#enter(key, lane);
    try {
      return await this.#work(key, lane, work);
    } finally {
      this.#leave(key, lane);
    }
  }

  /** Does a part of a batch that has to be done again. Few parts run at once. */
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
    // The others learn only whether the lock came free, and not what else happened to this call.
    const probe = probing.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof BlockedError) throw error;
      },
    );
    // The calls that wait for it get the error. If none waits, its own call gets it.
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
          // No lock delayed it. If a lock delays the next call, that call blocks the key again.
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

/** The lock did not come free. All calls that wait for the same lock get this refusal, and no other. */
class BlockedError extends ServiceError {
  constructor(cause: unknown) {
    super('unavailable', { retryAfterSeconds: 1, cause });
  }
}

const lanesByPool = new WeakMap<Pool, Lanes>();

/** The lanes of everything that uses the pool. Calls that wait for locks hold at most a quarter of the connections, and at least one. */
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

/** The same queries, in which the named ones run in a lane because they lock rows. */
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
