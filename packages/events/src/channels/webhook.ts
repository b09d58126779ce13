import { Batcher, rows } from '@svc/database';
import type { AgentStatus, AttemptOutcome, BreakerSettings, EventType, RetryReason } from '@svc/domain';
import type { Pool } from 'pg';
import { countForBreakers, HOLD, judgeByBreaker, lockBreakers } from './breaker-sql.js';
import { dueEventQueries, RETRY_OVERDUE_MS } from './webhook-due.js';
import { reaches } from '../route.js';
import { deliverLate } from '../deliver-late.js';
import { failEvents, receiveEvents } from '../end-sql.js';
import { afterLocking, beginRunsOf } from '../receipt-sql.js';

export interface AttemptRequest {
  eventId: string;
  deliveryId: string;
  /** How many attempts were reserved when the broker's message was published. A repeat of the message finds another count. */
  attempt: number;
  /** How long the attempt may take, in milliseconds. After that another process may take the event up. */
  leaseMs: number;
}

/** An attempt that this process, and no other, is to make. */
export interface ReservedAttempt {
  eventId: string;
  deliveryId: string;
  agentId: string;
  type: EventType;
  frame: string;
  /** 0-based within the round; at most 3. */
  retryNum: number;
  retryReason: RetryReason;
  webhookUrl: string;
  /** What signs: the agent's signing secret, or its secret where it has none. */
  secretSealed: Buffer;
  /** What signed before, while a rotation's grace lasts; `null` otherwise. */
  previousSecretSealed: Buffer | null;
  agentStatus: AgentStatus;
  /** Fences the outcome. */
  reservation: { attempt: number; roundStart: number };
}

export interface FinishedAttempt {
  deliveryId: string;
  eventId: string;
  agentId: string;
  reservation: { attempt: number; roundStart: number };
  outcome: AttemptOutcome;
  statusCode: number | null;
  error: string | null;
  /** The start of the receiver's answer. */
  response: string | null;
  durationMs: number;
  /** Milliseconds until the next attempt, or `null` if none follows. Ignored after a success. */
  nextInMs: number | null;
}

/** Highest number that `X-Svc-Retry-Num` takes. */
const RETRY_NUM_MAX = 3;

/** An attempt whose process died does not use up the last retry. This bounds such attempts: an event that reaches it fails. */
const ATTEMPTS_PER_ROUND_MAX = 8;

export type Attempts = ReturnType<typeof attemptQueries>;

/** Webhook attempts: reserved before the request leaves, recorded when its outcome is known. */
export function attemptQueries(
  pool: Pool,
  options: { agentErrorThreshold: number; breaker: BreakerSettings },
) {
  const reserving = new Batcher<AttemptRequest, ReservedAttempt | null>(
    (requests) => reserve(pool, requests),
    { keyOf: (request) => request.eventId },
  );
  const finishing = new Batcher<FinishedAttempt, void>((finished) => finish(pool, finished, options), {
    keyOf: (finished) => finished.agentId,
  });

  return {
    /**
     * Reserves the next attempt of a pending event. `null` if the broker's message is a repeat, the event is no longer pending,
     * the agent is online or has no webhook: the caller then asks where the event goes. Also `null` if the event is held back, because the agent's webhook
     * fails: it stays pending until its breaker lets it go. If all attempts of an event ended with
     * their process, the event fails instead, so that it cannot go round for ever.
     */
    reserve: (request: AttemptRequest): Promise<ReservedAttempt | null> => reserving.add(request),

    ...dueEventQueries(pool),

    /**
     * Records an attempt's outcome and moves its event on: delivered, due again, or failed. A delivery makes the event's pending run
     * running. The agent's poll lists a trigger's event that failed. The agent counts failed events in a row, and its status becomes
     * `error` at the threshold; a success resets both. An outcome that comes after its lease has
     * passed to another process is recorded, but only a success still moves the event.
     */
    finish: (finished: FinishedAttempt): Promise<void> => finishing.add(finished),
  };
}

interface ReservedRow {
  id: string;
  delivery_id: string;
  agent_id: string;
  type: EventType;
  frame: string;
  retry_num: number;
  retry_reason: RetryReason;
  webhook_url: string;
  secret_sealed: Buffer;
  previous_sealed: Buffer | null;
  agent_status: AgentStatus;
  attempt: number;
  round_start: number;
}

async function reserve(pool: Pool, requests: AttemptRequest[]): Promise<(ReservedAttempt | null)[]> {
  // Of two messages for one event in a batch, only the first may reserve.
  const first = [...new Map([...requests].reverse().map((request) => [request.eventId, request])).values()];
  const reserved = await rows<ReservedRow>(pool, RESERVE, [
    first.map((request) => request.eventId),
    first.map((request) => request.attempt),
    first.map((request) => request.deliveryId),
    first.map((request) => request.leaseMs),
  ]);
  const byDelivery = new Map(reserved.map((row) => [row.delivery_id, row]));
  return requests.map((request) => {
    const row = byDelivery.get(request.deliveryId);
    return row === undefined ? null : reservedAttempt(row);
  });
}

function reservedAttempt(row: ReservedRow): ReservedAttempt {
  return {
    eventId: row.id,
    deliveryId: row.delivery_id,
    agentId: row.agent_id,
    type: row.type,
    frame: row.frame,
    retryNum: row.retry_num,
    retryReason: row.retry_reason,
    webhookUrl: row.webhook_url,
    secretSealed: row.secret_sealed,
    previousSecretSealed: row.previous_sealed,
    agentStatus: row.agent_status,
    reservation: { attempt: row.attempt, roundStart: row.round_start },
  };
}

async function finish(
  pool: Pool,
  finished: FinishedAttempt[],
  { agentErrorThreshold, breaker }: { agentErrorThreshold: number; breaker: BreakerSettings },
): Promise<void[]> {
  const reached = await rows<{ event_id: string }>(pool, FINISH, [
    finished.map((item) => item.deliveryId),
    finished.map((item) => item.eventId),
    finished.map((item) => item.reservation.attempt),
    finished.map((item) => item.reservation.roundStart),
    finished.map((item) => item.outcome),
    finished.map((item) => item.statusCode),
    finished.map((item) => item.error),
    finished.map((item) => item.response),
    finished.map((item) => Math.round(item.durationMs)),
    finished.map((item) => item.nextInMs),
    agentErrorThreshold,
    finished.map((item) => item.agentId),
    ...[breaker.attempts, breaker.failurePercent, breaker.windowMs, breaker.probeMs],
  ]);
  const delivered = finished.filter((item) => item.outcome === 'delivered');
  await deliverLate(
    pool,
    delivered.map(({ eventId }) => ({ eventId, channel: 'webhook' as const })),
    reached,
  );
  return finished.map(() => undefined);
}

// An event that the long poll has handed out loses the number of its mark. If the attempt fails, the event is handed out anew, and an older receipt does not end it.
const RESERVE = {
  name: 'attempt-reserve-6',
  text: `
    WITH wanted AS MATERIALIZED (
      SELECT w.*, e.agent_id, e.last_outcome, e.round_start, e.held_since, a.webhook_url, coalesce(a.signing_secret_sealed, a.secret_sealed) AS secret_sealed,
             CASE WHEN a.previous_signing_until > now() THEN a.previous_signing_sealed END AS previous_sealed, a.status AS agent_status,
             a.deleted_at IS NULL AND ${reaches('webhook')} AND NOT (${reaches('websocket')}) AS may_reserve
        FROM unnest($1::text[], $2::int[], $3::text[], $4::int[]) AS w (event_id, attempt, delivery_id, lease_ms)
        JOIN open_event e ON e.event_id = w.event_id JOIN agent a ON a.id = e.agent_id
       WHERE e.attempt = w.attempt AND e.state = 'pending'
    ), ${judgeByBreaker('wanted')}, frames AS MATERIALIZED (
      SELECT id, frame FROM event WHERE id = ANY ($1::text[])
    ), reserved AS (
      UPDATE open_event e
         SET attempt = e.attempt + 1,
             last_outcome = NULL, handed_out_no = NULL, put_off_since = NULL, held_since = NULL,
             in_flight_until = now() + w.lease_ms * interval '1 millisecond',
             attempt_after = now() + w.lease_ms * interval '1 millisecond'
        FROM judged w
       WHERE e.event_id = w.event_id AND e.attempt = w.attempt AND e.state = 'pending' AND w.may_reserve AND NOT w.is_held
         AND e.attempt - e.round_start < ${ATTEMPTS_PER_ROUND_MAX}
      RETURNING e.event_id AS id, w.delivery_id, e.agent_id, e.type, e.attempt, e.round_start, w.webhook_url, w.secret_sealed,
                w.previous_sealed, w.agent_status,
                LEAST(e.attempt - 1 - e.round_start, ${RETRY_NUM_MAX}) AS retry_num,
                CASE WHEN e.attempt - 1 = e.round_start THEN 'first_attempt'
                     ELSE coalesce(w.last_outcome, 'unknown') END AS retry_reason
    ), held AS (
      UPDATE open_event e SET ${HOLD}
        FROM judged w WHERE e.event_id = w.event_id AND e.attempt = w.attempt AND e.state = 'pending' AND w.may_reserve AND w.is_held
    ), ${failEvents('given_up', {
      of: 'wanted',
      where: `e.attempt = f.attempt AND e.state = 'pending' AND f.may_reserve AND e.attempt - e.round_start >= ${ATTEMPTS_PER_ROUND_MAX}
              AND (e.in_flight_until IS NULL OR e.in_flight_until < now())`,
    })}, recorded AS (
      INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason)
      SELECT delivery_id, id, retry_num, retry_reason FROM reserved
    )
    SELECT r.*, l.frame FROM reserved r LEFT JOIN frames l ON l.id = r.id`,
};

/** The outcome is that of the event's newest attempt. */
const RESERVED_BY = `e.attempt = f.attempt AND e.round_start = f.round_start AND e.state = 'pending'`;

const FINISH = {
  name: 'attempt-finish-7',
  text: `
    WITH finished AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::int[], $7::text[], $8::text[],
                           $9::int[], $10::int[], $12::text[])
        AS f (delivery_id, event_id, attempt, round_start, outcome, status_code, error, response, duration_ms, next_in_ms, agent_id)
    ), recorded AS (
      UPDATE delivery_attempt d
         SET outcome = f.outcome, status_code = f.status_code, error = f.error, response = f.response,
             duration_ms = f.duration_ms
        FROM finished f WHERE d.event_id = f.event_id AND d.id = f.delivery_id
      RETURNING d.id
    ), ${lockBreakers('recorded')}, received AS (
      SELECT event_id FROM finished WHERE outcome = 'delivered' AND ${afterLocking('breakers')}
    ), begun AS (${beginRunsOf('received')}
    ), ${receiveEvents('reached', {
      of: 'finished',
      channel: `'webhook'`,
      where: `d.outcome = 'delivered' AND ${afterLocking('breakers')} AND ${afterLocking('begun')}`,
      lease: 'o.leased_until',
    })}, ${failEvents('failed', { of: 'finished', where: `f.outcome <> 'delivered' AND f.next_in_ms IS NULL AND ${RESERVED_BY} AND ${afterLocking('breakers')}`, set: ', last_outcome = f.outcome' })}, put_off AS (
      UPDATE open_event e
         SET last_outcome = f.outcome, in_flight_until = NULL,
             attempt_after = now() + (f.next_in_ms + ${RETRY_OVERDUE_MS}) * interval '1 millisecond'
        FROM finished f
       WHERE e.event_id = f.event_id AND f.outcome <> 'delivered' AND f.next_in_ms IS NOT NULL AND ${RESERVED_BY} AND ${afterLocking('breakers')}
    ), tally AS (
      SELECT agent_id, bool_or(is_reached) AS succeeded, count(*) FILTER (WHERE NOT is_reached) AS failures
        FROM (SELECT agent_id, true AS is_reached FROM reached UNION ALL SELECT agent_id, false FROM failed) moved GROUP BY agent_id
    ), locked AS (
      SELECT a.id, t.succeeded, t.failures FROM agent a JOIN tally t ON t.agent_id = a.id
       WHERE t.failures > 0 OR a.consecutive_failures > 0 OR a.status = 'error'
       ORDER BY a.id FOR NO KEY UPDATE OF a
    ), counted AS (
      UPDATE agent a
         SET consecutive_failures = CASE WHEN l.succeeded THEN 0 ELSE a.consecutive_failures + l.failures END,
             status = CASE WHEN l.succeeded THEN 'active'
                           WHEN a.consecutive_failures + l.failures >= $11 THEN 'error' ELSE a.status END,
             status_reason = CASE WHEN l.succeeded THEN NULL
                                  WHEN a.consecutive_failures + l.failures >= $11
                                  THEN (a.consecutive_failures + l.failures) || ' webhook deliveries in a row failed'
                                  ELSE a.status_reason END
        FROM locked l WHERE a.id = l.id RETURNING a.id, a.status
    ), ${countForBreakers({ attempts: '$13', failurePercent: '$14', windowMs: '$15', probeMs: '$16' })}
    SELECT event_id FROM reached`,
};
