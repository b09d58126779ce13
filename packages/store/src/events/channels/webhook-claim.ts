import * as sql from '../../database/statements/generated/index.js';
import { rows } from '../../database/statements/statement.js';
import { EVENT_TYPES, probeWaitMs, webhookPlan } from '@svc/domain';
import type {
  AttemptOutcome,
  BreakerSettings,
  DueAgent,
  EventType,
  RetryReason,
  WebhookPlan,
} from '@svc/domain';
import type { ClientBase } from 'pg';

export interface WebhookClaim {
  limit: number;
  /** Under way at once, in all processes. */
  perAgentMax: number;
  /** After that another process makes the next attempt. */
  leaseMs: number;
  newDeliveryId: () => string;
}

/**
 * `retryNum` is 0-based within the round, and at most 3. `secretSealed` signs: the agent's signing secret, or
 * its secret where it has none; `previousSecretSealed` signed before, while a rotation's grace lasts.
 * `attempt` and `roundStart` fence the outcome.
 */
export type ClaimedAttempt = NonNullable<typeof sql.webhooks.take.row>;

export interface WebhookClaimed {
  attempts: ClaimedAttempt[];
  /** There may be more. */
  hasLooked: boolean;
  breakersOf: { agentId: string; userId: string }[];
  /** All of their attempts have ended with their process. */
  failed: { eventId: string; agentId: string; userId: string; type: EventType }[];
}

/** The highest number that `X-Svc-Retry-Num` takes. */
const RETRY_NUM_MAX = 3;

/** An attempt whose process died does not use up the last retry; an event that has so many of them fails. */
const ATTEMPTS_PER_ROUND_MAX = 8;

type LockedAgent = NonNullable<typeof sql.webhooks.readDue.row>;

type OpenEvent = NonNullable<typeof sql.webhooks.firstOpen.row>;

interface AgentPlan extends Omit<WebhookPlan, 'taken'> {
  agent: LockedAgent;
  chosen: OpenEvent[];
}

export async function claimAttempts(
  client: ClientBase,
  { limit, perAgentMax, leaseMs, newDeliveryId }: WebhookClaim,
  breaker: BreakerSettings,
): Promise<WebhookClaimed> {
  const agentsMax = Math.max(1, Math.floor(limit / perAgentMax));
  const due = await rows(client, sql.webhooks.holdDue, { agentsMax });
  if (due.length === 0) return { attempts: [], hasLooked: false, breakersOf: [], failed: [] };
  const locked = await rows(client, sql.webhooks.readDue, { agentIds: due.map((row) => row.agent_id) });
  const open = await firstOpen(client, locked, perAgentMax + 1);
  const plans = locked.map((agent): AgentPlan => {
    const own = open.filter(({ agentId }) => agentId === agent.agentId);
    const dueInMs = own.map((event) => event.dueInMs);
    const { taken, ...plan } = webhookPlan(dueAgent(agent), dueInMs, { breaker, perAgentMax, leaseMs });
    return { ...plan, agent, chosen: own.slice(0, taken) };
  });
  const online = locked.filter(({ slot }) => slot !== null).map(({ agentId }) => agentId);
  if (online.length > 0) await rows(client, sql.webhooks.letGo, { agentIds: online });
  const breakersOf = await moveBreakers(client, plans, breaker);
  const tried = plans.flatMap(({ chosen }) => chosen.filter(isTried));
  const ids = tried.map(({ id }) => id);
  const failed = ids.length === 0 ? [] : await rows(client, sql.webhooks.fail, { ids });
  const attempts = await take(client, plans, { failed, leaseMs, newDeliveryId });
  return { attempts, hasLooked: true, breakersOf, failed };
}

async function firstOpen(
  client: ClientBase,
  locked: readonly LockedAgent[],
  eventsMax: number,
): Promise<OpenEvent[]> {
  const asked = locked.filter(({ hasWebhook }) => hasWebhook);
  if (asked.length === 0) return [];
  return rows(client, sql.webhooks.firstOpen, {
    agentIds: asked.map(({ agentId }) => agentId),
    takeTriggers: asked.map(({ takesTriggers }) => takesTriggers),
    ...{ types: EVENT_TYPES, eventsMax },
  });
}

function isTried({ tries }: { tries: number }): boolean {
  return tries >= ATTEMPTS_PER_ROUND_MAX;
}

function dueAgent({ slot, hasWebhook, agentStatus, inFlight, ...breaker }: LockedAgent): DueAgent {
  const { breakerState: state, probeInMs, doublings } = breaker;
  return {
    ...{ isOnline: slot !== null, hasWebhook, isFailing: agentStatus === 'error', inFlight },
    breaker: state === null ? null : { state, probeInMs: probeInMs ?? 0, doublings: doublings ?? 0 },
  };
}

/** Returns those that have changed. */
async function moveBreakers(
  client: ClientBase,
  plans: readonly AgentPlan[],
  settings: BreakerSettings,
): Promise<WebhookClaimed['breakersOf']> {
  const changed = plans.flatMap(({ agent: { agentId, userId, doublings }, breaker }) =>
    breaker === null || userId === null ? [] : [{ agentId, userId, breaker, doublings: doublings ?? 0 }],
  );
  if (changed.length === 0) return [];
  const probed = changed.filter(({ breaker }) => breaker === 'probed');
  await rows(client, sql.webhooks.changeBreakers, {
    closed: changed.filter(({ breaker }) => breaker === 'closed').map(({ agentId }) => agentId),
    probed: probed.map(({ agentId }) => agentId),
    waitsMs: probed.map(({ doublings }) => probeWaitMs(doublings, settings)),
  });
  return changed;
}

async function take(
  client: ClientBase,
  plans: readonly AgentPlan[],
  {
    failed,
    leaseMs,
    newDeliveryId,
  }: Omit<WebhookClaim, 'limit' | 'perAgentMax'> & Pick<WebhookClaimed, 'failed'>,
): Promise<ClaimedAttempt[]> {
  const chosen = plans.flatMap((plan) => plan.chosen.filter((event) => !isTried(event)));
  const failedOf = (agentId: string) => failed.filter((event) => event.agentId === agentId).length;
  return rows(client, sql.webhooks.take, {
    ids: chosen.map(({ id }) => id),
    deliveryIds: chosen.map(newDeliveryId),
    retryNums: chosen.map(({ tries }) => Math.min(tries, RETRY_NUM_MAX)),
    retryReasons: chosen.map(({ tries, outcome }) => (tries === 0 ? 'first_attempt' : reasonOf(outcome))),
    leaseMs,
    agentIds: plans.map(({ agent }) => agent.agentId),
    chosen: plans.map((plan) => plan.chosen.length - failedOf(plan.agent.agentId)),
    looksInMs: plans.map(({ nextInMs }) => (nextInMs === null ? null : Math.ceil(nextInMs))),
  });
}

function reasonOf(outcome: AttemptOutcome | null): RetryReason {
  return outcome === null || outcome === 'delivered' ? 'unknown' : outcome;
}
