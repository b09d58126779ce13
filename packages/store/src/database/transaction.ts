import type { ClientBase, Pool } from 'pg';
import { retryingDeadlocks } from './deadlock.js';
import { isReadTimeout } from './unfit-connections.js';

/**
 * Runs statements that succeed or fail together, on one connection, at READ COMMITTED: each sees what was committed before it began. Prefer
 * a single statement if one can do the work. After a deadlock the work is done again from its beginning.
 */
export function transaction<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  return retryingDeadlocks(() => runOnce(pool, work));
}

async function runOnce<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
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
