import { EVENT_TYPES, subjectOf, TRIGGER_LEASE_MS } from '@svc/domain';
import { isOneOf, LISTED_UNTIL_RUN_ENDS } from './route.js';

/** The types of events that tell of a run, which their agent is to start. */
const TYPES_OF_RUNS = EVENT_TYPES.filter((type) => subjectOf(type) === 'run');

/** The condition that an event whose type is given as an expression is of a run, as SQL. Its subject is the run then. */
export function isOfRun(type: string): string {
  return isOneOf(type, TYPES_OF_RUNS);
}

/** A run that is not finished. */
export const OPEN_RUN = `('pending', 'running')`;

/** The status of the run under the name `run`: an open one of a deleted task counts as cancelled before it is written so. */
export function runStatus(run: string): string {
  return `
    CASE WHEN ${run}.status IN ${OPEN_RUN}
              AND EXISTS (SELECT 1 FROM task gone WHERE gone.id = ${run}.task_id AND gone.deleted_at IS NOT NULL)
         THEN 'cancelled' ELSE ${run}.status END`;
}

/**
 * What an UPDATE of the run sets beside its status when its agent has it: its time begins, if its task limits it, and it is not offered again. Of a run that is
 * running already nothing changes.
 */
export function beginTime(run: string): string {
  const begins = `${run}.status = 'pending'`;
  return `
    (deadline_at, due_at, offer_at) = (
      SELECT CASE WHEN ${begins} THEN b.ends_at ELSE ${run}.deadline_at END, CASE WHEN ${begins} THEN b.ends_at ELSE ${run}.due_at END,
             CASE WHEN NOT ${begins} THEN ${run}.offer_at END
        FROM (SELECT now() + t.timeout_seconds * interval '1 second' AS ends_at FROM task t WHERE t.id = ${run}.task_id) b)`;
}

/** Until when the polls leave out a queued trigger that its agent has. */
export const LEASE_END = `now() + interval '${TRIGGER_LEASE_MS} milliseconds'`;

/**
 * An UPDATE that makes the pending runs of open events running, whose ids the relation `events` has in the column `event_id`. The runs are locked in
 * one order, and before the events: the statement that uses this has to wait for it with {@link afterLocking}.
 *
 * Runs that are running already are locked as well where their events are not delivered, since one may be sent again. An event that stays listed is
 * written anew ({@link receiveEvents}): whoever ended the run meanwhile would wait for the former row, find it gone, and leave the new one open for ever.
 */
export function beginRunsOf(events: string): string {
  return `
      WITH held AS MATERIALIZED (
        SELECT r.id, r.status FROM ${events} d JOIN open_event e ON e.event_id = d.event_id JOIN task_run r ON r.id = e.subject_id AND ${isOfRun('e.type')}
         WHERE r.status IN ${OPEN_RUN} AND e.state <> 'delivered' ORDER BY r.id FOR NO KEY UPDATE OF r
      )
      UPDATE task_run r SET status = 'running', ${beginTime('r')} FROM held p WHERE r.id = p.id AND p.status = 'pending' RETURNING r.id`;
}

/**
 * An UPDATE that records that the agent has touched a run which it was sent. `runId` (an SQL expression) is the run's id; `from` may add relations that it
 * names. With `OPEN_RUN` as `statuses` it also takes a run whose receipt is not recorded yet, for statements that do not begin the run themselves.
 */
export function touchRun(runId: string, from = '', statuses = `('running')`): string {
  return `
      UPDATE task_run r SET touched_at = now() ${from} WHERE r.id = ${runId} AND r.status IN ${statuses} AND r.touched_at IS NULL`;
}

/** A condition that always holds, and whose statement touches no row before the named common table expression is complete. */
export function afterLocking(expression: string): string {
  return `(SELECT count(*) FROM ${expression}) >= 0`;
}

/** Since when the agent's poll lists `open_event e`, which no channel brought to the agent; null for a type that the poll does not list. */
export const LISTED_SINCE = `CASE WHEN ${isOneOf('e.type', LISTED_UNTIL_RUN_ENDS)} THEN coalesce(e.queued_at, now()) END`;
