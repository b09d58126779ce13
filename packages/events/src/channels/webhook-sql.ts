import { AT_ONCE } from '@svc/database';
import { isOfRun } from '../receipt-sql.js';

/** Holds the agents that have been due longest, `$1` at most. */
export const HOLD_DUE = {
  name: 'webhook-hold-due-2',
  text: 'SELECT agent_id FROM agent_counter WHERE next_due_at <= now() ORDER BY next_due_at LIMIT $1 FOR UPDATE SKIP LOCKED',
};

/** What is known of agents that are held: a statement of its own, so that it sees all that was written before they were. One that is being deleted has no webhook. */
export const READ_HELD = {
  name: 'webhook-read-held',
  text: `
    SELECT d.agent_id, r.owner_id, r.slot, coalesce(r.has_webhook, false) AS has_webhook, coalesce(r.takes_triggers, false) AS takes_triggers,
           (SELECT count(*)::int FROM event e WHERE e.agent_id = d.agent_id AND e.in_flight_until > now()) AS in_flight,
           a.status, a.webhook_url, coalesce(a.signing_secret_sealed, a.secret_sealed) AS secret_sealed,
           CASE WHEN a.previous_signing_until > now() THEN a.previous_signing_sealed END AS previous_sealed,
           b.state AS breaker_state, (extract(epoch FROM b.probe_at - now()) * 1000)::float8 AS probe_in_ms, b.doublings
      FROM unnest($1::text[]) AS d (agent_id) LEFT JOIN agent_reach r ON r.agent_id = d.agent_id LEFT JOIN agent a ON a.id = d.agent_id
      LEFT JOIN webhook_breaker b ON b.agent_id = d.agent_id`,
};

/** The first `$3` open events of each agent that its webhook takes, by the time of their next attempt; `$2` says whether it takes triggers, `$4` are all types. */
export const FIRST_OPEN = {
  name: 'webhook-first-open',
  text: `
    SELECT e.id, q.agent_id, (extract(epoch FROM e.next_attempt_at - now()) * 1000)::float8 AS due_in_ms,
           e.attempt - e.round_start AS tries, e.last_outcome
      FROM unnest($1::text[], $2::boolean[]) AS q (agent_id, takes_triggers) CROSS JOIN LATERAL (
        SELECT e.* FROM unnest($4::text[]) AS t (type) CROSS JOIN LATERAL (
          SELECT id, seq, next_attempt_at, attempt, round_start, last_outcome FROM event
           WHERE agent_id = q.agent_id AND type = t.type AND state = 'open' ORDER BY next_attempt_at, seq LIMIT $3
        ) e WHERE q.takes_triggers OR t.type <> 'task_trigger' ORDER BY e.next_attempt_at, e.seq LIMIT $3
      ) e ORDER BY q.agent_id, e.next_attempt_at, e.seq`,
};

/** When agents are to be looked at again. */
export const LOOK_AT = {
  name: 'webhook-look-at',
  text: `
    UPDATE agent_counter c SET next_due_at = now() + q.in_ms * interval '1 millisecond'
      FROM unnest($1::text[], $2::bigint[]) AS q (agent_id, in_ms) WHERE c.agent_id = q.agent_id`,
};

/**
 * Lets go of events whose attempt is over. Those of agents that are connected get a new `push_no`: their hubs may have passed them by while the attempt lasted.
 */
export const LET_GO = {
  name: 'webhook-let-go',
  text: `
    WITH held AS MATERIALIZED (
      SELECT e.id, e.agent_id, e.push_no FROM event e
       WHERE e.agent_id = ANY ($1::text[]) AND e.in_flight_until <= now() AND e.state = 'open' ORDER BY e.id FOR NO KEY UPDATE SKIP LOCKED
    ), over AS MATERIALIZED (
      SELECT h.*, r.slot IS NOT NULL AS is_online, row_number() OVER (PARTITION BY h.agent_id ORDER BY h.push_no) AS number
        FROM held h JOIN agent_reach r ON r.agent_id = h.agent_id
    ), counted AS (
      UPDATE agent_counter c SET last_push_no = c.last_push_no + n.events
        FROM (SELECT agent_id, count(*) AS events FROM over WHERE is_online GROUP BY agent_id) n WHERE c.agent_id = n.agent_id
      RETURNING c.agent_id, c.last_push_no - n.events AS before
    )
    UPDATE event e SET push_no = coalesce(c.before + o.number, e.push_no), in_flight_until = NULL
      FROM over o LEFT JOIN counted c ON c.agent_id = o.agent_id WHERE e.id = o.id`,
};

/** Begins attempts. What somebody else holds is left out. */
export const TAKE = {
  name: 'webhook-take',
  text: `
    WITH held AS MATERIALIZED (
      SELECT id FROM event WHERE id = ANY ($1::text[]) AND state = 'open' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE event e
         SET attempt = e.attempt + 1, last_outcome = NULL, handed_out_no = NULL, in_flight_until = now() + $5::int * interval '1 millisecond',
             next_attempt_at = now() + $5::int * interval '1 millisecond'
        FROM unnest($1::text[], $2::text[], $3::int[], $4::text[]) AS q (id, delivery_id, retry_num, retry_reason)
       WHERE e.id = q.id AND e.id IN (SELECT id FROM held)
      RETURNING e.id, q.delivery_id, q.retry_num, q.retry_reason, e.seq, e.push_no, e.type, e.frame, e.attempt, e.round_start
    ), recorded AS (
      INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason) SELECT delivery_id, id, retry_num, retry_reason FROM taken
    )
    SELECT id, delivery_id, seq, push_no, type, frame, attempt, round_start FROM taken`,
};

export const FAIL_TRIED = {
  name: 'webhook-fail-tried',
  text: `
    UPDATE event e
       SET state = 'failed', ended_at = now(), in_flight_until = NULL, is_listed = e.is_listed OR ${isOfRun('e.type')}, is_queued = e.is_queued OR e.type = 'task_trigger'
      FROM agent a WHERE e.id IN (SELECT id FROM event WHERE id = ANY ($1::text[]) AND state = 'open' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED) AND a.id = e.agent_id
    RETURNING e.id AS "eventId", e.agent_id AS "agentId", a.owner_id AS "userId", e.type`,
};

// The number of attempts only grows, so the beginning of the round moves with it.
export const TAKE_BACK = {
  name: 'webhook-take-back',
  text: `
    WITH taken_back AS (
      UPDATE event SET round_start = round_start + 1 WHERE id = $1 AND attempt = $3 AND round_start = $4 AND state = 'open'
    )
    UPDATE delivery_attempt SET outcome = 'http_error', error = $5, duration_ms = 0 WHERE event_id = $1 AND id = $2`,
};

/** Locks those of the agents `$1` whose status may change: those of `$2`, and those that have failed before. */
export const LOCK_AGENTS = {
  name: 'webhook-lock-agents',
  text: `
    SELECT 1 FROM agent WHERE id = ANY ($1::text[]) AND (id = ANY ($2::text[]) OR consecutive_failures > 0 OR status = 'error')
     ORDER BY id FOR NO KEY UPDATE`,
};

/** There may be more to do for these agents. One whose webhook has just come back gets the rest little by little. */
export const DUE_AGAIN = {
  name: 'webhook-due-again',
  text: `
    UPDATE agent_counter c SET next_due_at = LEAST(c.next_due_at, ${AT_ONCE})
      FROM (SELECT agent_id FROM agent_counter WHERE agent_id = ANY ($1::text[]) ORDER BY agent_id FOR UPDATE) q
     WHERE c.agent_id = q.agent_id AND NOT EXISTS (SELECT FROM webhook_breaker b WHERE b.agent_id = q.agent_id AND b.state = 'releasing')`,
};

/** Counts what became of events: `$2` whether some of the agent's were delivered, `$3` how many failed, `$4` from how many failures in a row it is in `error`. */
export const COUNT_RESULTS = {
  name: 'webhook-count-results',
  text: `
    UPDATE agent a
       SET consecutive_failures = CASE WHEN q.succeeded THEN 0 ELSE a.consecutive_failures + q.failures END,
           status = CASE WHEN q.succeeded THEN 'active' WHEN a.consecutive_failures + q.failures >= $4 THEN 'error' ELSE a.status END,
           status_reason = CASE WHEN q.succeeded THEN NULL
                                WHEN a.consecutive_failures + q.failures >= $4 THEN (a.consecutive_failures + q.failures) || ' webhook deliveries in a row failed'
                                ELSE a.status_reason END
      FROM unnest($1::text[], $2::boolean[], $3::int[]) AS q (agent_id, succeeded, failures)
     WHERE a.id = q.agent_id AND (q.failures > 0 OR q.succeeded AND (a.consecutive_failures > 0 OR a.status = 'error'))`,
};
