import { rows } from '@svc/database';
import type { Statement } from '@svc/database';
import { ServiceError } from '@svc/domain';
import type { Pool } from 'pg';
import { TAKE_UP_LATER } from './append.js';
import { onlineSlot } from './channels/websocket.js';
import { outgoingEvent } from './outgoing-event.js';
import type { OutgoingEvent, OutgoingRow } from './outgoing-event.js';
import { isOfRun, OPEN_RUN, runStatus } from './receipt-sql.js';
import { reachable } from './route.js';

/** How often an event is looked for while another statement ends or opens it. */
const TRIES_MAX = 5;

/**
 * Redelivery of an event.
 *
 * @param recorded makes the text of an INSERT that records each redelivery. It gets the name of a relation of `event_id`, `agent_id`, `agent_name` and
 *   `type`; `$2` is the user, `$3` how they have called, as JSON.
 */
export function restartQueries(pool: Pool, recorded: (relation: string) => string) {
  const statement = restartStatement(recorded);
  return {
    /**
     * Starts a new round of attempts of a user's event, under the same id. `null` if the event is not the user's.
     *
     * @param call how the user has called, for the record.
     * @throws ServiceError `conflict` if the event's run is finished: the agent could do nothing with it.
     */
    async restart(eventId: string, userId: string, call: object = {}): Promise<OutgoingEvent | null> {
      for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
        const [row] = await rows<RestartedRow>(pool, statement, [eventId, userId, call]);
        if (row === undefined) return null;
        if (row.is_replaced)
          throw new ServiceError('conflict', {
            detail: 'The run of this event was offered again by another event',
          });
        if (row.is_over) throw new ServiceError('conflict', { detail: 'The run of this event is finished' });
        if (row.id !== null) return outgoingEvent({ ...row, id: row.id });
      }
      throw new ServiceError('unavailable', { detail: 'The event is being delivered' });
    },
  };
}

interface RestartedRow extends Omit<OutgoingRow, 'id'> {
  is_over: boolean;
  /** The run of the event is open, but another event tells of it now. */
  is_replaced: boolean;
  /** `null` if another statement moved the event in this moment. */
  id: string | null;
}

/** What an UPDATE of `open_event e` sets so that a new round of attempts begins. */
export const NEW_ROUND = `
             state = 'pending', round_start = e.attempt, last_outcome = NULL, channel = NULL, handed_out_no = NULL, delivered_at = NULL,
             attempt_after = ${TAKE_UP_LATER}, in_flight_until = NULL, leased_until = NULL, aside_since = NULL,
             held_since = NULL`;

/** An INSERT that opens events again. The relation `ended` has what was removed of their ends. */
export function reopen(ended: string): string {
  return `
      INSERT INTO open_event (event_id, agent_id, seq, type, subject_id, attempt, round_start, attempt_after)
      SELECT event_id, agent_id, seq, type, subject_id, attempt, attempt, ${TAKE_UP_LATER} FROM ${ended}
      RETURNING event_id`;
}

// The run is locked, so that nobody ends it while its event is sent again. A run that is not kept any more has ended. An event that has ended is opened
// again: its end is removed, and another end is written when it is delivered again.
const restartStatement = (recorded: (relation: string) => string): Statement => ({
  name: 'event-restart-11',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT * FROM event WHERE id = $1
    ), run AS MATERIALIZED (
      SELECT r.id, r.event_id, ${runStatus('r')} AS status FROM task_run r WHERE r.id = (SELECT subject_id FROM asked WHERE ${isOfRun('type')}) FOR SHARE OF r
    ), wanted AS MATERIALIZED (
      SELECT e.*, a.agent_name, coalesce(r.status NOT IN ${OPEN_RUN}, ${isOfRun('e.type')}) AS is_over,
             coalesce(r.status IN ${OPEN_RUN} AND r.event_id <> e.id, false) AS is_replaced, ${reachable()} AS is_reachable
        FROM asked e JOIN agent a ON a.id = e.agent_id LEFT JOIN run r ON true
       WHERE a.owner_id = $2 AND a.deleted_at IS NULL
    ), again AS (
      UPDATE open_event e
         SET ${NEW_ROUND}
        FROM wanted w WHERE e.event_id = w.id AND NOT w.is_over AND NOT w.is_replaced
      RETURNING e.event_id
    ), ended AS (
      DELETE FROM event_end e USING wanted w
       WHERE e.agent_id = w.agent_id AND e.seq = w.seq AND e.event_id = w.id AND NOT w.is_over AND NOT w.is_replaced
      RETURNING e.event_id, e.attempt, w.agent_id, w.seq, w.type, w.subject_id
    ), reopened AS (${reopen('ended')}
    ), restarted AS (
      SELECT r.event_id, w.agent_id, w.agent_name, w.type
        FROM (SELECT event_id FROM again UNION ALL SELECT event_id FROM reopened) r CROSS JOIN wanted w
    ), recorded AS (${recorded('restarted')}
    )
    SELECT w.is_over, w.is_replaced, r.event_id AS id, w.agent_id, w.seq, w.type, w.frame, ${onlineSlot('w.agent_id')} AS slot, w.is_reachable
      FROM wanted w LEFT JOIN restarted r ON true`,
});
