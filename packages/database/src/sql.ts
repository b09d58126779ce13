import { Pool } from 'pg';
import type { ClientBase, QueryResultRow } from 'pg';
import { retryingDeadlocks } from './deadlock.js';

/**
 * A prepared statement: parsed once per connection under its name, run with values. Names are unique within the package, and end with a
 * version if the text may change between deployments.
 */
export interface Statement {
  name: string;
  text: string;
}

/**
 * Runs a statement. On the pool it is its own transaction, and runs again after a deadlock. On a client it runs within the client's
 * transaction.
 */
export async function rows<Row extends QueryResultRow>(
  on: Pool | ClientBase,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const { name, text } = statement;
  const run = (): Promise<{ rows: Row[] }> => on.query<Row>({ name, text, values });
  const result = on instanceof Pool ? await retryingDeadlocks(run) : await run();
  return result.rows;
}
