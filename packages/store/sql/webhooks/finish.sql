-- Moves events on (delivered, failed, or due again where `let-go` follows), and records their attempts.
-- A delivery counts, or else the newest attempt. The agents are due.
-- takes: agent_ids, ids, event_ids, attempts, round_starts, outcomes, status_codes (number | null)[]
-- takes: errors (string | null)[], responses (string | null)[], durations_ms, next_in_ms (number | null)[]
WITH due AS (
  UPDATE agent_counter c SET next_due_at = LEAST(c.next_due_at, date_trunc('milliseconds', now()))
    FROM (SELECT agent_id FROM agent_counter WHERE agent_id = ANY ($1::text[]) ORDER BY agent_id FOR UPDATE) q
   WHERE c.agent_id = q.agent_id
  RETURNING c.agent_id
), f AS MATERIALIZED (
  SELECT * FROM unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::text[], $7::int[], $8::text[],
                       $9::text[], $10::int[], $11::int[])
    AS f (id, event_id, attempt, round_start, outcome, status_code, error, response, duration_ms, next_in_ms)
   WHERE (SELECT count(*) FROM due) >= 0
), received AS (
  UPDATE event e
     SET state = 'delivered', channel = 'webhook', drop_reason = NULL, delivered_at = now(), ended_at = now(),
         in_flight_until = NULL, handed_out_no = NULL, is_listed = e.is_queued
    FROM f WHERE e.id = f.event_id AND e.state <> 'delivered' AND f.outcome = 'delivered'
  RETURNING e.agent_id
), undelivered AS (
  UPDATE event e
     SET last_outcome = f.outcome, next_attempt_at = now() + interval '1 ms' * coalesce(f.next_in_ms, 0),
         in_flight_until = CASE WHEN f.next_in_ms IS NOT NULL THEN date_trunc('milliseconds', now()) END,
         state = CASE WHEN f.next_in_ms IS NULL THEN 'failed' ELSE e.state END,
         ended_at = CASE WHEN f.next_in_ms IS NULL THEN now() END,
         is_listed = e.is_listed OR f.next_in_ms IS NULL AND is_of_run(e.type),
         is_queued = e.is_queued OR f.next_in_ms IS NULL AND e.type = 'task_trigger'
    FROM f WHERE e.id = f.event_id AND e.state = 'open' AND e.attempt = f.attempt
     AND e.round_start = f.round_start AND f.outcome <> 'delivered'
  RETURNING e.agent_id, e.state
), recorded AS (
  UPDATE delivery_attempt d
     SET (outcome, status_code, error, response, duration_ms) =
           (f.outcome, f.status_code, f.error, f.response, f.duration_ms)
    FROM f WHERE d.event_id = f.event_id AND d.id = f.id
)
SELECT agent_id, true AS is_delivered FROM received
UNION ALL SELECT agent_id, false FROM undelivered WHERE state = 'failed'
