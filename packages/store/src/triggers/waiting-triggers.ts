import * as sql from '../database/statements/generated/index.js';
import { Batcher } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/**
 * What becomes of a call whose task has as many waiting triggers as it may have: it is refused, or the oldest that wait are dropped for it.
 * A trigger waits as long as its run is pending.
 */
export type WaitingPolicy = 'refuse' | 'drop_oldest';

/** Triggers of a task that are dropped at once. Others are dropped when the next call comes. */
const DROPPED_MAX = 500;

/** How many triggers of each task wait, counted up to `max`. */
export async function countWaiting(pool: Pool, taskIds: string[], max: number): Promise<number[]> {
  const found = await rows(pool, sql.triggers.countWaiting, { taskIds, limit: max });
  return found.map(({ used }) => used);
}

/** Drops the oldest waiting triggers of tasks that have more than they may have. */
export function waitingTriggers(pool: Pool, waitingMax: number) {
  const dropping = new Batcher<{ taskId: string; runId: string }, number>(async (calls) => {
    const first = new Map(calls.toReversed().map(({ taskId, runId }) => [taskId, runId]));
    const dropped = await rows(pool, sql.triggers.dropOldest, {
      ...{ taskIds: [...first.keys()], runIds: [...first.values()], waitingMax, droppedMax: DROPPED_MAX },
    });
    const counts = new Map(dropped.map(({ task_id, count }) => [task_id, count]));
    return calls.map(({ taskId }) => counts.get(taskId) ?? 0);
  });
  return {
    /** @param call the run of a call that has come, which is not dropped. Resolves with how many runs of its task were. */
    dropOldest: (call: { taskId: string; runId: string }): Promise<number> => dropping.add(call),
  };
}
