/** How far a run is, in the order in which runs move on; `pushed` is one that its agent was sent and has not touched. */
export const RUN_STAGE = { pending: 0, pushed: 1, touched: 2, ended: 3 } as const;

/** All of them, as a relation with the column `stage`. */
export const ALL_STAGES = `(VALUES ${Object.values(RUN_STAGE)
  .map((stage) => `(${stage})`)
  .join(', ')}) s (stage)`;

/** The stage of the run under the name `run`. In the index of a task's runs the order is stage and id. */
export function stageOf(run: string): string {
  return `${run}.stage`;
}

/**
 * The condition that the run is in one stage, for statements that read a task's runs of that stage in the order of their ids: {@link byStage}. It is a
 * `BETWEEN`, although it names one value. With an equality the planner would drop the stage from the order, and would then read the primary key,
 * which has the runs of all tasks in that order.
 */
export function inStage(run: string, stage: number | string): string {
  return `${stageOf(run)} BETWEEN ${stage} AND ${stage}`;
}

/** The order of a task's runs in their index. A statement that uses it reads the index up to its limit and sorts nothing. */
export function byStage(run: string, direction: 'ASC' | 'DESC' = 'ASC'): string {
  return `${stageOf(run)} ${direction}, ${run}.id ${direction}`;
}
