import { rows } from '@svc/database';
import type { OccurrenceMemo } from '@svc/domain';
import type { Pool } from 'pg';

/** Tasks that one step looks at. */
const STEP_MAX = 500;

interface PlannedTask {
  id: string;
  schedule: string;
  timezone: string;
  next_run_at: Date;
  now: Date;
}

/**
 * Computes the next occurrences of tasks that are not due yet anew, of up to 500 with a time zone behind the task `after`. The time zone database of this process
 * may differ from the one by which they were computed. Returns where the next step begins; `null` behind the last task.
 */
export async function recomputeOccurrences(
  pool: Pool,
  { after, memo }: { after: string; memo: Pick<OccurrenceMemo, 'next'> },
): Promise<string | null> {
  const planned = await rows<PlannedTask>(pool, PLANNED, [after, STEP_MAX]);
  const moves = planned.flatMap((task) => {
    const next = nextOf(task, memo);
    return next === null || next.getTime() === task.next_run_at.getTime() ? [] : [{ task, next }];
  });
  if (moves.length > 0) {
    await rows(pool, MOVE, [
      moves.map(({ task }) => task.id),
      moves.map(({ task }) => task.next_run_at),
      moves.map(({ next }) => next),
    ]);
  }
  return planned[STEP_MAX - 1]?.id ?? null;
}

/** `null` if there is none: the claim of the stored one ends the task. */
function nextOf({ schedule, timezone, now }: PlannedTask, memo: Pick<OccurrenceMemo, 'next'>): Date | null {
  try {
    return memo.next({ expression: schedule, timezone, after: now });
  } catch {
    return null;
  }
}

const PLANNED = {
  name: 'schedule-planned',
  text: `
    SELECT id, schedule, timezone, next_run_at, clock_timestamp() AS now FROM task
     WHERE id > $1 AND enabled AND deleted_at IS NULL AND timezone <> 'UTC' AND schedule <> 'once' AND next_run_at > now()
     ORDER BY id LIMIT $2`,
};

/** A task that somebody holds is being claimed or changed, and computed anew by that. */
const MOVE = {
  name: 'schedule-move',
  text: `
    WITH move AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS m (task_id, former, next)
    ), held AS MATERIALIZED (
      SELECT t.id, m.next FROM task t JOIN move m ON m.task_id = t.id WHERE t.enabled AND t.next_run_at = m.former
       ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
    )
    UPDATE task t SET next_run_at = h.next FROM held h WHERE t.id = h.id`,
};
