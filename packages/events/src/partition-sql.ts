/**
 * The condition that the key of a partitioned table is an event's id, for a common table expression whose statement locks rows before. PostgreSQL finds the row by the indexes of all
 * partitions then, and does not choose the partition by the id.
 *
 * PostgreSQL 18 (18.4 at least) ends with a segmentation fault otherwise: if a statement waits for a row that somebody changes meanwhile, it looks at the row again
 * (`EvalPlanQual`), and that leaves the statement's common table expressions with freed memory for choosing partitions.
 *
 * The memory is freed when a `FOR UPDATE`, or a weaker lock, has read its last row. So a statement is at risk if a common table expression or a subquery looks into partitions
 * after that, or if the lock stands in a LATERAL, which begins it anew for each row. An UPDATE or a DELETE keeps the memory until the statement ends. A server that was started with
 * `MALLOC_PERTURB_=165` overwrites what is freed, and so ends in every such statement at once.
 */
export function inAnyPartition(key: string, eventId: string): string {
  return `${key} = ANY (string_to_array(${eventId}, ','))`;
}
