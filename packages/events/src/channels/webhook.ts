import { AT_ONCE, Batcher, rows, transaction } from '@svc/database';
import { countAttempts } from '@svc/domain';
import type { AttemptOutcome, BreakerSettings } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { afterLocking, beginRunsOf, isOfRun, receiveEvents } from '../receipt-sql.js';
import { readWindows, writeWindows } from './webhook-breaker.js';
import { claimAttempts } from './webhook-claim.js';
import type { WebhookClaim, WebhookClaimed } from './webhook-claim.js';
import { COUNT_RESULTS, DUE_AGAIN, LET_GO, LOCK_AGENTS, TAKE_BACK } from './webhook-sql.js';

export interface WebhookSettings {
  /** Failed deliveries in a row after which an agent's status becomes `error`. */
  agentErrorThreshold: number;
  breaker: BreakerSettings;
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

export interface UnmadeAttempt {
  eventId: string;
  deliveryId: string;
  /** Fences it. */
  reservation: { attempt: number; roundStart: number };
  error: string;
}

export type Webhooks = ReturnType<typeof webhookQueries>;

/** Webhook attempts: claimed before the request leaves, recorded when its outcome is known. Any number of dispatchers may do so. */
export function webhookQueries(pool: Pool, settings: WebhookSettings) {
  const finishing = new Batcher<FinishedAttempt, void>((finished) => finish(pool, finished, settings), {
    keyOf: (finished) => finished.agentId,
  });

  return {
    /**
     * Takes attempts that are due, of the agents that have waited longest. An agent that somebody else holds is passed over. An agent that is connected gets
     * none: an attempt that has ended otherwise than by a delivery makes its event pushable again, by a new number.
     */
    claim: (claim: WebhookClaim): Promise<WebhookClaimed> =>
      transaction(pool, (client) => claimAttempts(client, claim, settings.breaker)),

    /**
     * Records an attempt's outcome and moves its event on: delivered, due again, or failed. A delivery makes the event's pending run running. The agent counts
     * failed events in a row, and its status becomes `error` at the threshold; a success resets both. An outcome that comes after its lease has passed to another
     * process is recorded, but only a success still moves the event.
     */
    finish: (finished: FinishedAttempt): Promise<void> => finishing.add(finished),

    /**
     * Ends a claimed attempt that this process could not make, for a reason that lies with this process alone. The attempt is recorded and does not count. Any
     * process makes the next when the lease ends.
     */
    async takeBack({ eventId, deliveryId, reservation, error }: UnmadeAttempt): Promise<void> {
      const { attempt, roundStart } = reservation;
      await rows(pool, TAKE_BACK, [eventId, deliveryId, attempt, roundStart, error]);
    },
  };
}

async function finish(pool: Pool, finished: FinishedAttempt[], settings: WebhookSettings): Promise<void[]> {
  await transaction(pool, (client) => finishIn(client, finished, settings));
  return finished.map(() => undefined);
}

// The locks are taken in the order of all statements: agents, runs, counters, events.
async function finishIn(
  client: ClientBase,
  finished: readonly FinishedAttempt[],
  { agentErrorThreshold, breaker }: WebhookSettings,
): Promise<void> {
  const agentIds = [...new Set(finished.map(({ agentId }) => agentId))];
  const failing = finished.filter(({ outcome }) => outcome !== 'delivered').map(({ agentId }) => agentId);
  await rows(client, LOCK_AGENTS, [agentIds, failing]);
  const delivered = finished.filter(({ outcome }) => outcome === 'delivered').map(({ eventId }) => eventId);
  if (delivered.length > 0) await rows(client, BEGIN_RUNS, [delivered]);
  await rows(client, DUE_AGAIN, [agentIds]);
  const moved = await rows<{ agent_id: string; is_delivered: boolean }>(client, FINISH, [
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
  ]);
  // No agent of these connects meanwhile: its row is locked. So one that connects later gets the event by its old number.
  if (failing.length > 0) await rows(client, LET_GO, [failing]);
  const results = agentIds.map((agentId) => {
    const own = moved.filter((row) => row.agent_id === agentId);
    const failures = own.filter((row) => !row.is_delivered).length;
    return { agentId, succeeded: failures < own.length, failures };
  });
  await rows(client, COUNT_RESULTS, [
    results.map((result) => result.agentId),
    results.map((result) => result.succeeded),
    results.map((result) => result.failures),
    agentErrorThreshold,
  ]);
  await countForBreakers(client, finished, breaker);
}

/** Counts the attempts in the windows of their agents. Nothing is read for agents none of whose attempts have failed, unless they have a window. */
async function countForBreakers(
  client: ClientBase,
  finished: readonly FinishedAttempt[],
  settings: BreakerSettings,
): Promise<void> {
  if (settings.attempts === 0) return;
  const tried = new Map<string, { attempts: number; failures: number }>();
  for (const { agentId, outcome } of finished) {
    const own = tried.get(agentId) ?? { attempts: 0, failures: 0 };
    tried.set(agentId, {
      attempts: own.attempts + 1,
      failures: own.failures + (outcome === 'delivered' ? 0 : 1),
    });
  }
  const failing = [...tried].filter(([, { failures }]) => failures > 0).map(([agentId]) => agentId);
  const known = await readWindows(client, [...tried.keys()], failing);
  const written = known.flatMap(({ agentId, isFailing, window }) => {
    const ended = tried.get(agentId) ?? { attempts: 0, failures: 0 };
    const counted = countAttempts(window, ended, { isFailing, settings });
    return counted === null ? [] : [{ agentId, counted }];
  });
  if (written.length > 0) await writeWindows(client, written, settings);
}

const BEGIN_RUNS = {
  name: 'webhook-begin-runs',
  text: `WITH received AS MATERIALIZED (SELECT * FROM unnest($1::text[]) AS d (event_id)) ${beginRunsOf('received')}`,
};

// The outcome is that of the event's newest attempt, or a delivery. Where a retry follows, the event is let go of afterwards.
const FINISH = {
  name: 'webhook-finish',
  text: `
    WITH finished AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::text[], $6::int[], $7::text[], $8::text[], $9::int[], $10::int[])
        AS f (delivery_id, event_id, attempt, round_start, outcome, status_code, error, response, duration_ms, next_in_ms)
    ), recorded AS (
      UPDATE delivery_attempt d
         SET outcome = f.outcome, status_code = f.status_code, error = f.error, response = f.response, duration_ms = f.duration_ms
        FROM finished f WHERE d.event_id = f.event_id AND d.id = f.delivery_id
      RETURNING d.id
    ), received AS (${receiveEvents({ of: `(SELECT event_id FROM finished WHERE outcome = 'delivered' AND ${afterLocking('recorded')})`, channel: `'webhook'`, lease: 'e.leased_until' })}
    ), undelivered AS (
      UPDATE event e
         SET last_outcome = f.outcome, in_flight_until = CASE WHEN f.next_in_ms IS NOT NULL THEN ${AT_ONCE} END,
             next_attempt_at = now() + coalesce(f.next_in_ms, 0) * interval '1 millisecond',
             state = CASE WHEN f.next_in_ms IS NULL THEN 'failed' ELSE e.state END, ended_at = CASE WHEN f.next_in_ms IS NULL THEN now() END,
             is_listed = e.is_listed OR f.next_in_ms IS NULL AND ${isOfRun('e.type')},
             is_queued = e.is_queued OR f.next_in_ms IS NULL AND e.type = 'task_trigger'
        FROM finished f
       WHERE e.id = f.event_id AND e.state = 'open' AND e.attempt = f.attempt AND e.round_start = f.round_start AND f.outcome <> 'delivered'
      RETURNING e.agent_id, e.state
    )
    SELECT agent_id, true AS is_delivered FROM received UNION ALL SELECT agent_id, false FROM undelivered WHERE state = 'failed'`,
};
