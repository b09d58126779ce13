import { Batcher, rows } from '@svc/database';
import { byStage, dropEventsOf, inStage, RUN_STAGE } from '@svc/events';
import type { Pool } from 'pg';
import { NOTHING_UNDER_WAY } from '../runs/run-columns.js';

/**
 * What becomes of a call whose task has as many waiting triggers as it may have: it is refused, or the oldest that wait are dropped for it.
 * A trigger waits as long as its run is pending.
 */
export type WaitingPolicy = 'refuse' | 'drop_oldest';

/** Triggers of a task that are dropped at once. Others are dropped when the next call comes. */
const DROPPED_MAX = 500;

const DROPPED_SUMMARY = 'Dropped: too many triggers of the task were waiting.';

/** How many triggers of a task wait, counted up to `max`. */
export async function countWaiting(pool: Pool, taskId: string, max: number): Promise<number> {
  const [found] = await rows<{ used: number }>(pool, COUNT_WAITING, [taskId, max]);
  return found?.used ?? 0;
}

/** Drops the oldest waiting triggers of tasks that have more than they may have. */
export function waitingTriggers(pool: Pool, waitingMax: number) {
  const dropping = new Batcher<{ taskId: string; runId: string }, number>(async (calls) => {
    const first = new Map(calls.toReversed().map(({ taskId, runId }) => [taskId, runId]));
    const values = [[...first.keys()], [...first.values()], waitingMax];
    const dropped = await rows<{ task_id: string; count: number }>(pool, DROP_OLDEST, values);
    const counts = new Map(dropped.map(({ task_id, count }) => [task_id, count]));
    return calls.map(({ taskId }) => counts.get(taskId) ?? 0);
  });
  return {
    /** @param call the run of a call that has come, which is not dropped. Resolves with how many runs of its task were. */
    dropOldest: (call: { taskId: string; runId: string }): Promise<number> => dropping.add(call),
  };
}

const IS_WAITING = inStage('r', RUN_STAGE.pending);

// Sorted as the index is, so that the planner does not gather all waiting triggers before it counts some.
const COUNT_WAITING = {
  name: 'trigger-count-waiting',
  text: `
    SELECT count(*)::int AS used FROM (
      SELECT 1 FROM task_run r WHERE r.task_id = $1 AND ${IS_WAITING} ORDER BY ${byStage('r')} LIMIT $2
    ) waiting`,
};

// Who drops triggers of a task at this moment does so alone. A run that another statement holds is passed over, and so is one whose event a poll has leased or a
// webhook attempt carries, because its agent is taking it.
const DROP_OLDEST = {
  name: 'trigger-drop-oldest',
  text: `
    WITH excess AS MATERIALIZED (
      SELECT c.task_id, c.run_id, (SELECT count(*)::int FROM (
               SELECT 1 FROM task_run r WHERE r.task_id = c.task_id AND ${IS_WAITING} ORDER BY ${byStage('r')} LIMIT $3::int + ${DROPPED_MAX}
             ) waiting) - $3::int AS runs
        FROM unnest($1::text[], $2::text[]) AS c (task_id, run_id) JOIN trigger g ON g.task_id = c.task_id
         FOR NO KEY UPDATE OF g SKIP LOCKED
    ), dropped AS MATERIALIZED (
      SELECT o.id, x.task_id FROM excess x CROSS JOIN LATERAL (
        SELECT r.id FROM task_run r
          LEFT JOIN LATERAL (
            SELECT e.id AS event_id FROM event e
             WHERE e.id = r.event_id AND (e.leased_until IS NULL OR e.leased_until <= now()) AND (e.in_flight_until IS NULL OR e.in_flight_until <= now())
               FOR UPDATE SKIP LOCKED
          ) free ON true
         WHERE r.task_id = x.task_id AND ${IS_WAITING} AND r.origin = 'trigger' AND r.id < x.run_id
           AND (free.event_id IS NOT NULL OR (SELECT 1 FROM event e WHERE e.id = r.event_id) IS NULL)
         ORDER BY ${byStage('r')} LIMIT GREATEST(x.runs, 0) FOR NO KEY UPDATE OF r SKIP LOCKED
      ) o
    ), ended AS (
      UPDATE task_run r SET status = 'cancelled', summary = '${DROPPED_SUMMARY}', finished_at = now(), ${NOTHING_UNDER_WAY}
       WHERE r.id = ANY (ARRAY(SELECT id FROM dropped))
    ), ${dropEventsOf('ARRAY(SELECT id FROM dropped)', 'too_many_waiting')}
    SELECT task_id, count(*)::int AS count FROM dropped GROUP BY task_id`,
};
