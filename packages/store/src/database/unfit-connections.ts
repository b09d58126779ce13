import { errorCodesOf } from '@svc/domain';
import type { Pool, PoolClient } from 'pg';

/**
 * The server takes no writes (25006), is full (class 53), stops, starts or recovers (57P0x). Its name may
 * lead to another server by now.
 */
const UNFIT_CODE = /^(?:08[0-9A-Z]{3}|25006|25P03|53[0-9A-Z]{3}|57P0[1-5])$/;

/**
 * Removes connections that any caller found unfit, and all that were opened before them, once they are idle:
 * these probably lead to the same server, and one that only reads would never be found unfit.
 */
export function discardUnfit(pool: Pool): void {
  const generationOf = new WeakMap<object, number>();
  let generation = 0;

  pool.on('connect', (client) => {
    const own = generation;
    generationOf.set(client, own);
    watchErrors(client, (error) => {
      if (!isUnfit(error) || own !== generation) return;
      generation += 1;
      takeIdleOut(pool);
    });
  });
  // The pool reports the release before it checks whether the connection is ending, and drops it.
  pool.on('release', (_error, client) => {
    if (generationOf.get(client) === generation) return;
    void (client as PoolClient & { end(): Promise<void> }).end().catch(() => undefined);
  });
}

/** The pool hands idle connections out without a check, and checks them when they are given back. */
function takeIdleOut(pool: Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(),
      () => undefined,
    );
  }
}

type Query = (...values: unknown[]) => unknown;

/** Prisma awaits a promise; the pool itself gives a callback. */
function watchErrors(client: PoolClient, look: (error: unknown) => void): void {
  const send = client.query.bind(client) as Query;
  const query: Query = (...values) => {
    const callback = values.at(-1);
    if (typeof callback === 'function') {
      const watched: Query = (error, ...rest) => {
        if (error instanceof Error) look(error);
        (callback as Query)(error, ...rest);
      };
      return send(...values.slice(0, -1), watched);
    }
    const sent = send(...values);
    if (sent instanceof Promise) sent.catch(look);
    return sent;
  };
  client.query = query as PoolClient['query'];
}

/** The answer may still be on its way. node-postgres has a message for it, and no code. */
export function isReadTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith('Query read timeout');
}

function isUnfit(error: unknown): boolean {
  return isReadTimeout(error) || errorCodesOf(error).some((code) => UNFIT_CODE.test(code));
}

/** `deadlock_detected` and `serialization_failure` (PostgreSQL, "Error Codes"). */
const ROLLED_BACK_CODES: ReadonlySet<string> = new Set(['40P01', '40001']);

/** Prisma's own code for both. */
const PRISMA_WRITE_CONFLICT = 'P2034';

const TRIES_MAX = 4;

/**
 * Runs again what PostgreSQL has rolled back to end a deadlock. Statements take their locks in one order
 * wherever they can; a cascading delete cannot.
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

/** Classes `data exception` and `integrity constraint violation` (PostgreSQL, "Error Codes"). */
const REFUSED_CODE = /^2[23][0-9A-Z]{3}$/;

/** The database works, but would refuse the same data again. */
export function isDataRefused(error: unknown): boolean {
  return errorCodesOf(error).some((code) => REFUSED_CODE.test(code));
}
