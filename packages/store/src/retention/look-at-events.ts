import { createHash } from 'node:crypto';
import type { Statement } from '@svc/database';
import { afterLocking, inAnyPartition } from '@svc/events';
import type { WalkedTables } from '../event-ranges/drop-range.js';
import { BOUND, overdue, ROWS_PER_STEP } from './look.js';

/**
 * Statements like those of `lookStatement`, for events and attempts. These lie in ranges of the event's id, so a row is found by more than its own id.
 */

/** The least id of an event that is written at a moment (an SQL expression), because an id begins with its time. */
function idAt(moment: string): string {
  return `('evt_' || lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0'))`;
}

/** The end of the event in the row `of`, if its days are over. `isIt` is the condition on the event's id. */
function endOf(of: string, isIt: string, more: string): string {
  return `(
        SELECT event_id, ended_at FROM event_end
         WHERE agent_id = ${of}.agent_id AND seq = ${of}.seq AND ${isIt} AND ended_at <= ${BOUND} ${more}
      )`;
}

/**
 * Looks at the events of some ranges of the log, each of which is a table. It reads the log in its order, which needs no further index, and looks up the
 * end of each event. An event that stays is looked at once in a pass.
 *
 * An event whose id is greater than that of the oldest moment that is kept is too young, and is not looked at. But a process whose clock was ahead has
 * written ids of the future. They say nothing about the age of an event, so these events are looked at as well: there are few, if any.
 *
 * All ends are known before the first of them is locked, and what is locked is looked up without choosing a partition: `inAnyPartition` says why.
 */
export function lookAtEvents({ old, ahead }: WalkedTables): Statement {
  const portion = (table: string, ids: string): string => `(
        SELECT id, agent_id, seq, created_at AS time FROM ${table} WHERE id > $3 AND ${ids} ORDER BY id LIMIT ${ROWS_PER_STEP})`;
  const some = [
    ...old.map((table) => portion(table, `id <= ${idAt(BOUND)}`)),
    ...ahead.map((table) => portion(table, `id > ${idAt('now()')}`)),
  ];
  return {
    name: `retention-look-event-2-${createHash('sha256').update(some.join()).digest('hex').slice(0, 16)}`,
    text: `
    WITH looked AS MATERIALIZED (
      SELECT * FROM (${some.join(' UNION ALL ')}) x WHERE $2::timestamptz IS NOT NULL ORDER BY id LIMIT ${ROWS_PER_STEP}
    ), due AS MATERIALIZED (
      SELECT l.id, l.agent_id, l.seq, e.ended_at FROM looked l CROSS JOIN LATERAL ${endOf('l', 'event_id = l.id', 'OFFSET 0')} e
    ), locked AS MATERIALIZED (
      SELECT e.event_id FROM due d CROSS JOIN LATERAL ${endOf('d', inAnyPartition('event_id', 'd.id'), 'FOR UPDATE SKIP LOCKED')} e
       WHERE ${afterLocking('due')}
    ), last AS MATERIALIZED (
      SELECT max(id) AS id FROM looked
    )
    SELECT ARRAY(SELECT event_id FROM locked) AS chosen, (SELECT count(*)::int FROM looked) AS looked, l.time, last.id,
           ${overdue('l.time')} AS overdue_seconds,
           (SELECT ${overdue('min(ended_at)')} FROM due WHERE id IN (SELECT id FROM due EXCEPT SELECT event_id FROM locked)) AS blocked_seconds
      FROM last LEFT JOIN looked l ON l.id = last.id`,
  };
}

// An attempt is named by its event's id and its own. All are locked by one look through the partitions, which does not come back to them (`partition-sql.ts`).
export const LOOK_AT_ATTEMPTS = {
  name: 'retention-look-attempt-4',
  text: `
    WITH looked AS MATERIALIZED (
      SELECT x.event_id, x.id, x.started_at AS time FROM delivery_attempt x
       WHERE x.started_at <= ${BOUND} AND x.started_at >= $2::timestamptz AND (x.started_at > $2 OR x.id > $3)
       ORDER BY x.started_at, x.id LIMIT ${ROWS_PER_STEP}
    ), locked AS MATERIALIZED (
      SELECT event_id, id FROM delivery_attempt
       WHERE event_id = ANY (ARRAY(SELECT event_id FROM looked)) AND id = ANY (ARRAY(SELECT id FROM looked)) FOR UPDATE SKIP LOCKED
    ), last AS MATERIALIZED (
      SELECT max(time) AS time FROM looked
    )
    SELECT ARRAY(SELECT event_id || ' ' || id FROM locked) AS chosen, (SELECT count(*)::int FROM looked) AS looked,
           last.time, (SELECT max(id) FROM looked WHERE time = last.time) AS id, ${overdue('last.time')} AS overdue_seconds,
           (SELECT ${overdue('min(time)')} FROM looked
             WHERE id IN (SELECT id FROM looked EXCEPT SELECT id FROM locked)) AS blocked_seconds
      FROM last`,
};
