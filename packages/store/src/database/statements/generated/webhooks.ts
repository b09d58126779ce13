// Generated from packages/store/sql by `npm run sql`.
import type { AgentStatus, AttemptOutcome, AttemptWindow, BreakerState, EventType, RetryReason } from '@svc/domain';
import { statement } from '../statement.js';

/** Closes breakers, and counts the probes of others. The window of one that closes begins anew: what failed before says nothing of a webhook that works again. */
export const changeBreakers = statement<{ closed: readonly string[]; probed: readonly string[]; waitsMs: readonly number[] }, object>('webhooks/change-breakers', ['closed', 'probed', 'waitsMs'], `
WITH closed AS (
  DELETE FROM webhook_breaker WHERE agent_id = ANY ($1::text[])
)
UPDATE webhook_breaker b
   SET probes = b.probes + 1, doublings = b.doublings + 1, probe_at = now() + q.wait_ms * interval '1 millisecond'
  FROM unnest($2::text[], $3::float8[]) AS q (agent_id, wait_ms)
 WHERE b.agent_id = q.agent_id`);

/** Counts what became of events: whether some of an agent's were delivered, and how many failed. From a threshold of failures in a row on an agent is in error, until something is delivered. */
export const countFailures = statement<{ agentIds: readonly string[]; succeeded: readonly boolean[]; failures: readonly number[]; threshold: number }, object>('webhooks/count-failures', ['agentIds', 'succeeded', 'failures', 'threshold'], `
UPDATE agent a
   SET consecutive_failures = CASE WHEN q.succeeded THEN 0 ELSE a.consecutive_failures + q.failures END,
       status = CASE WHEN q.succeeded THEN 'active'
                     WHEN a.consecutive_failures + q.failures >= $4 THEN 'error' ELSE a.status END,
       status_reason = CASE WHEN q.succeeded THEN NULL
                            WHEN a.consecutive_failures + q.failures >= $4 THEN
                              (a.consecutive_failures + q.failures) || ' webhook deliveries in a row failed'
                            ELSE a.status_reason END
  FROM unnest($1::text[], $2::boolean[], $3::int[]) AS q (agent_id, succeeded, failures)
 WHERE a.id = q.agent_id
   AND (q.failures > 0 OR q.succeeded AND (a.consecutive_failures > 0 OR a.status = 'error'))`);

export const countOpen = statement<object, { open: number }>('webhooks/count-open', [], `
SELECT count(*)::int AS open FROM webhook_breaker b JOIN agent a ON a.id = b.agent_id
 WHERE b.state = 'open' AND a.status = 'error'`);

/** Fails events whose attempts have all ended with their process. Locked ones are left out. */
export const fail = statement<{ ids: readonly string[] }, { eventId: string; agentId: string; userId: string; type: EventType }>('webhooks/fail', ['ids'], `
UPDATE event e
   SET state = 'failed', ended_at = now(), in_flight_until = NULL,
       is_listed = e.is_listed OR is_of_run(e.type), is_queued = e.is_queued OR e.type = 'task_trigger'
  FROM agent a
 WHERE a.id = e.agent_id AND e.id IN (
   SELECT id FROM event WHERE id = ANY ($1::text[]) AND state = 'open'
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
 )
RETURNING e.id AS "eventId", e.agent_id AS "agentId", a.owner_id AS "userId", e.type`);

/** Moves events on (delivered, failed, or due again where `let-go` follows), and records their attempts. A delivery counts, or else the newest attempt. The agents are due. */
export const finish = statement<{ agentIds: readonly string[]; ids: readonly string[]; eventIds: readonly string[]; attempts: readonly number[]; roundStarts: readonly number[]; outcomes: readonly string[]; statusCodes: (number | null)[]; errors: (string | null)[]; responses: (string | null)[]; durationsMs: readonly number[]; nextInMs: (number | null)[] }, { agent_id: string; is_delivered: boolean }>('webhooks/finish', ['agentIds', 'ids', 'eventIds', 'attempts', 'roundStarts', 'outcomes', 'statusCodes', 'errors', 'responses', 'durationsMs', 'nextInMs'], `
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
UNION ALL SELECT agent_id, false FROM undelivered WHERE state = 'failed'`);

/** The first open events of each agent that its webhook takes, by the time of their next attempt. */
export const firstOpen = statement<{ agentIds: readonly string[]; takeTriggers: readonly boolean[]; types: readonly string[]; eventsMax: number }, { id: string; agentId: string; dueInMs: number; tries: number; outcome: AttemptOutcome | null }>('webhooks/first-open', ['agentIds', 'takeTriggers', 'types', 'eventsMax'], `
SELECT e.id, q.agent_id AS "agentId",
       (extract(epoch FROM e.next_attempt_at - now()) * 1000)::float8 AS "dueInMs",
       e.attempt - e.round_start AS tries, e.last_outcome AS outcome
  FROM unnest($1::text[], $2::boolean[]) AS q (agent_id, takes_triggers) CROSS JOIN LATERAL (
    SELECT e.* FROM unnest($3::text[]) AS t (type) CROSS JOIN LATERAL (
      SELECT id, seq, next_attempt_at, attempt, round_start, last_outcome FROM event
       WHERE agent_id = q.agent_id AND type = t.type AND state = 'open'
       ORDER BY next_attempt_at, seq LIMIT $4
    ) e WHERE q.takes_triggers OR t.type <> 'task_trigger' ORDER BY e.next_attempt_at, e.seq LIMIT $4
  ) e
 ORDER BY q.agent_id, e.next_attempt_at, e.seq`);

/** Locks the agents whose webhooks have been due longest. One that is locked is passed over. */
export const holdDue = statement<{ agentsMax: number }, { agent_id: string }>('webhooks/hold-due', ['agentsMax'], `
SELECT agent_id FROM agent_counter WHERE next_due_at <= now()
 ORDER BY next_due_at LIMIT $1 FOR UPDATE SKIP LOCKED`);

/** Lets go of events whose attempt is over. Those of connected agents get a new `push_no`: their hubs may have passed them by while the attempt lasted. */
export const letGo = statement<{ agentIds: readonly string[] }, object>('webhooks/let-go', ['agentIds'], `
WITH locked AS MATERIALIZED (
  SELECT e.id, e.agent_id, e.push_no FROM event e
   WHERE e.agent_id = ANY ($1::text[]) AND e.in_flight_until <= now() AND e.state = 'open'
   ORDER BY e.id FOR NO KEY UPDATE SKIP LOCKED
), over AS MATERIALIZED (
  SELECT h.*, r.slot IS NOT NULL AS is_online,
         row_number() OVER (PARTITION BY h.agent_id ORDER BY h.push_no) AS number
    FROM locked h JOIN agent_reach r ON r.agent_id = h.agent_id
), counted AS (
  UPDATE agent_counter c SET last_push_no = c.last_push_no + n.events
    FROM (SELECT agent_id, count(*) AS events FROM over WHERE is_online GROUP BY agent_id) n
   WHERE c.agent_id = n.agent_id
  RETURNING c.agent_id, c.last_push_no - n.events AS before
)
UPDATE event e SET push_no = coalesce(c.before + o.number, e.push_no), in_flight_until = NULL
  FROM over o LEFT JOIN counted c ON c.agent_id = o.agent_id WHERE e.id = o.id`);

/** Open while its agent is in error. What it holds back is counted up to a number. */
export const listBreakers = statement<{ agentIds: readonly string[]; countedMax: number }, { agentId: string; openedAt: Date; attempts: number; failures: number; probes: number; nextProbeAt: Date; heldEvents: number }>('webhooks/list-breakers', ['agentIds', 'countedMax'], `
SELECT b.agent_id AS "agentId", b.opened_at AS "openedAt", b.opened_attempts AS attempts,
       b.opened_failures AS failures, b.probes, b.probe_at AS "nextProbeAt", (
         SELECT count(*)::int FROM (
           SELECT FROM waiting_up_to w
             JOIN event e ON e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open'
            WHERE w.agent_id = b.agent_id AND w.push_no = 0 AND e.next_attempt_at <= now() LIMIT $2
         ) due
       ) AS "heldEvents"
  FROM webhook_breaker b JOIN agent a ON a.id = b.agent_id AND a.status = 'error'
 WHERE b.agent_id = ANY ($1::text[]) AND b.state = 'open'`);

/** Locks the agents whose status may change, and begins the runs of delivered events, before these are locked. Gives the agents whose failures are counted: those, and those whose webhooks have failed lately. */
export const lock = statement<{ agentIds: readonly string[]; failing: readonly string[]; delivered: readonly string[] }, { agent_id: string }>('webhooks/lock', ['agentIds', 'failing', 'delivered'], `
WITH locked AS MATERIALIZED (
  SELECT id FROM agent
   WHERE id = ANY ($1::text[]) AND (id = ANY ($2::text[]) OR consecutive_failures > 0 OR status = 'error')
   ORDER BY id FOR NO KEY UPDATE
), begun AS MATERIALIZED (
  SELECT id FROM begin_runs(ARRAY(
    SELECT e.subject_id FROM event e
     WHERE e.id = ANY ($3::text[]) AND e.state <> 'delivered' AND is_of_run(e.type)
       AND (SELECT count(*) FROM locked) >= 0
  ))
)
SELECT agent_id FROM unnest($1::text[]) AS q (agent_id)
 WHERE (SELECT count(*) FROM begun) >= 0
   AND (agent_id IN (TABLE locked) OR EXISTS (SELECT FROM webhook_breaker b WHERE b.agent_id = q.agent_id))`);

/** Locks and reads the windows of webhooks that have one or fail now. Says whose agents are in error. */
export const lockWindows = statement<{ agentIds: readonly string[]; failing: readonly string[] }, { agentId: string; isFailing: boolean; window: AttemptWindow | null }>('webhooks/lock-windows', ['agentIds', 'failing'], `
WITH known AS MATERIALIZED (
  SELECT * FROM webhook_breaker WHERE agent_id = ANY ($1::text[]) ORDER BY agent_id FOR NO KEY UPDATE
)
SELECT a.id AS "agentId", a.status = 'error' AS "isFailing",
       CASE WHEN k.agent_id IS NOT NULL THEN json_build_object(
         'state', k.state, 'halfAgeMs', extract(epoch FROM now() - k.half_began_at) * 1000,
         'attempts', k.attempts, 'failures', k.failures,
         'attemptsBefore', k.attempts_before, 'failuresBefore', k.failures_before
       ) END AS window
  FROM agent a LEFT JOIN known k ON k.agent_id = a.id
 WHERE a.id = ANY ($1::text[]) AND (k.agent_id IS NOT NULL OR a.id = ANY ($2::text[]))`);

/** Makes the next probe of an open breaker due, and the waits behind it as short as at first. */
export const probeNow = statement<{ agentId: string; ownerId: string }, { is_open: boolean }>('webhooks/probe-now', ['agentId', 'ownerId'], `
WITH looked_at AS (
  UPDATE agent_counter c SET next_due_at = date_trunc('milliseconds', now()) FROM agent a
   WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL AND c.agent_id = a.id
  RETURNING c.agent_id
), due AS (
  UPDATE webhook_breaker b SET probe_at = date_trunc('milliseconds', now()), doublings = 0 FROM looked_at l
   WHERE b.agent_id = l.agent_id AND b.state = 'open'
  RETURNING b.agent_id
)
SELECT EXISTS (SELECT FROM due) AS is_open FROM looked_at`);

/** Agents that are locked, what of their webhooks is known, and how many of their attempts are under way. A statement of its own: it sees all that was written before the lock. A deleted agent has no webhook. */
export const readDue = statement<{ agentIds: readonly string[] }, { agentId: string; userId: string | null; slot: string | null; hasWebhook: boolean; takesTriggers: boolean; agentStatus: AgentStatus; breakerState: BreakerState | null; doublings: number | null; probeInMs: number | null; inFlight: number }>('webhooks/read-due', ['agentIds'], `
SELECT d.agent_id AS "agentId", r.owner_id AS "userId", r.slot,
       coalesce(r.has_webhook, false) AS "hasWebhook", coalesce(r.takes_triggers, false) AS "takesTriggers",
       a.status AS "agentStatus", b.state AS "breakerState", b.doublings,
       (extract(epoch FROM b.probe_at - now()) * 1000)::float8 AS "probeInMs",
       (SELECT count(*)::int FROM event WHERE agent_id = a.id AND in_flight_until > now()) AS "inFlight"
  FROM unnest($1::text[]) AS d (agent_id) LEFT JOIN agent_reach r ON r.agent_id = d.agent_id
  LEFT JOIN agent a ON a.id = d.agent_id LEFT JOIN webhook_breaker b ON b.agent_id = d.agent_id`);

/** Begins attempts, and says when agents are to be looked at again. Locked ones are left out. So if fewer were taken than chosen, it is soon. */
export const take = statement<{ ids: readonly string[]; deliveryIds: readonly string[]; retryNums: readonly number[]; retryReasons: readonly string[]; leaseMs: number; agentIds: readonly string[]; chosen: readonly number[]; looksInMs: (number | null)[] }, { eventId: string; deliveryId: string; agentId: string; userId: string; seq: number; createdAt: Date; pushNo: number; type: EventType; frame: string; attempt: number; roundStart: number; retryNum: number; retryReason: RetryReason; agentStatus: AgentStatus; webhookUrl: string; secretSealed: Buffer; previousSecretSealed: Buffer | null }>('webhooks/take', ['ids', 'deliveryIds', 'retryNums', 'retryReasons', 'leaseMs', 'agentIds', 'chosen', 'looksInMs'], `
WITH locked AS MATERIALIZED (
  SELECT id FROM event WHERE id = ANY ($1::text[]) AND state = 'open'
   ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
), taken AS (
  UPDATE event e
     SET attempt = e.attempt + 1, last_outcome = NULL, handed_out_no = NULL,
         in_flight_until = now() + $5::int * interval '1 millisecond',
         next_attempt_at = now() + $5::int * interval '1 millisecond'
    FROM unnest($1::text[], $2::text[], $3::int[], $4::text[])
           WITH ORDINALITY AS q (id, delivery_id, retry_num, retry_reason, ordinal)
   WHERE e.id = q.id AND e.id IN (TABLE locked)
  RETURNING e.agent_id, e.seq, e.created_at, e.push_no, e.type, e.frame, e.attempt, e.round_start, q.*
), recorded AS (
  INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason)
  SELECT delivery_id, id, retry_num, retry_reason FROM taken
), looked_at AS (
  UPDATE agent_counter c
     SET next_due_at = now() + interval '1 millisecond' *
           CASE WHEN q.chosen > (SELECT count(*) FROM taken t WHERE t.agent_id = q.agent_id) THEN 1000
                ELSE q.in_ms END
    FROM unnest($6::text[], $7::int[], $8::bigint[]) AS q (agent_id, chosen, in_ms)
   WHERE c.agent_id = q.agent_id
)
SELECT t.id AS "eventId", t.delivery_id AS "deliveryId", t.agent_id AS "agentId", a.owner_id AS "userId", t.seq,
       t.created_at AS "createdAt", t.push_no AS "pushNo", t.type, t.frame, t.attempt, t.round_start AS "roundStart",
       t.retry_num AS "retryNum", t.retry_reason AS "retryReason", a.status AS "agentStatus",
       coalesce(a.webhook_url, '') AS "webhookUrl",
       coalesce(a.signing_secret_sealed, a.secret_sealed) AS "secretSealed",
       CASE WHEN a.previous_signing_until > now() THEN a.previous_signing_sealed END AS "previousSecretSealed"
  FROM taken t JOIN agent a ON a.id = t.agent_id ORDER BY t.ordinal`);

/** Ends an attempt that could not be made. The number of attempts only grows, so the round begins later. */
export const takeBack = statement<{ eventId: string; deliveryId: string; attempt: number; roundStart: number; error: string }, object>('webhooks/take-back', ['eventId', 'deliveryId', 'attempt', 'roundStart', 'error'], `
WITH taken_back AS (
  UPDATE event SET round_start = round_start + 1
   WHERE id = $1 AND attempt = $3 AND round_start = $4 AND state = 'open'
)
UPDATE delivery_attempt SET outcome = 'http_error', error = $5, duration_ms = 0
 WHERE event_id = $1 AND id = $2`);

/** Writes windows of webhooks, in one order. What is known of a breaker's opening stays while it is open. */
export const writeWindows = statement<{ windows: string; probeMs: number }, object>('webhooks/write-windows', ['windows', 'probeMs'], `
INSERT INTO webhook_breaker AS b (
  agent_id, state, half_began_at, attempts, failures, attempts_before, failures_before,
  opened_at, opened_attempts, opened_failures, probe_at
)
SELECT q."agentId", q.state, now() - q."halfAgeMs" * interval '1 millisecond', q.attempts, q.failures,
       q."attemptsBefore", q."failuresBefore", now(), q.attempts + q."attemptsBefore",
       q.failures + q."failuresBefore", now() + $2::float8 * interval '1 millisecond'
  FROM json_to_recordset($1::json) AS q (
         "agentId" text, state text, "halfAgeMs" float8, attempts int, failures int,
         "attemptsBefore" int, "failuresBefore" int
       )
 ORDER BY q."agentId"
ON CONFLICT (agent_id) DO UPDATE
   SET state = EXCLUDED.state, half_began_at = EXCLUDED.half_began_at,
       attempts = EXCLUDED.attempts, failures = EXCLUDED.failures,
       attempts_before = EXCLUDED.attempts_before, failures_before = EXCLUDED.failures_before,
       opened_at = CASE WHEN b.state = 'open' THEN b.opened_at ELSE EXCLUDED.opened_at END,
       opened_attempts = CASE WHEN b.state = 'open' THEN b.opened_attempts ELSE EXCLUDED.opened_attempts END,
       opened_failures = CASE WHEN b.state = 'open' THEN b.opened_failures ELSE EXCLUDED.opened_failures END,
       probe_at = CASE WHEN b.state = 'open' THEN b.probe_at ELSE EXCLUDED.probe_at END`);
