import { Batcher, lanesOf, rows } from '@svc/database';
import type { Pool } from 'pg';
import { reaches } from '../route.js';

/** A pending event whose webhook attempt is due, as the broker's message for it names it. */
export interface DueEvent {
  eventId: string;
  /** Attempts reserved so far, which fences the next. */
  attempt: number;
}

/** A retry that is this much overdue is taken up by the sweeper, in milliseconds: its broker message was lost. */
export const RETRY_OVERDUE_MS = 10_000;

/**
 * A dispatcher that has as many attempts under way for an agent as allowed leaves the agent's further events in the store, and reads
 * on from there when one ends. So a slow endpoint holds neither messages of the broker nor memory.
 */
export function dueEventQueries(pool: Pool) {
  const puttingOff = new Batcher<string, void>((eventIds) => putOff(pool, eventIds), {
    apart: { lanes: lanesOf(pool), keyOf: (eventId) => eventId },
  });

  return {
    /** Events of an agent whose webhook attempt is due and not under way, in order. Empty while the agent is online. */
    async readDue(agentId: string, limit: number): Promise<DueEvent[]> {
      const found = await rows<{ id: string; attempt: number }>(pool, READ_DUE, [agentId, limit]);
      return found.map((row) => ({ eventId: row.id, attempt: row.attempt }));
    },

    /** Keeps the sweeper from a pending event for a minute, or half of it at least, because a process knows of it and cannot send it yet. */
    putOff: (eventId: string): Promise<void> => puttingOff.add(eventId),
  };
}

async function putOff(pool: Pool, eventIds: string[]): Promise<void[]> {
  await rows(pool, PUT_OFF, [eventIds]);
  return eventIds.map(() => undefined);
}

const READ_DUE = {
  name: 'attempt-read-due-2',
  text: `
    SELECT e.event_id AS id, e.attempt FROM open_event e JOIN agent a ON a.id = e.agent_id
     WHERE e.agent_id = $1 AND e.state = 'pending' AND a.deleted_at IS NULL AND ${reaches('webhook')} AND NOT (${reaches('websocket')})
       AND (e.in_flight_until IS NULL OR e.in_flight_until < now())
       AND (e.attempt = e.round_start OR e.attempt_after <= now() + interval '${RETRY_OVERDUE_MS} milliseconds')
     ORDER BY e.seq LIMIT $2`,
};

const PUT_OFF = {
  name: 'attempt-put-off-3',
  text: `
    UPDATE open_event SET attempt_after = GREATEST(attempt_after, now() + interval '1 minute')
     WHERE event_id = ANY ($1::text[]) AND state = 'pending' AND (in_flight_until IS NULL OR in_flight_until < now())
       AND attempt_after < now() + interval '30 seconds'`,
};
