import { TRIGGER_LEASE_MS } from '@svc/domain';
import type { DropReason } from '@svc/domain';
import { isOneOf, LISTED_BY_POLL } from './route.js';

/** A run that is not finished. */
export const OPEN_RUN = `('pending', 'running')`;

/** The status of the run under the name `run`: an open one of a deleted task counts as cancelled before it is written so. */
export function runStatus(run: string): string {
  return `
    CASE WHEN ${run}.status IN ${OPEN_RUN}
              AND EXISTS (SELECT 1 FROM task gone WHERE gone.id = ${run}.task_id AND gone.deleted_at IS NOT NULL)
         THEN 'cancelled' ELSE ${run}.status END`;
}

/** Until when a queued trigger that its agent has is kept from its polls. */
export const LEASE_END = `now() + interval '${TRIGGER_LEASE_MS} milliseconds'`;

/**
 * An UPDATE of the events of the runs that `runs` (a relation with the column `id`) names: their agent has taken them by itself, over a poll
 * or by knowing the run. A queued trigger stays in its list until its run is finished, and is kept from the next polls meanwhile.
 */
export function takeEventsOf(runs: string): string {
  return `
      UPDATE event e
         SET state = 'delivered', channel = 'poll', delivered_at = now(), attempt_after = NULL, in_flight_until = NULL,
             leased_until = CASE WHEN e.queued_at IS NOT NULL THEN ${LEASE_END} END
        FROM ${runs} taken WHERE e.run_id = taken.id AND e.state <> 'delivered'`;
}

/**
 * An UPDATE that makes the pending runs of events running, whose ids the relation `events` has in the column `event_id`. The runs are locked in
 * one order, and before the events: the statement that uses this has to wait for it with {@link afterLocking}.
 */
export function beginRunsOf(events: string): string {
  return `
      UPDATE task_run r SET status = 'running'
        FROM (SELECT r.id FROM ${events} d JOIN event e ON e.id = d.event_id JOIN task_run r ON r.id = e.run_id
               WHERE r.status = 'pending' ORDER BY r.id FOR NO KEY UPDATE OF r) p
       WHERE r.id = p.id RETURNING r.id`;
}

/**
 * An UPDATE by which the agent has touched a run that it was sent, whose id `runId` (an SQL expression) names; `from` may bind it to more. With
 * `OPEN_RUN` as `statuses` also one whose receipt is not recorded yet, for statements that do not begin the run themselves.
 */
export function touchRun(runId: string, from = '', statuses = `('running')`): string {
  return `
      UPDATE task_run r SET touched_at = now() ${from} WHERE r.id = ${runId} AND r.status IN ${statuses} AND r.touched_at IS NULL`;
}

/**
 * An UPDATE that drops what was not delivered of the events of runs that have ended, whose ids the array `runs` (an SQL expression) holds. The
 * runs are locked by then.
 */
export function dropEventsOf(runs: string, reason: DropReason): string {
  return `
      UPDATE event e
         SET state = CASE WHEN e.state IN ('pending', 'waiting') THEN 'failed' ELSE e.state END,
             drop_reason = CASE WHEN e.state <> 'delivered' THEN '${reason}' END,
             attempt_after = NULL, in_flight_until = NULL, queued_at = NULL, leased_until = NULL
        FROM (SELECT id FROM event WHERE run_id = ANY (${runs}) ORDER BY id FOR NO KEY UPDATE) o
       WHERE e.id = o.id`;
}

/** A condition that always holds, and whose statement touches no row before the named common table expression is complete. */
export function afterLocking(expression: string): string {
  return `(SELECT count(*) FROM ${expression}) >= 0`;
}

/** Since when the agent's poll lists `event e`, which its agent was not reached with; null for a type that it does not list. */
export const LISTED_SINCE = `CASE WHEN ${isOneOf('e.type', LISTED_BY_POLL)} THEN coalesce(e.queued_at, now()) END`;
