import type { DropReason } from '@svc/domain';
import { LEASE_END, LISTED_SINCE } from './receipt-sql.js';

/**
 * An event leaves `open_event` by being deleted, whatever it is in that moment: a deletion that had to wait for another statement returns the row as
 * that one has left it. What becomes of the event is decided by what came back, never by what was read before.
 */

const CARRIED = 'event_id, agent_id, seq, type, run_id, subject_id';

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
 * Common table expressions by which agents have received events that the relation `of` has in the column `event_id`; `channel` is an expression over
 * `of d`, by which they have. What a poll lists stays open and listed until its run is finished, kept from the next polls as `lease` (an expression
 * over the deleted row `o`) says. The first of the expressions is `name (event_id, agent_id, …)`, the events that were not delivered before. Those
 * that have failed and are open no more are not among them: {@link DELIVER_LATE}.
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
 * The same for the events of the runs that `runs` (a relation with the column `event_id`) names: their agent has taken them by itself, over a poll
 * or by knowing the run. A queued trigger stays in its list until its run is finished, and is kept from the next polls meanwhile.
 */
export function takeEventsOf(runs: string): string {
  return receiveEvents('taken_events', { of: runs, channel: `'poll'` });
}

/** Common table expressions that end, as delivered, the events of runs that are finished; the relation `runs` has their ids in the column `event_id`. */
export function closeEventsOf(runs: string): string {
  return `
    closed AS (
      DELETE FROM open_event o USING ${runs} f WHERE o.event_id = f.event_id RETURNING o.*
    ), closed_ended AS (${endRows('closed', {
      state: `'delivered'`,
      channel: `coalesce(channel, 'poll')`,
      deliveredAt: 'coalesce(delivered_at, now())',
    })}
    )`;
}

/**
 * Common table expressions that drop what was not delivered of the events of runs that have ended, whose ids the array `runs` (an SQL expression)
 * holds. The runs are locked by then.
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
 * Common table expressions that give events up whose delivery has failed: those of no run end, and those of a run stay open until it is over, since a
 * poll still lists them. `of` is a relation with the column `event_id`, `where` a condition over `open_event e` and `of f`, `set` what else is written
 * into the rows that stay, `reason` why what ends was dropped. `name (event_id, agent_id, type)` is what has failed.
 */
export function failEvents(
  name: string,
  { of, where, set = '', reason }: { of: string; where: string; set?: string; reason?: DropReason },
): string {
  return `
    ${name}_kept AS (
      UPDATE open_event e
         SET state = 'failed', in_flight_until = NULL, attempt_after = NULL, queued_at = ${LISTED_SINCE}${set}
        FROM ${of} f WHERE e.event_id = f.event_id AND e.run_id IS NOT NULL AND ${where}
      RETURNING e.event_id, e.agent_id, e.type
    ), ${name}_gone AS (
      DELETE FROM open_event e USING ${of} f WHERE e.event_id = f.event_id AND e.run_id IS NULL AND ${where}
      RETURNING e.*
    ), ${name}_ended AS (${endRows(`${name}_gone`, { state: `'failed'`, channel: 'NULL', deliveredAt: 'NULL', ...(reason !== undefined && { dropReason: `'${reason}'` }) })}
    ), ${name} AS (
      SELECT event_id, agent_id, type FROM ${name}_kept UNION ALL SELECT event_id, agent_id, type FROM ${name}_gone
    )`;
}
