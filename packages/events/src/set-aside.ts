import { rows } from '@svc/database';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { failEvents, GIVEN_UP } from './end-sql.js';

/** An event that was given up, and whose agent's owner is to be told. */
export interface GivenUpEvent {
  eventId: string;
  agentId: string;
  type: EventType;
  userId: string;
}

/** An event is set aside for as long as it has been set aside already, within these bounds, in minutes. */
const ASIDE_MINUTES = { min: 1, max: 24 * 60 };

/** An event that nobody can handle is given up when it has been set aside for this long, in days. */
const GIVEN_UP_AFTER_DAYS = 7;

/**
 * Keeps the sweeper from pending events whose messages nobody can handle, for twice as long each time, and for a day at most. So when a fault of ours is
 * mended, the event goes out by itself. After a week the event fails, and its owner may have it delivered again.
 */
export async function setAside(pool: Pool, eventIds: string[]): Promise<(GivenUpEvent | null)[]> {
  const found = await rows<GivenUpRow>(pool, SET_ASIDE, [eventIds]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return eventIds.map((eventId) => {
    const row = byId.get(eventId);
    return row === undefined
      ? null
      : { eventId, agentId: row.agent_id, type: row.type, userId: row.owner_id };
  });
}

interface GivenUpRow {
  id: string;
  agent_id: string;
  type: EventType;
  owner_id: string;
}

const SET_ASIDE = {
  name: 'event-set-aside-4',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT event_id, coalesce(aside_since, now()) AS since FROM open_event
       WHERE event_id = ANY ($1::text[]) AND state = 'pending' AND (in_flight_until IS NULL OR in_flight_until < now())
       ORDER BY event_id FOR UPDATE
    ), judged AS MATERIALIZED (
      SELECT *, since <= now() - interval '${GIVEN_UP_AFTER_DAYS} days' AS is_over FROM asked
    ), ${failEvents('over', { of: 'judged', where: 'f.is_over', reason: GIVEN_UP })}, put_off AS (
    UPDATE open_event e
       SET aside_since = a.since,
           attempt_after = GREATEST(e.attempt_after, now() + LEAST(
             GREATEST(now() - a.since, interval '${ASIDE_MINUTES.min} minutes'), interval '${ASIDE_MINUTES.max} minutes'))
      FROM judged a WHERE e.event_id = a.event_id AND NOT a.is_over
    )
    SELECT o.event_id AS id, o.agent_id, o.type, a.owner_id FROM over o JOIN agent a ON a.id = o.agent_id`,
};
