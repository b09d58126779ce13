import type { Statement } from '@svc/database';
import { EVENT_TYPES } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import { DROP_REASON_OF_OPEN } from './end-sql.js';
import { taskOfFrameSql } from './frames/task-of-frame.js';
import { isOfRun, OPEN_RUN } from './receipt-sql.js';

/** How many of an event's attempts the log shows: the newest. */
const ATTEMPTS_SHOWN_MAX = 50;

/** What both `open_event` and `event_end` know of an event. */
const KNOWN = 'event_id, seq, type, state, channel, attempt, delivered_at';

/**
 * The newest events of the agent `$1` below the number `$2`, if it is not null, `$3` at most. Open events and events that have ended are each read in the order
 * of an index and up to the limit. Their frames are not read. States and types stand in the text, so that the planner takes the indexes of events that
 * have failed and of events that are not triggers.
 */
export function listStatement({
  state,
  type,
}: {
  state?: EventState | undefined;
  type?: EventType | undefined;
}): Statement {
  const types = type === undefined ? EVENT_TYPES : [type];
  const OPEN = `${KNOWN}, ${DROP_REASON_OF_OPEN} AS drop_reason, round_start, in_flight_until, attempt_after`;
  const ENDED = `${KNOWN}, drop_reason, NULL::int AS round_start, NULL::timestamptz AS in_flight_until, NULL::timestamptz AS attempt_after`;
  const ofType = type === undefined ? '' : ` AND type = '${type}'`;
  const newest = `agent_id = $1 AND ($2::bigint IS NULL OR seq < $2) ORDER BY seq DESC LIMIT $3`;
  const sources: string[] = [];
  for (const openState of state === undefined
    ? (['pending', 'waiting', 'delivered', 'failed'] as const)
    : [state]) {
    if (openState === 'pending')
      sources.push(`SELECT ${OPEN} FROM open_event WHERE state = 'pending'${ofType} AND ${newest}`);
    else
      for (const each of types)
        sources.push(
          `SELECT ${OPEN} FROM open_event WHERE state = '${openState}' AND type = '${each}' AND ${newest}`,
        );
  }
  const ofState = state === 'delivered' || state === 'failed' ? `state = '${state}' AND ` : '';
  const untriggered =
    type === undefined || type === 'task_trigger' ? '' : `type <> 'task_trigger'${ofType} AND `;
  const triggers = type === 'task_trigger' ? `type = 'task_trigger' AND ` : '';
  if (state !== 'pending' && state !== 'waiting')
    sources.push(`SELECT ${ENDED} FROM event_end WHERE ${ofState}${untriggered}${triggers}${newest}`);
  return {
    name: `event-log-list-3-${state ?? 'any'}-${type ?? 'any'}`,
    text: `
    SELECT e.*, e.event_id AS id, l.subject_id, l.task_id, l.created_at
      FROM (
        SELECT * FROM (${sources.map((source) => `(${source})`).join('\n          UNION ALL ')}) all_of ORDER BY seq DESC LIMIT $3
      ) e
     CROSS JOIN LATERAL (
        SELECT subject_id, CASE WHEN ${isOfRun('type')} THEN ${taskOfFrameSql('frame')} END AS task_id, created_at FROM event WHERE id = e.event_id OFFSET 0
      ) l
     ORDER BY e.seq DESC`,
  };
}

export const READ_ATTEMPTS = {
  name: 'event-log-read-attempts',
  text: `
    SELECT d.* FROM unnest($1::text[]) AS e (id) CROSS JOIN LATERAL (
      SELECT id, event_id, retry_num, retry_reason, outcome, status_code, error, duration_ms, started_at FROM delivery_attempt
       WHERE event_id = e.id ORDER BY started_at DESC LIMIT ${ATTEMPTS_SHOWN_MAX}
    ) d
     ORDER BY d.started_at`,
};

export const READ_FRAME = {
  name: 'event-log-read-frame',
  text: 'SELECT frame FROM event WHERE id = $1 AND agent_id = $2',
};

// PostgreSQL knows the sizes of frames without reading them, and reads only those that fit.
export const READ_FRAMES = {
  name: 'event-log-read-frames',
  text: `
    SELECT f.frame
      FROM (
        SELECT u.place, sum(coalesce(octet_length(l.frame), 0)) OVER (ORDER BY u.place) AS bytes, l.frame
          FROM unnest($1::text[]) WITH ORDINALITY AS u (id, place) LEFT JOIN event l ON l.id = u.id
      ) f
     WHERE f.place = 1 OR f.bytes <= $2 ORDER BY f.place`,
};

// A failed event has either ended, or is still open because its run is open.
export const FAILED_SINCE = {
  name: 'event-log-failed-since-2',
  text: `
    SELECT f.event_id AS id
      FROM (
        SELECT event_id, seq FROM open_event WHERE agent_id = $1 AND state = 'failed'
        UNION ALL
        SELECT event_id, seq FROM event_end WHERE agent_id = $1 AND state = 'failed'
      ) f
     WHERE (
       SELECT l.created_at >= $2::timestamptz
              AND (NOT (${isOfRun('l.type')}) OR (SELECT r.status IN ${OPEN_RUN} FROM task_run r WHERE r.id = l.subject_id))
         FROM event l WHERE l.id = f.event_id)
     ORDER BY f.seq LIMIT $3`,
};
