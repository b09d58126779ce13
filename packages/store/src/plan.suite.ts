import type { Statement } from './bench.suite.js';

/** A node of what `EXPLAIN (ANALYZE, FORMAT JSON)` prints. */
interface PlanNode {
  Plans?: PlanNode[];
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
}

/** The most rows that one node of the plan has read, over all its loops. */
export async function mostRowsOfNode(
  sql: Statement<unknown[]>,
  statement: { text: string },
  values: unknown[],
): Promise<number> {
  return mostRows(await sql(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, ...values));
}

/**
 * The same for the plan that a connection keeps for any values, once the plans that it has made for some were no better. It goes by how much there is on average.
 *
 * @param values are put into the text.
 */
export async function mostRowsOfKeptPlan(
  sql: Statement<unknown[]>,
  statement: { name: string; text: string },
  values: readonly (string | number | string[])[],
): Promise<number> {
  await sql('SET plan_cache_mode = force_generic_plan');
  await sql(`PREPARE "kept-${statement.name}" AS ${statement.text}`);
  try {
    const literals = values.map((value) => (Array.isArray(value) ? `'{${value.join()}}'` : `'${value}'`));
    const execution = `EXECUTE "kept-${statement.name}" (${literals.join(', ')})`;
    return mostRows(await sql(`EXPLAIN (ANALYZE, FORMAT JSON) ${execution}`));
  } finally {
    await sql(`DEALLOCATE "kept-${statement.name}"`);
    await sql('RESET plan_cache_mode');
  }
}

function mostRows(explained: unknown[]): number {
  const [{ 'QUERY PLAN': plan }] = explained as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
  return mostRowsUnder(plan[0].Plan);
}

function mostRowsUnder(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return Math.max(own, ...(node.Plans ?? []).map(mostRowsUnder));
}
