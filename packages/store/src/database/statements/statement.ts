import { Pool } from 'pg';
import type { ClientBase } from 'pg';
import { retryingDeadlocks } from '../unfit-connections.js';

/** A prepared statement of `sql/`, parsed once per connection. */
export interface Statement<Values extends object, Row extends object> {
  name: string;
  text: string;
  /** The names of the values, that of `$1` first. */
  takes: readonly (keyof Values & string)[];
  /** Never there: it carries the type of a row. */
  row?: Row;
}

export type ValuesOf<Of> = Of extends Statement<infer Values, object> ? Values : never;

export function statement<Values extends object, Row extends object>(
  name: string,
  takes: Statement<Values, Row>['takes'],
  text: string,
): Statement<Values, Row> {
  return { name, text, takes };
}

/** On the pool it is its own transaction, and runs again after a deadlock. */
export async function rows<Values extends object, Row extends object>(
  on: Pool | ClientBase,
  { name, text, takes }: Statement<Values, Row>,
  given: Values,
): Promise<Row[]> {
  const values = takes.map((key) => given[key]);
  const run = (): Promise<{ rows: Row[] }> => on.query({ name, text, values });
  const result = on instanceof Pool ? await retryingDeadlocks(run) : await run();
  return result.rows;
}

/** `null` if there is none. */
export async function firstRow<Values extends object, Row extends object>(
  on: Pool | ClientBase,
  of: Statement<Values, Row>,
  given: Values,
): Promise<Row | null> {
  return (await rows(on, of, given))[0] ?? null;
}
