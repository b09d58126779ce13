import { AT_ONCE } from '@svc/database';
import { byStage, dropEventsOf, inStage, RUN_STAGE } from '@svc/events';
import { NOTHING_UNDER_WAY } from '../runs/run-columns.js';

/**
 * What becomes of a call whose task has as many waiting triggers as it may have: it is refused, or the oldest that wait are dropped for it.
 * A trigger waits as long as its run is pending.
 */
export type WaitingPolicy = 'refuse' | 'drop_oldest';

/** As long as more calls than this have room, nobody counts and nobody waits for anybody. */
const FAR_FROM_FULL = 1_000;

/**
 * So many triggers beyond the bound are seen, and dropped, at once. There are some if several processes took in 64 calls at the same
 * moment, or if the bound was lowered.
 */
const EXCESS_SEEN_MAX = 500;

/** A task that is nearly full is counted again when this long has passed for each trigger that may wait. */
const COUNTED_FOR = `interval '10 microseconds'`;

const DROPPED_SUMMARY = 'Dropped: too many triggers of the task were waiting.';

/**
 * Common table expressions between `asked`, the calls that were found, and `allowed`, which are those of them that may be taken in. `$7` is how
 * many triggers of a task may wait.
 *
 * The cost of a count grows with the number of waiting triggers, so a statement counts seldom. Every trigger takes one of its agent's event numbers. Waiting
 * triggers come in no other way, except for the few that users start. So a count is a bound for later: until the agent has had as many new events as there
 * was room, less 1,000, calls are taken in without another look. After that a statement locks the trigger's row, and a number in the row says how much
 * room remains. When the room is used up, a statement counts again. A statement that had to wait for the row does not count, because its snapshot is too
 * old to see what was written meanwhile.
 */
export function makeRoom(policy: WaitingPolicy): string {
  return `
    near AS MATERIALIZED (
      SELECT task_id, version, last_seq, count(*)::int AS wanted FROM asked
       WHERE is_new AND NOT is_far GROUP BY task_id, version, last_seq
    ), held AS MATERIALIZED (
      SELECT g.task_id, g.xmin AS version, g.counted_at, known.* FROM trigger g
        CROSS JOIN LATERAL (SELECT CASE WHEN g.counted_for = $7::int THEN g.uncounted_until_seq END AS uncounted_until_seq,
                                   CASE WHEN g.counted_for = $7::int THEN g.room_left END AS room_left) known
       WHERE g.task_id = ANY (ARRAY(SELECT task_id FROM near)) ORDER BY g.task_id FOR NO KEY UPDATE OF g
    ), recounted AS MATERIALIZED (
      SELECT n.task_id, n.last_seq, n.wanted, h.room_left, coalesce(h.uncounted_until_seq > n.last_seq, false) AS is_far,
             CASE WHEN h.room_left >= n.wanted OR h.version <> n.version
                       OR (h.room_left IS NOT NULL AND h.counted_at > now() - $7::int * ${COUNTED_FOR}) THEN NULL
                  ELSE (${WAITING}) END AS waiting
        FROM near n JOIN held h ON h.task_id = n.task_id
    ), room AS MATERIALIZED (
      SELECT task_id, last_seq, waiting, is_far,
             CASE WHEN waiting IS NOT NULL THEN $7::int - waiting WHEN is_far THEN wanted ELSE coalesce(room_left, 0) END AS places
        FROM recounted
    ), allowed AS MATERIALIZED (
      SELECT a.ord, a.task_id, a.payload_hash, a.run_id FROM (
        SELECT ord, task_id, payload_hash, run_id, is_far, row_number() OVER (PARTITION BY task_id ORDER BY ord) AS place
          FROM asked WHERE is_new
      ) a LEFT JOIN room r ON r.task_id = a.task_id
       WHERE ${policy === 'refuse' ? 'a.is_far OR a.place <= r.places' : 'true'}
    )`;
}

/**
 * Common table expressions after `fresh`, the calls that were taken in. If the policy says so, they drop the oldest triggers for these calls, and they
 * write down how much room remains. They pass over a run that another statement holds, or whose event a poll has leased or a webhook attempt carries, because
 * its agent is taking it. `dropped (id, task_id)` are the runs that end; they are locked when it is complete.
 */
export function takeRoom(policy: WaitingPolicy): string {
  return `
    taken AS MATERIALIZED (
      SELECT r.task_id, r.last_seq, r.waiting, r.is_far, r.places, (SELECT count(*)::int FROM fresh f WHERE f.task_id = r.task_id) AS calls
        FROM room r
    ), ${policy === 'refuse' ? NOTHING_DROPPED : DROP_OLDEST}, written_down AS (
      UPDATE trigger g
         SET uncounted_until_seq = CASE WHEN t.places > ${FAR_FROM_FULL} THEN t.last_seq + t.places - ${FAR_FROM_FULL} END,
             room_left = CASE WHEN t.places <= ${FAR_FROM_FULL} THEN
               t.places - t.calls + (SELECT count(*)::int FROM dropped d WHERE d.task_id = t.task_id) END,
             counted_at = CASE WHEN t.waiting IS NULL THEN g.counted_at ELSE ${AT_ONCE} END, counted_for = $7::int
        FROM taken t
       WHERE g.task_id = t.task_id AND (t.waiting IS NOT NULL OR (t.calls > 0 AND NOT t.is_far))
    )`;
}

// Sorted as the index is, so that the planner does not gather all waiting triggers before it counts some.
const WAITING = `
                    SELECT count(*)::int FROM (
                      SELECT 1 FROM task_run r WHERE r.task_id = n.task_id AND ${inStage('r', RUN_STAGE.pending)}
                       ORDER BY ${byStage('r')} LIMIT $7::int + ${EXCESS_SEEN_MAX}) waiting`;

// The event is locked with its run: a poll that has leased it since this statement began, or is leasing it at this moment, has handed the run to the agent.
const OLDEST = `
      SELECT o.id, t.task_id FROM taken t CROSS JOIN LATERAL (
        SELECT r.id FROM task_run r
          LEFT JOIN LATERAL (
            SELECT e.event_id FROM open_event e
             WHERE e.event_id = r.event_id AND (e.leased_until IS NULL OR e.leased_until <= now()) AND (e.in_flight_until IS NULL OR e.in_flight_until <= now())
               FOR UPDATE SKIP LOCKED
          ) free ON true
         WHERE r.task_id = t.task_id AND ${inStage('r', RUN_STAGE.pending)} AND r.origin = 'trigger'
           AND (free.event_id IS NOT NULL OR (SELECT 1 FROM open_event e WHERE e.event_id = r.event_id) IS NULL)
         ORDER BY ${byStage('r')} LIMIT GREATEST(t.calls - t.places, 0) FOR NO KEY UPDATE OF r SKIP LOCKED
      ) o`;

const NOTHING_DROPPED = `dropped AS (SELECT NULL::text AS id, NULL::text AS task_id WHERE false)`;

const DROP_OLDEST = `dropped AS MATERIALIZED (${OLDEST}
    ), ended AS (
      UPDATE task_run r SET status = 'cancelled', summary = '${DROPPED_SUMMARY}', finished_at = now(), ${NOTHING_UNDER_WAY}
       WHERE r.id = ANY (ARRAY(SELECT id FROM dropped))
    ), ${dropEventsOf('ARRAY(SELECT id FROM dropped)', 'too_many_waiting')}`;
