import { EVENT_TYPES, subjectOf, TRIGGER_LEASE_MS } from '@svc/domain';
import type { DropReason } from '@svc/domain';

/** The types of events that tell of a run, which their agent is to start. */
const TYPES_OF_RUNS = EVENT_TYPES.filter((type) => subjectOf(type) === 'run')
  .map((type) => `'${type}'`)
  .join(', ');

/** The condition that an event whose type is given as an expression is of a run, as SQL. Its subject is the run then. */
export function isOfRun(type: string): string {
  return `${type} IN (${TYPES_OF_RUNS})`;
}

/**
 * What an UPDATE of the run sets beside its status when its agent has it: its time begins, if its task limits it, and it is not offered again. Of a run that is
 * running already nothing changes.
 */
function beginTime(run: string): string {
  const begins = `${run}.status = 'pending'`;
  return `
    (deadline_at, due_at, offer_at) = (
      SELECT CASE WHEN ${begins} THEN b.ends_at ELSE ${run}.deadline_at END, CASE WHEN ${begins} THEN b.ends_at ELSE ${run}.due_at END,
             CASE WHEN NOT ${begins} THEN ${run}.offer_at END
        FROM (SELECT now() + t.timeout_seconds * interval '1 second' AS ends_at FROM task t WHERE t.id = ${run}.task_id) b)`;
}

/** Until when the polls leave out a queued trigger that its agent has. */
const LEASE_END = `now() + interval '${TRIGGER_LEASE_MS} milliseconds'`;

/**
 * An UPDATE that makes the pending runs of events running, whose ids the relation `events` has in the column `event_id`. The runs are locked in one order, and
 * before the events: the statement that uses this has to wait for it with {@link afterLocking}.
 */
export function beginRunsOf(events: string): string {
  return `
      UPDATE task_run r SET status = 'running', ${beginTime('r')} FROM (
        SELECT r.id FROM ${events} d JOIN event e ON e.id = d.event_id JOIN task_run r ON r.id = e.subject_id AND ${isOfRun('e.type')}
         WHERE r.status = 'pending' AND e.state <> 'delivered' ORDER BY r.id FOR NO KEY UPDATE OF r
      ) p WHERE r.id = p.id AND r.status = 'pending' RETURNING r.id`;
}

/** A condition that always holds, and whose statement touches no row before the named common table expression is complete. */
export function afterLocking(expression: string): string {
  return `(SELECT count(*) FROM ${expression}) >= 0`;
}

/** Nobody has the event in hand any more. */
const PUT_DOWN = 'in_flight_until = NULL, handed_out_no = NULL';

/**
 * An UPDATE that records the receipt of events, also of those that have failed. The relation `of` has their ids in the column `event_id`; `channel`, an
 * expression over `of d`, is how they were received. A queued trigger stays listed until its run ends; `lease`, an expression over `event e`, says until when the next
 * polls leave it out. It returns the events that were not delivered before.
 */
export function receiveEvents({
  of,
  channel,
  where = 'true',
  lease = LEASE_END,
}: {
  of: string;
  channel: string;
  where?: string;
  lease?: string;
}): string {
  return `
      UPDATE event e
         SET state = 'delivered', channel = ${channel}, drop_reason = NULL, delivered_at = now(), ended_at = now(), is_listed = e.is_queued,
             leased_until = CASE WHEN e.is_queued THEN ${lease} END, ${PUT_DOWN}
        FROM ${of} d WHERE e.id = d.event_id AND e.state <> 'delivered' AND ${where}
      RETURNING e.id AS event_id, e.agent_id, e.type`;
}

/**
 * A common table expression that ends the events of runs that have ended, and drops those that were not delivered. The array `runs` (an SQL expression) holds the
 * ids of the runs. The caller has locked the runs.
 */
export function dropEventsOf(runs: string, reason: DropReason): string {
  return `
    dropped_events AS (
      UPDATE event e
         SET state = CASE WHEN e.state = 'delivered' THEN e.state ELSE 'failed' END, drop_reason = CASE WHEN e.state <> 'delivered' THEN '${reason}' END,
             ended_at = now(), is_listed = false, is_queued = false, leased_until = NULL, ${PUT_DOWN}
        FROM (SELECT e.id FROM event e
               WHERE e.id = ANY (ARRAY(SELECT r.event_id FROM task_run r WHERE r.id = ANY (${runs}))) AND (e.state = 'open' OR e.is_listed)
               ORDER BY e.id FOR UPDATE) d
       WHERE e.id = d.id
    )`;
}
