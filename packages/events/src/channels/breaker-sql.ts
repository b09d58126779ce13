import { HELD_HOURS_MAX } from '@svc/domain';
import { afterLocking } from '../receipt-sql.js';

/**
 * The breaker of an agent's webhook, as far as statements of attempts know it. An open one counts only while its agent is in `error`: whatever makes the agent
 * active again ends it, and needs to know nothing of it.
 */

/**
 * Common table expressions that say of each row of `wanted`, which has `agent_id`, `agent_status`, `event_id`, `attempt`, `round_start` and `held_since`, whether its first
 * attempt is held back: `judged` has `is_held` beside these columns. The breakers are locked, so that none of them is closed, with the last of its events released, before
 * this one is held. A retry is never held back, and neither is an event that has been held for a day.
 */
export function judgeByBreaker(wanted: string): string {
  return `
    breaking AS MATERIALIZED (
      SELECT b.agent_id, b.probe_event_id FROM webhook_breaker b
       WHERE b.state = 'open' AND b.agent_id = ANY (ARRAY(SELECT agent_id FROM ${wanted} WHERE agent_status = 'error'))
       ORDER BY b.agent_id FOR SHARE
    ), judged AS MATERIALIZED (
      SELECT w.*, b.agent_id IS NOT NULL AND w.agent_status = 'error' AND w.attempt = w.round_start AND b.probe_event_id IS DISTINCT FROM w.event_id
                  AND coalesce(w.held_since > now() - interval '${HELD_HOURS_MAX} hours', true) AS is_held
        FROM ${wanted} w LEFT JOIN breaking b ON b.agent_id = w.agent_id
    )`;
}

/** What an UPDATE sets that holds `open_event e` back. The sweeper comes back to it only when it has been held for too long. */
export const HOLD = `held_since = coalesce(e.held_since, now()), attempt_after = coalesce(e.held_since, now()) + interval '${HELD_HOURS_MAX} hours', put_off_since = NULL`;

/**
 * A common table expression that locks the breakers of the agents that `finished` names, where they have any. They are locked before the events, and when the relation `after` is
 * complete.
 */
export function lockBreakers(after: string): string {
  return `
    breakers AS MATERIALIZED (
      SELECT b.* FROM webhook_breaker b
       WHERE b.agent_id = ANY (ARRAY(SELECT agent_id FROM finished)) AND ${afterLocking(after)} ORDER BY b.agent_id FOR NO KEY UPDATE
    )`;
}

export interface BreakerParameters {
  attempts: string;
  failurePercent: string;
  windowMs: string;
  probeMs: string;
}

/**
 * Common table expressions that count the attempts of `finished` in the windows of their agents, and open the breaker of an agent that is in `error` and whose attempts fail too
 * often. One that lets go what it held opens as soon as its agent is in `error` again. Nothing is written for an agent that has not failed lately. `counted` holds the agents whose status this statement changes.
 */
export function countForBreakers({ attempts, failurePercent, windowMs, probeMs }: BreakerParameters): string {
  const half = `${windowMs}::double precision / 2 * interval '1 millisecond'`;
  return `
    tried AS MATERIALIZED (
      SELECT f.agent_id, count(*)::int AS attempts, (count(*) FILTER (WHERE f.outcome <> 'delivered'))::int AS failures
        FROM finished f WHERE ${attempts}::int > 0 AND ${afterLocking('breakers')} GROUP BY f.agent_id
    ), windows AS MATERIALIZED (
      SELECT t.agent_id, coalesce(b.state, 'closed') AS state, b.opened_at, b.opened_attempts, b.opened_failures, coalesce(b.probes, 0) AS probes, coalesce(b.doublings, 1) AS doublings,
             b.probe_event_id, b.probe_at, b.next_at,
             CASE WHEN b.half_began_at > now() - ${half} THEN b.half_began_at ELSE now() END AS half_began_at,
             t.attempts + CASE WHEN b.half_began_at > now() - ${half} THEN b.attempts ELSE 0 END AS attempts,
             t.failures + CASE WHEN b.half_began_at > now() - ${half} THEN b.failures ELSE 0 END AS failures,
             CASE WHEN b.half_began_at > now() - ${half} THEN b.attempts_before WHEN b.half_began_at > now() - 2 * ${half} THEN b.attempts ELSE 0 END AS attempts_before,
             CASE WHEN b.half_began_at > now() - ${half} THEN b.failures_before WHEN b.half_began_at > now() - 2 * ${half} THEN b.failures ELSE 0 END AS failures_before
        FROM tried t LEFT JOIN breakers b ON b.agent_id = t.agent_id
       WHERE t.failures > 0 OR b.half_began_at > now() - 2 * ${half}
    ), opening AS MATERIALIZED (
      SELECT w.agent_id FROM windows w
       WHERE w.state <> 'open'
         AND (w.state = 'releasing' OR w.attempts + w.attempts_before >= ${attempts}::int
                AND 100 * (w.failures + w.failures_before) >= ${failurePercent}::int * (w.attempts + w.attempts_before))
         AND coalesce((SELECT c.status FROM counted c WHERE c.id = w.agent_id), (SELECT a.status FROM agent a WHERE a.id = w.agent_id)) = 'error'
    ), breaker_written AS (
      INSERT INTO webhook_breaker AS k (agent_id, half_began_at, attempts, failures, attempts_before, failures_before, state, opened_at, opened_attempts,
                                        opened_failures, probes, doublings, probe_event_id, probe_at, next_at)
      SELECT w.agent_id, w.half_began_at, w.attempts, w.failures, w.attempts_before, w.failures_before,
             CASE WHEN o.agent_id IS NULL THEN w.state ELSE 'open' END,
             CASE WHEN o.agent_id IS NULL THEN w.opened_at ELSE now() END,
             CASE WHEN o.agent_id IS NULL THEN w.opened_attempts ELSE w.attempts + w.attempts_before END,
             CASE WHEN o.agent_id IS NULL THEN w.opened_failures ELSE w.failures + w.failures_before END,
             CASE WHEN o.agent_id IS NULL THEN w.probes ELSE 0 END,
             CASE WHEN o.agent_id IS NULL THEN w.doublings ELSE 1 END,
             CASE WHEN o.agent_id IS NULL THEN w.probe_event_id END,
             CASE WHEN o.agent_id IS NULL THEN w.probe_at ELSE now() + ${probeMs}::double precision * interval '1 millisecond' END,
             CASE WHEN o.agent_id IS NULL THEN w.next_at ELSE now() + ${probeMs}::double precision * interval '1 millisecond' END
        FROM windows w LEFT JOIN opening o ON o.agent_id = w.agent_id ORDER BY w.agent_id
      ON CONFLICT (agent_id) DO UPDATE
         SET (half_began_at, attempts, failures, attempts_before, failures_before, state, opened_at, opened_attempts, opened_failures, probes, doublings, probe_event_id,
              probe_at, next_at)
           = (EXCLUDED.half_began_at, EXCLUDED.attempts, EXCLUDED.failures, EXCLUDED.attempts_before, EXCLUDED.failures_before, EXCLUDED.state, EXCLUDED.opened_at,
              EXCLUDED.opened_attempts, EXCLUDED.opened_failures, EXCLUDED.probes, EXCLUDED.doublings, EXCLUDED.probe_event_id, EXCLUDED.probe_at, EXCLUDED.next_at)
       -- Another statement has written the first row of this agent meanwhile.
       WHERE EXCLUDED.state <> 'closed' OR k.state = 'closed'
    )`;
}
