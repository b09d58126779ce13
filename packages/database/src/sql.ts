import { Pool } from 'pg';
import type { ClientBase, QueryResultRow } from 'pg';
import { retryingDeadlocks } from './deadlock.js';

/**
 * A prepared statement: parsed once per connection under its name, run with values.
 * Names are unique within the package and end with a version where the text may change between deployments.
 */
export interface Statement {
  name: string;
  text: string;
}

/** Runs a statement: on the pool as a transaction of its own, and again if a deadlock rolled it back; on a client within its transaction. */
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
