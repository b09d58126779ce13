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
  sql: (text: string, values: unknown[]) => Promise<unknown[]>,
  statement: { text: string },
  values: unknown[],
): Promise<number> {
  const explained = await sql(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`, values);
  const [
    {
      'QUERY PLAN': [{ Plan: root }],
    },
  ] = explained as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }];
  const counts: number[] = [];
  for (const nodes = [root]; nodes.length > 0;) {
    const node = nodes.pop() as PlanNode;
    nodes.push(...(node.Plans ?? []));
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
    counts.push((node['Actual Rows'] + removed) * node['Actual Loops']);
  }
  return Math.max(...counts);
}
