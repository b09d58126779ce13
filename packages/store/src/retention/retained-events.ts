import { rows } from '@svc/database';
import { dropRange, readDueRanges } from '../event-ranges/drop-range.js';
import { LOOK_AT_ATTEMPTS, lookAtEvents } from './look-at-events.js';
import { ROWS_PER_STEP } from './look.js';
import type { Retained } from './retained.js';

/**
 * Events that have ended, with their attempts. Their days count from their end. Open events are not among them, however old they are. A range of the log
 * is dropped as a whole if the days of all its events are over and few of them have to stay. Other events are removed row by row, in the order of
 * their ids, which begin with their time.
 */
export const RETAINED_EVENTS: Retained = {
  async look(pool, { before, isFirst }) {
    const { droppable, walked } = await readDueRanges(pool, before);
    const dropped = isFirst && droppable !== null ? await dropRange(pool, droppable, before) : null;
    if (dropped === null) return lookAtEvents(walked);
    return { removed: { event: dropped.events, attempt: dropped.attempts } };
  },
  async remove(client, ids) {
    const attempts = await rows(client, DELETE_ATTEMPTS_OF, [ids]);
    const events = await rows(client, DELETE_EVENTS, [ids]);
    return {
      removed: { event: events.length, attempt: attempts.length },
      isWhole: attempts.length < ROWS_PER_STEP,
    };
  },
};

/** Attempts, also those of events that are still open: only the event log shows them. */
export const RETAINED_ATTEMPTS: Retained = {
  look: LOOK_AT_ATTEMPTS,
  async remove(client, ids) {
    const attempts = await rows(client, DELETE_ATTEMPTS, [ids]);
    return { removed: { attempt: attempts.length }, isWhole: true };
  },
};

// A statement that records an attempt locks the attempt before its event, so a locked attempt is not waited for.
const DELETE_ATTEMPTS_OF = {
  name: 'retention-delete-attempts-of-2',
  text: `
    WITH chosen AS MATERIALIZED (
      SELECT event_id, id FROM delivery_attempt WHERE event_id = ANY ($1::text[]) LIMIT ${ROWS_PER_STEP} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM delivery_attempt d USING chosen c WHERE d.event_id = c.event_id AND d.id = c.id RETURNING 1`,
};

const DELETE_EVENTS = {
  name: 'retention-delete-events-2',
  text: `
    WITH chosen AS MATERIALIZED (
      SELECT l.id, l.agent_id, l.seq FROM event l
       WHERE l.id = ANY ($1::text[]) AND (SELECT 1 FROM delivery_attempt d WHERE d.event_id = l.id LIMIT 1) IS NULL
    ), ended AS (
      DELETE FROM event_end e USING chosen c WHERE e.agent_id = c.agent_id AND e.seq = c.seq AND e.event_id = c.id
    )
    DELETE FROM event l USING chosen c WHERE l.id = c.id RETURNING 1`,
};

const DELETE_ATTEMPTS = {
  name: 'retention-delete-attempts-2',
  text: `
    DELETE FROM delivery_attempt d USING (SELECT split_part(c, ' ', 1) AS event_id, split_part(c, ' ', 2) AS id FROM unnest($1::text[]) AS c) c
     WHERE d.event_id = c.event_id AND d.id = c.id RETURNING 1`,
};
