import * as sql from '../../database/statements/generated/index.js';
import { Batcher } from '../../database/batcher.js';
import { rows } from '../../database/statements/statement.js';
import { transaction } from '../../database/transaction.js';
import { countAttempts } from '@svc/domain';
import type { AttemptOutcome, BreakerSettings } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { claimAttempts } from './webhook-claim.js';
import type { ClaimedAttempt, WebhookClaim, WebhookClaimed } from './webhook-claim.js';

export interface WebhookSettings {
  /** Failed deliveries in a row after which an agent's status becomes `error`. */
  agentErrorThreshold: number;
  breaker: BreakerSettings;
}

type AttemptKey = Pick<ClaimedAttempt, 'eventId' | 'deliveryId' | 'attempt' | 'roundStart'>;

export interface FinishedAttempt extends AttemptKey {
  agentId: string;
  outcome: AttemptOutcome;
  statusCode: number | null;
  error: string | null;
  /** The start of the receiver's answer. */
  response: string | null;
  durationMs: number;
  /** `null` if no attempt follows. Ignored after a success. */
  nextInMs: number | null;
}

export type Webhooks = ReturnType<typeof webhookQueries>;

/** Any number of dispatchers claim attempts before the request leaves, and record their outcomes. */
export function webhookQueries(pool: Pool, settings: WebhookSettings) {
  const finishing = new Batcher<FinishedAttempt, void>((finished) => finish(pool, finished, settings), {
    keyOf: (finished) => finished.agentId,
  });

  return {
    /**
     * Takes attempts that are due, of the agents that have waited longest. A locked agent is passed over. One
     * that is connected gets none: an attempt without a delivery makes its event pushable by a new number.
     */
    claim: (claim: WebhookClaim): Promise<WebhookClaimed> =>
      transaction(pool, (client) => claimAttempts(client, claim, settings.breaker)),

    /**
     * Moves the attempt's event on: delivered, due again, or failed. A delivery makes its pending run
     * running. The agent counts failed events in a row, and its status becomes `error` at the threshold; a
     * success resets both. If the lease has passed to another process, only a success still moves the event.
     */
    finish: (finished: FinishedAttempt): Promise<void> => finishing.add(finished),

    /**
     * Ends an attempt that this process could not make, for a reason of its own. It does not count; any
     * process makes the next when the lease ends.
     */
    async takeBack(attempt: AttemptKey & { error: string }): Promise<void> {
      await rows(pool, sql.webhooks.takeBack, attempt);
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
  const delivered = finished.filter(({ outcome }) => outcome === 'delivered').map(({ eventId }) => eventId);
  const failing = finished.filter(({ outcome }) => outcome !== 'delivered').map(({ agentId }) => agentId);
  const counted = await rows(client, sql.webhooks.lock, { agentIds, failing, delivered });
  const moved = await rows(client, sql.webhooks.finish, {
    agentIds,
    ids: finished.map((item) => item.deliveryId),
    eventIds: finished.map((item) => item.eventId),
    attempts: finished.map((item) => item.attempt),
    roundStarts: finished.map((item) => item.roundStart),
    outcomes: finished.map((item) => item.outcome),
    statusCodes: finished.map((item) => item.statusCode),
    errors: finished.map((item) => item.error),
    responses: finished.map((item) => item.response),
    durationsMs: finished.map((item) => Math.round(item.durationMs)),
    nextInMs: finished.map((item) => item.nextInMs),
  });
  // No agent of these connects meanwhile: its row is locked. Later it gets the event by its old number.
  if (failing.length > 0) await rows(client, sql.webhooks.letGo, { agentIds: failing });
  if (counted.length === 0) return;
  const results = agentIds.map((agentId) => {
    const own = moved.filter((row) => row.agent_id === agentId);
    const failures = own.filter((row) => !row.is_delivered).length;
    return { agentId, succeeded: failures < own.length, failures };
  });
  await rows(client, sql.webhooks.countFailures, {
    agentIds,
    succeeded: results.map((result) => result.succeeded),
    failures: results.map((result) => result.failures),
    threshold: agentErrorThreshold,
  });
  await countForBreakers(client, finished, breaker);
}

/** Of agents that have a window, or an attempt that has failed. */
async function countForBreakers(
  client: ClientBase,
  finished: readonly FinishedAttempt[],
  settings: BreakerSettings,
): Promise<void> {
  if (settings.attempts === 0) return;
  const tried = new Map<string, { attempts: number; failures: number }>();
  for (const { agentId, outcome } of finished) {
    const { attempts, failures } = tried.get(agentId) ?? { attempts: 0, failures: 0 };
    const isFailure = outcome !== 'delivered';
    tried.set(agentId, { attempts: attempts + 1, failures: failures + Number(isFailure) });
  }
  const failing = [...tried].filter(([, { failures }]) => failures > 0).map(([agentId]) => agentId);
  const known = await rows(client, sql.webhooks.lockWindows, { agentIds: [...tried.keys()], failing });
  const windows = known.flatMap(({ agentId, isFailing, window }) => {
    const ended = tried.get(agentId) ?? { attempts: 0, failures: 0 };
    const counted = countAttempts(window, ended, { isFailing, settings });
    return counted === null ? [] : [{ agentId, ...counted }];
  });
  if (windows.length === 0) return;
  const values = { windows: JSON.stringify(windows), probeMs: settings.probeMs };
  await rows(client, sql.webhooks.writeWindows, values);
}

const HELD_COUNTED_MAX = 1_000;

/**
 * An open breaker. `attempts` and `failures` are those of the window when it opened. `heldEvents` are counted
 * up to 1,000.
 */
export type BreakerRecord = NonNullable<typeof sql.webhooks.listBreakers.row>;

export type Breakers = ReturnType<typeof breakerQueries>;

/** For the owners of agents. The claims of dispatchers open and close breakers. */
export function breakerQueries(pool: Pool) {
  return {
    /**
     * Makes the next probe due, and the waits behind it as short as at first. `null` if the agent is not the
     * owner's; false if its breaker is not open.
     */
    async probeNow(agentId: string, ownerId: string): Promise<boolean | null> {
      const [row] = await rows(pool, sql.webhooks.probeNow, { agentId, ownerId });
      return row?.is_open ?? null;
    },

    async openOf(agentIds: readonly string[]): Promise<Map<string, BreakerRecord>> {
      if (agentIds.length === 0) return new Map();
      const found = await rows(pool, sql.webhooks.listBreakers, { agentIds, countedMax: HELD_COUNTED_MAX });
      return new Map(found.map((breaker) => [breaker.agentId, breaker]));
    },

    async countOpen(): Promise<number> {
      const [row] = await rows(pool, sql.webhooks.countOpen, {});
      return row?.open ?? 0;
    },
  };
}
