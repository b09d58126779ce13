import { OVERDUE } from './moments.js';

/** Something that the clock waits for before it goes on. */
export interface BusyThing {
  /** A due moment as `table.column`, or `event` or `run`. */
  kind: string;
  id: string;
}

/** An event that is on its way and was not attempted yet, or whose attempt is under way. */
const UNSENT_EVENTS = `
  SELECT 'event' AS kind, e.id FROM event e JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type
    LEFT JOIN webhook_breaker b ON b.agent_id = e.agent_id
   WHERE e.state = 'open' AND (e.in_flight_until > now() OR e.push_no > w.push_no AND e.attempt = e.round_start AND coalesce(b.state, 'closed') = 'closed')`;

/** A run of which its agent knows, and that waits for no answer of a person. */
const RUNS_IN_HAND = `
  SELECT 'run' AS kind, r.id FROM task_run r
   WHERE r.status IN ('pending', 'running') AND r.offer_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM event e WHERE e.id = r.event_id AND e.state = 'open')
     AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.agent_id = r.agent_id AND d.status = 'pending')
     AND EXISTS (SELECT 1 FROM agent a WHERE a.id = r.agent_id AND a.deleted_at IS NULL)`;

export const BUSY = [OVERDUE, UNSENT_EVENTS, RUNS_IN_HAND].join(' UNION ALL ');
