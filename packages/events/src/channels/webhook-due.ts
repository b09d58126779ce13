import { Batcher, rows } from '@svc/database';
import type { Pool } from 'pg';
import { reaches } from '../route.js';

/** A pending event whose webhook attempt is due, as the broker's message for it names it. */
export interface DueEvent {
  eventId: string;
  /** Attempts reserved so far, which fences the next. */
  attempt: number;
}

export interface UnmadeAttempt {
  eventId: string;
  deliveryId: string;
  /** Fences it. */
  reservation: { attempt: number; roundStart: number };
  error: string;
}

/** A retry that is this much overdue is taken up by the sweeper, in milliseconds: its broker message was lost. */
export const RETRY_OVERDUE_MS = 10_000;

/**
 * A dispatcher that has as many attempts under way for an agent as allowed leaves the agent's further events in the store, and reads
 * on from there when one ends. So a slow endpoint holds neither messages of the broker nor memory.
 */
export function dueEventQueries(pool: Pool) {
  const puttingOff = new Batcher<PutOff, void>((events) => putOff(pool, events), {
    keyOf: ({ eventId }) => eventId,
  });

  return {
    /** Events of an agent whose webhook attempt is due and not under way, in order. Empty while the agent is online. */
    async readDue(agentId: string, limit: number): Promise<DueEvent[]> {
      const found = await rows<{ id: string; attempt: number }>(pool, READ_DUE, [agentId, limit]);
      return found.map((row) => ({ eventId: row.id, attempt: row.attempt }));
    },

    /** Keeps the sweeper from a pending event for a minute, or half of it at least, because a process knows of it and cannot send it yet. */
    putOff: (eventId: string): Promise<void> => puttingOff.add({ eventId, attempt: null }),

    /** Puts off an event whose attempt is due and whose endpoint is slow. `readDue` finds it again, a retry as well. */
    leaveDue: (event: DueEvent): Promise<void> => puttingOff.add(event),

    /**
     * Ends a reserved attempt that this process could not make, for a reason that lies with this process alone. The attempt is recorded and does not
     * count. The event stays pending, and is taken up again, by any process, when the reservation ends.
     */
    async takeBack({ eventId, deliveryId, reservation, error }: UnmadeAttempt): Promise<void> {
      const { attempt, roundStart } = reservation;
      await rows(pool, TAKE_BACK, [eventId, deliveryId, attempt, roundStart, error]);
    },
  };
}

/** An event that is put off; with an attempt, only while that is the next, and it stays due. */
interface PutOff {
  eventId: string;
  attempt: number | null;
}

async function putOff(pool: Pool, events: PutOff[]): Promise<void[]> {
  await rows(pool, PUT_OFF, [events.map(({ eventId }) => eventId), events.map(({ attempt }) => attempt)]);
  return events.map(() => undefined);
}

const READ_DUE = {
  name: 'attempt-read-due-4',
  text: `
    SELECT e.event_id AS id, e.attempt FROM open_event e JOIN agent a ON a.id = e.agent_id
     WHERE e.agent_id = $1 AND e.state = 'pending' AND a.deleted_at IS NULL AND ${reaches('webhook')} AND NOT (${reaches('websocket')})
       AND e.held_since IS NULL AND (e.in_flight_until IS NULL OR e.in_flight_until < now())
       AND (e.attempt = e.round_start OR e.put_off_since IS NOT NULL OR e.attempt_after <= now() + interval '${RETRY_OVERDUE_MS} milliseconds')
     ORDER BY e.seq LIMIT $2`,
};

const PUT_OFF = {
  name: 'attempt-put-off-4',
  text: `
    UPDATE open_event e
       SET attempt_after = GREATEST(e.attempt_after, now() + interval '1 minute'),
           put_off_since = CASE WHEN w.attempt IS NULL THEN e.put_off_since ELSE now() END
      FROM unnest($1::text[], $2::int[]) AS w (event_id, attempt)
     WHERE e.event_id = w.event_id AND (w.attempt IS NULL OR e.attempt = w.attempt) AND e.state = 'pending'
       AND (e.in_flight_until IS NULL OR e.in_flight_until < now()) AND e.attempt_after < now() + interval '30 seconds'`,
};

// The number of attempts only grows, so the beginning of the round moves with it.
const TAKE_BACK = {
  name: 'attempt-take-back',
  text: `
    WITH taken_back AS (
      UPDATE open_event SET round_start = round_start + 1
       WHERE event_id = $1 AND attempt = $3 AND round_start = $4 AND state = 'pending'
    )
    UPDATE delivery_attempt SET outcome = 'http_error', error = $5, duration_ms = 0 WHERE event_id = $1 AND id = $2`,
};
