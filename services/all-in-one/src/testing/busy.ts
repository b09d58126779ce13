import { OVERDUE } from './moments.js';

/** Something that the clock waits for before it goes on. */
export interface BusyThing {
  /** A due moment as `table.column`, or `event` or `run`. */
  kind: string;
  id: string;
}

/** An event that no channel has been tried for yet, or whose attempt is under way. */
const UNSENT_EVENTS = `
  SELECT 'event' AS kind, e.event_id AS id FROM open_event e
   WHERE e.state = 'pending' AND ((e.attempt = e.round_start AND e.held_since IS NULL AND e.aside_since IS NULL) OR e.in_flight_until > now())
     AND EXISTS (SELECT 1 FROM agent a WHERE a.id = e.agent_id AND a.deleted_at IS NULL)`;

/** A run of which its agent knows, and that waits for no answer of a person. */
const RUNS_IN_HAND = `
  SELECT 'run' AS kind, r.id FROM task_run r
   WHERE r.status IN ('pending', 'running') AND r.offer_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM open_event e WHERE e.event_id = r.event_id AND e.state IN ('pending', 'waiting'))
     AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.agent_id = r.agent_id AND d.status = 'pending')
     AND EXISTS (SELECT 1 FROM agent a WHERE a.id = r.agent_id AND a.deleted_at IS NULL)`;

export const BUSY = [OVERDUE, UNSENT_EVENTS, RUNS_IN_HAND].join(' UNION ALL ');
