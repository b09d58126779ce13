import type { Pool, QueryResultRow } from 'pg';

/**
 * A prepared statement: parsed once per connection under its name, run with values.
 * Names are unique within the package and end with a version where the text may change between deployments.
 */
export interface Statement {
  name: string;
  text: string;
}

export async function rows<Row extends QueryResultRow>(
  pool: Pool,
  statement: Statement,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool.query<Row>({ name: statement.name, text: statement.text, values });
  return result.rows;
}
