import type { DropReason } from '@svc/domain';
import { isOfRun, LEASE_END, LISTED_SINCE } from './receipt-sql.js';

/**
 * A statement that ends an event deletes its row of `open_event`, whatever the row's state is. A deletion that had to wait for another statement returns the
 * row as the other statement wrote it. Only the returned row decides what becomes of the event, and nothing that was read before.
 */

/** The one reason for which events are dropped whose runs are open. */
export const GIVEN_UP = 'not_handled' satisfies DropReason;

/** Why a row of `open_event` was dropped: an event that was given up keeps the moment since when it was set aside, and no other failed event has one. */
export const DROP_REASON_OF_OPEN = `CASE WHEN state = 'failed' AND aside_since IS NOT NULL THEN '${GIVEN_UP}' END`;

const CARRIED = 'event_id, agent_id, seq, type, subject_id';

/** An INSERT of the ends of events that `gone` (a relation of deleted rows of `open_event`) holds. */
function endRows(
  gone: string,
  end: { state: string; channel: string; deliveredAt: string; dropReason?: string; where?: string },
): string {
  const { state, channel, deliveredAt, dropReason = 'NULL', where = 'true' } = end;
  return `
      INSERT INTO event_end (agent_id, seq, event_id, type, state, channel, attempt, drop_reason, delivered_at, ended_at)
      SELECT agent_id, seq, event_id, type, ${state}, ${channel}, attempt, ${dropReason}, ${deliveredAt}, now() FROM ${gone} WHERE ${where}`;
}

/**
 * Common table expressions that record the receipt of events. The relation `of` has their ids in the column `event_id`; `channel`, an expression over
 * `of d`, is how they were received. An event that a poll lists stays open and listed until its run ends; `lease`, an expression over the deleted row
 * `o`, says until when the next polls leave it out. The first of the expressions is `name (event_id, agent_id, …)`, the events that were not delivered
 * before. Events that have ended as failed are not among them: {@link DELIVER_LATE}.
 */
export function receiveEvents(
  name: string,
  {
    of,
    channel,
    where = 'true',
    lease = LEASE_END,
  }: { of: string; channel: string; where?: string; lease?: string },
): string {
  return `
    ${name} AS (
      DELETE FROM open_event o USING ${of} d WHERE o.event_id = d.event_id AND o.state <> 'delivered' AND ${where}
      RETURNING o.*, ${channel} AS by, CASE WHEN o.queued_at IS NOT NULL THEN ${lease} END AS leased
    ), ${name}_listed AS (
      INSERT INTO open_event (${CARRIED}, state, channel, attempt, round_start, last_outcome, leased_until, queued_at, delivered_at)
      SELECT ${CARRIED}, 'delivered', by, attempt, round_start, last_outcome, leased, queued_at, now() FROM ${name} WHERE queued_at IS NOT NULL
    ), ${name}_ended AS (${endRows(name, { state: `'delivered'`, channel: 'by', deliveredAt: 'now()', where: 'queued_at IS NULL' })}
    )`;
}

/**
 * The same for the events of the runs that `runs` (a relation with the column `event_id`) names: their agent has taken them itself, by a poll
 * or by naming the run. A queued trigger stays in its list until its run ends, and the next polls leave it out for the time of a lease.
 */
export function takeEventsOf(runs: string): string {
  return receiveEvents('taken_events', { of: runs, channel: `'poll'`, where: byKey(runs) });
}

/**
 * The condition that `open_event o` is one of the few events that `runs` names, which a join says already. If the table was empty when PostgreSQL last
 * looked, a join alone may read all of its index, and the plan is kept while the table grows. With the array the events are looked up by their key.
 */
function byKey(runs: string): string {
  return `o.event_id = ANY (ARRAY(SELECT event_id FROM ${runs}))`;
}

/** Common table expressions that end events as delivered, because their runs have ended. The relation `runs` has their ids in the column `event_id`. */
export function endEventsOf(runs: string): string {
  return `
    ended_events AS (
      DELETE FROM open_event o USING ${runs} f WHERE o.event_id = f.event_id AND ${byKey(runs)} RETURNING o.*
    ), ended_rows AS (${endRows('ended_events', {
      state: `'delivered'`,
      channel: `coalesce(channel, 'poll')`,
      deliveredAt: 'coalesce(delivered_at, now())',
    })}
    )`;
}

/**
 * Common table expressions that end the events of runs that have ended, and drop those that were not delivered. The array `runs` (an SQL expression)
 * holds the ids of the runs. The caller has locked the runs.
 */
export function dropEventsOf(runs: string, reason: DropReason): string {
  return `
    dropped_events AS (
      DELETE FROM open_event o
       USING (SELECT e.event_id FROM open_event e
               WHERE e.event_id = ANY (ARRAY(SELECT r.event_id FROM task_run r WHERE r.id = ANY (${runs}))) ORDER BY e.event_id FOR UPDATE) d
       WHERE o.event_id = d.event_id
      RETURNING o.*
    ), dropped_ends AS (${endRows('dropped_events', {
      state: `CASE WHEN state = 'delivered' THEN state ELSE 'failed' END`,
      channel: 'channel',
      deliveredAt: 'delivered_at',
      dropReason: `CASE WHEN state <> 'delivered' THEN '${reason}' END`,
    })}
    )`;
}

/**
 * Common table expressions that fail events. An event of no run ends. An event of a run stays open until its run ends, because the agent may still start
 * the run. `of` is a relation with the column `event_id`; `where` is a condition over `open_event e` and `of f`; `set` is what else is written
 * into the rows that stay; `reason` is the drop reason of the events. {@link DROP_REASON_OF_OPEN} says how those that stay show it. `name (event_id, agent_id, type)` holds the events that have failed.
 */
export function failEvents(
  name: string,
  { of, where, set = '', reason }: { of: string; where: string; set?: string; reason?: typeof GIVEN_UP },
): string {
  return `
    ${name}_kept AS (
      UPDATE open_event e
         SET state = 'failed', in_flight_until = NULL, attempt_after = NULL, queued_at = ${LISTED_SINCE},
             aside_since = ${reason === GIVEN_UP ? 'e.aside_since' : 'NULL'}${set}
        FROM ${of} f WHERE e.event_id = f.event_id AND ${isOfRun('e.type')} AND ${where}
      RETURNING e.event_id, e.agent_id, e.type
    ), ${name}_gone AS (
      DELETE FROM open_event e USING ${of} f WHERE e.event_id = f.event_id AND NOT (${isOfRun('e.type')}) AND ${where}
      RETURNING e.*
    ), ${name}_ended AS (${endRows(`${name}_gone`, { state: `'failed'`, channel: 'NULL', deliveredAt: 'NULL', ...(reason !== undefined && { dropReason: `'${reason}'` }) })}
    ), ${name} AS (
      SELECT event_id, agent_id, type FROM ${name}_kept UNION ALL SELECT event_id, agent_id, type FROM ${name}_gone
    )`;
}
