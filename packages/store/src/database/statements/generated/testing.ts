// Generated from packages/store/sql by `npm run sql`.
import { statement } from '../statement.js';

/** What is due and has not been done yet; events that are on their way and not attempted yet, or whose attempt is under way; runs of which their agent knows, and that wait for no answer of a person. */
export const busy = statement<object, { kind: string; id: string }>('testing/busy', [], `
SELECT kind, id FROM due_moment WHERE at <= now()
UNION ALL
SELECT 'event', e.id FROM event e JOIN waiting_up_to w ON w.agent_id = e.agent_id AND w.type = e.type
  LEFT JOIN webhook_breaker b ON b.agent_id = e.agent_id
 WHERE e.state = 'open'
   AND (e.in_flight_until > now()
     OR e.push_no > w.push_no AND e.attempt = e.round_start AND coalesce(b.state, 'closed') = 'closed')
UNION ALL
SELECT 'run', r.id FROM task_run r JOIN agent a ON a.id = r.agent_id AND a.deleted_at IS NULL
 WHERE r.status IN ('pending', 'running') AND r.offer_at IS NULL
   AND NOT EXISTS (SELECT 1 FROM event e WHERE e.id = r.event_id AND e.state = 'open')
   AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.agent_id = r.agent_id AND d.status = 'pending')`);

export const nextMoment = statement<{ until: Date }, { at: Date | null }>('testing/next-moment', ['until'], `
SELECT min(at) AS at FROM due_moment WHERE at > now() AND at <= $1`);

export const now = statement<object, { ms: number }>('testing/now', [], `
SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`);
