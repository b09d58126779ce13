import * as sql from '../database/statements/generated/index.js';
import { Batcher } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

/** What becomes of a call without room: it is refused, or the oldest that wait are dropped for it. */
export type WaitingPolicy = 'refuse' | 'drop_oldest';

/** Of a task, at once. Others are dropped when the next call comes. */
const DROPPED_MAX = 500;

/** Counted up to `max`. */
export async function countWaiting(pool: Pool, taskIds: string[], max: number): Promise<number[]> {
  const found = await rows(pool, sql.triggers.countWaiting, { taskIds, limit: max });
  return found.map(({ used }) => used);
}

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
    /** @param call is not dropped. Resolves with how many others of its task were. */
    dropOldest: (call: { taskId: string; runId: string }): Promise<number> => dropping.add(call),
  };
}
