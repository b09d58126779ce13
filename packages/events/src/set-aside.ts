import { rows } from '@svc/database';
import type { Pool } from 'pg';
import { failEvents } from './end-sql.js';

/** An event is set aside for as long as it has been so before, but for no less and no more than these, in minutes. */
const ASIDE_MINUTES = { min: 1, max: 24 * 60 };

/** An event that cannot be brought on its way is given up when it has been set aside for this long, in days. */
const GIVEN_UP_AFTER_DAYS = 7;

/**
 * Keeps the sweeper from pending events whose messages nobody can handle. Each time it waits twice as long, for a day at most, so that a fault
 * of ours that is mended is felt by itself, and meanwhile an event costs some twenty dead letters in a week. Then it is failed, and its owner may
 * have it delivered again.
 */
export async function setAside(pool: Pool, eventIds: string[]): Promise<void[]> {
  await rows(pool, SET_ASIDE, [eventIds]);
  return eventIds.map(() => undefined);
}

const SET_ASIDE = {
  name: 'event-set-aside-2',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT event_id, coalesce(aside_since, now()) AS since FROM open_event
       WHERE event_id = ANY ($1::text[]) AND state = 'pending' AND (in_flight_until IS NULL OR in_flight_until < now())
       ORDER BY event_id FOR UPDATE
    ), judged AS MATERIALIZED (
      SELECT *, since <= now() - interval '${GIVEN_UP_AFTER_DAYS} days' AS is_over FROM asked
    ), ${failEvents('over', { of: 'judged', where: 'f.is_over', set: ', aside_since = NULL' })}
    UPDATE open_event e
       SET aside_since = a.since,
           attempt_after = GREATEST(e.attempt_after, now() + LEAST(
             GREATEST(now() - a.since, interval '${ASIDE_MINUTES.min} minutes'), interval '${ASIDE_MINUTES.max} minutes'))
      FROM judged a WHERE e.event_id = a.event_id AND NOT a.is_over`,
};
