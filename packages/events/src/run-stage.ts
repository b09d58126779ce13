/** How far a run is, in the order in which runs move on; `pushed` is one that its agent was sent and has not touched. */
export const RUN_STAGE = { pending: 0, pushed: 1, touched: 2, ended: 3 } as const;

/** All of them, as a relation with the column `stage`. */
export const ALL_STAGES = `(VALUES ${Object.values(RUN_STAGE)
  .map((stage) => `(${stage})`)
  .join(', ')}) s (stage)`;

/** The stage of the run under the name `run`, in the words of the index of a task's runs, which are ordered by stage and id there. */
export function stageOf(run: string): string {
  return `
    (CASE ${run}.status WHEN 'pending' THEN 0::smallint
       WHEN 'running' THEN CASE WHEN ${run}.touched_at IS NULL THEN 1::smallint ELSE 2::smallint END
       ELSE 3::smallint END)`;
}

/**
 * The condition that the run is in one stage, for statements that read a task's runs of that stage in the order of their ids: {@link byStage}. A
 * range, although of one value: with an equality the stage would be no part of the order any more, and the planner would take the primary key,
 * which has the runs of all tasks in that order.
 */
export function inStage(run: string, stage: number | string): string {
  return `${stageOf(run)} BETWEEN ${stage} AND ${stage}`;
}

/** What a task's runs are ordered by, so that the index of them is read up to the limit and nothing is sorted. */
export function byStage(run: string, direction: 'ASC' | 'DESC' = 'ASC'): string {
  return `${stageOf(run)} ${direction}, ${run}.id ${direction}`;
}
