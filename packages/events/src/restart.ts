import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import { ServiceError } from '@svc/domain';
import type { Pool } from 'pg';
import { outgoingEvent } from './outgoing-event.js';
import type { OutgoingEvent, OutgoingRow } from './outgoing-event.js';
import { isOfRun, OPEN_RUN, runStatus } from './receipt-sql.js';

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
      const [row] = await rows<RestartedRow>(pool, statement, [eventId, userId, call]);
      if (row === undefined) return null;
      if (row.is_replaced)
        throw new ServiceError('conflict', {
          detail: 'The run of this event was offered again by another event',
        });
      if (row.is_over) throw new ServiceError('conflict', { detail: 'The run of this event is finished' });
      return row.event_id === null ? null : outgoingEvent({ ...row, event_id: row.event_id });
    },
  };
}

interface RestartedRow extends Omit<OutgoingRow, 'event_id'> {
  is_over: boolean;
  /** The run of the event is open, but another event tells of it now. */
  is_replaced: boolean;
  /** `null` if the event was removed in this moment. */
  event_id: string | null;
}

// The run is locked, so that nobody ends it while its event is sent again. A run that is not kept any more has ended.
const restartStatement = (recorded: (relation: string) => string): WrittenStatement => ({
  name: 'event-restart-12',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT e.id, e.agent_id, e.type, e.subject_id, a.agent_name FROM event e JOIN agent a ON a.id = e.agent_id
       WHERE e.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL
    ), run AS MATERIALIZED (
      SELECT r.id, r.event_id, ${runStatus('r')} AS status FROM task_run r WHERE r.id = (SELECT subject_id FROM asked WHERE ${isOfRun('type')}) FOR SHARE OF r
    ), wanted AS MATERIALIZED (
      SELECT e.*, coalesce(r.status NOT IN ${OPEN_RUN}, ${isOfRun('e.type')}) AS is_over, coalesce(r.status IN ${OPEN_RUN} AND r.event_id <> e.id, false) AS is_replaced
        FROM asked e LEFT JOIN run r ON true
    ), again AS MATERIALIZED (
      SELECT a.* FROM wanted w CROSS JOIN LATERAL restart_events(ARRAY[w.id], NULL) a WHERE NOT w.is_over AND NOT w.is_replaced
    ), restarted AS (
      SELECT a.event_id, a.agent_id, w.agent_name, a.type FROM again a CROSS JOIN wanted w
    ), recorded AS (${recorded('restarted')}
    )
    SELECT w.is_over, w.is_replaced, a.* FROM wanted w LEFT JOIN again a ON true`,
});
