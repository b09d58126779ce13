import { errorCodesOf } from '@svc/domain';
import type { Pool, PoolClient } from 'pg';

/**
 * Codes that say that a connection leads to a server that cannot do the work: it takes no writes (25006), is full (class 53), stops, starts
 * or recovers (57P0x). The server's name may lead to another server by now.
 */
const UNFIT_CODE = /^(?:08[0-9A-Z]{3}|25006|25P03|53[0-9A-Z]{3}|57P0[1-5])$/;

/**
 * Removes connections from the pool that were found unfit, by any caller. Then all connections that were opened before are replaced as
 * well, as soon as they are idle. They probably lead to the same server, and a connection that only reads would never be found unfit.
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
  // The pool reports the release before it checks whether the connection is ending, and then drops it.
  pool.on('release', (_error, client) => {
    if (generationOf.get(client) === generation) return;
    void (client as PoolClient & { end(): Promise<void> }).end().catch(() => undefined);
  });
}

/** The pool hands idle connections out without a check. So they are taken out here, and given back through the check at every release. */
function takeIdleOut(pool: Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(),
      () => undefined,
    );
  }
}

type Query = (...values: unknown[]) => unknown;

/** Passes every error of the client's statements to `look`. Prisma awaits a promise; the pool itself gives a callback. */
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

/** The message of node-postgres for an answer that has not come: it may still be on its way. */
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

/** Classes `data exception` and `integrity constraint violation` (PostgreSQL, "Error Codes"). */
const REFUSED_CODE = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether the database refuses the data of a statement, and so would refuse it again. The database itself works, and other data may
 * succeed.
 */
export function isDataRefused(error: unknown): boolean {
  return errorCodesOf(error).some((code) => REFUSED_CODE.test(code));
}
