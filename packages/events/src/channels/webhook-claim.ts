import { rows } from '@svc/database';
import { EVENT_TYPES, webhookTurn } from '@svc/domain';
import type {
  AgentStatus,
  AttemptOutcome,
  BreakerSettings,
  DueAgent,
  EventType,
  RetryReason,
  WebhookTurn,
} from '@svc/domain';
import type { ClientBase } from 'pg';
import { changeBreakers } from './webhook-breaker.js';
import { FAIL_TRIED, FIRST_OPEN, HOLD_DUE, LET_GO, LOOK_AT, READ_HELD, TAKE } from './webhook-sql.js';

export interface WebhookClaim {
  /** How many attempts the caller can make. */
  limit: number;
  /** Attempts of one agent that are under way at once, in all processes. */
  perAgentMax: number;
  /** How long an attempt may take, in milliseconds. After that another process makes the next. */
  leaseMs: number;
  newDeliveryId: () => string;
}

/** An attempt that this process, and no other, is to make. */
export interface ClaimedAttempt {
  eventId: string;
  deliveryId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
  seq: number;
  pushNo: number;
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

export interface WebhookClaimed {
  attempts: ClaimedAttempt[];
  /** Agents were looked at, so there may be more. */
  hasLooked: boolean;
  /** Agents whose breaker has changed, and their owners. */
  breakersOf: { agentId: string; userId: string }[];
  /** Events that failed, because all of their attempts have ended with their process. */
  failed: { eventId: string; agentId: string; userId: string; type: EventType }[];
}

/** Highest number that `X-Svc-Retry-Num` takes. */
const RETRY_NUM_MAX = 3;

/** An attempt whose process died does not use up the last retry. This bounds such attempts: an event that reaches it fails. */
const ATTEMPTS_PER_ROUND_MAX = 8;

/** An agent whose event somebody else holds is looked at again after this, in milliseconds. */
const HELD_LOOK_MS = 1_000;

interface HeldAgent {
  agent_id: string;
  /** `null` if the agent is deleted. */
  owner_id: string | null;
  slot: string | null;
  has_webhook: boolean;
  takes_triggers: boolean;
  in_flight: number;
  status: AgentStatus;
  webhook_url: string;
  secret_sealed: Buffer;
  previous_sealed: Buffer | null;
  breaker_state: 'closed' | 'open' | 'releasing' | null;
  probe_in_ms: number | null;
  doublings: number | null;
}

interface OpenRow {
  id: string;
  agent_id: string;
  due_in_ms: number;
  tries: number;
  last_outcome: AttemptOutcome | null;
}

/** Takes attempts that are due, within a transaction. */
export async function claimAttempts(
  client: ClientBase,
  { limit, perAgentMax, leaseMs, newDeliveryId }: WebhookClaim,
  breaker: BreakerSettings,
): Promise<WebhookClaimed> {
  const due = await rows<{ agent_id: string }>(client, HOLD_DUE, [
    Math.max(1, Math.floor(limit / perAgentMax)),
  ]);
  const nothing = { attempts: [], hasLooked: due.length > 0, breakersOf: [], failed: [] };
  if (due.length === 0) return nothing;
  const held = await rows<HeldAgent>(client, READ_HELD, [due.map(({ agent_id: agentId }) => agentId)]);
  const asked = held.filter((agent) => agent.has_webhook);
  const values = [
    asked.map((agent) => agent.agent_id),
    asked.map((agent) => agent.takes_triggers),
    perAgentMax + 1,
  ];
  const open = asked.length === 0 ? [] : await rows<OpenRow>(client, FIRST_OPEN, [...values, EVENT_TYPES]);
  const turns = held.map((agent) => {
    const own = open.filter((row) => row.agent_id === agent.agent_id);
    return {
      agent,
      own,
      turn: webhookTurn(
        dueAgent(agent),
        own.map((row) => row.due_in_ms),
        { breaker, perAgentMax, leaseMs },
      ),
    };
  });
  const online = held.filter(({ slot }) => slot !== null).map((agent) => agent.agent_id);
  if (online.length > 0) await rows(client, LET_GO, [online]);
  const breakersOf = await moveBreakers(client, turns, breaker);
  const chosen = turns.flatMap(({ agent, own, turn }) =>
    own.slice(0, turn.taken).map((row) => ({ agent, row, deliveryId: newDeliveryId() })),
  );
  const tried = chosen.filter(({ row }) => row.tries >= ATTEMPTS_PER_ROUND_MAX);
  const failed =
    tried.length === 0
      ? []
      : await rows<WebhookClaimed['failed'][number]>(client, FAIL_TRIED, [tried.map(({ row }) => row.id)]);
  const attempts = await take(
    client,
    chosen.filter((choice) => !tried.includes(choice)),
    leaseMs,
  );
  const begun = new Set([...attempts, ...failed].map(({ eventId }) => eventId));
  const leftOut = new Set(chosen.filter(({ row }) => !begun.has(row.id)).map(({ agent }) => agent.agent_id));
  await rows(client, LOOK_AT, [
    turns.map(({ agent }) => agent.agent_id),
    turns.map(({ agent, turn }) => {
      if (leftOut.has(agent.agent_id)) return HELD_LOOK_MS;
      return turn.nextInMs === null ? null : Math.ceil(turn.nextInMs);
    }),
  ]);
  return { ...nothing, attempts, breakersOf, failed };
}

function dueAgent(agent: HeldAgent): DueAgent {
  const { breaker_state: state, probe_in_ms: probeInMs, doublings } = agent;
  return {
    isOnline: agent.slot !== null,
    hasWebhook: agent.has_webhook,
    isFailing: agent.status === 'error',
    inFlight: agent.in_flight,
    breaker: state === null ? null : { state, probeInMs: probeInMs ?? 0, doublings: doublings ?? 0 },
  };
}

/** Returns the agents whose breaker has changed. */
async function moveBreakers(
  client: ClientBase,
  turns: readonly { agent: HeldAgent; turn: WebhookTurn }[],
  settings: BreakerSettings,
): Promise<WebhookClaimed['breakersOf']> {
  const changed = turns.flatMap(({ agent: { agent_id: agentId, owner_id: userId, doublings }, turn }) =>
    turn.breaker === null || userId === null
      ? []
      : [{ agentId, userId, change: turn.breaker, doublings: doublings ?? 0 }],
  );
  if (changed.length > 0) await changeBreakers(client, changed, settings);
  return changed;
}

interface TakenRow {
  id: string;
  delivery_id: string;
  seq: number;
  push_no: number;
  type: EventType;
  frame: string;
  attempt: number;
  round_start: number;
}

async function take(
  client: ClientBase,
  chosen: readonly { agent: HeldAgent; row: OpenRow; deliveryId: string }[],
  leaseMs: number,
): Promise<ClaimedAttempt[]> {
  if (chosen.length === 0) return [];
  const numbered = chosen.map(({ agent, row, deliveryId }) => ({
    ...{ agent, row, deliveryId },
    retryNum: Math.min(row.tries, RETRY_NUM_MAX),
    retryReason: row.tries === 0 ? ('first_attempt' as const) : reasonOf(row.last_outcome),
  }));
  const taken = await rows<TakenRow>(client, TAKE, [
    numbered.map(({ row }) => row.id),
    numbered.map(({ deliveryId }) => deliveryId),
    numbered.map(({ retryNum }) => retryNum),
    numbered.map(({ retryReason }) => retryReason),
    leaseMs,
  ]);
  const byId = new Map(taken.map((row) => [row.id, row]));
  return numbered.flatMap(({ agent, row, deliveryId, retryNum, retryReason }) => {
    const own = byId.get(row.id);
    if (own === undefined) return [];
    return {
      ...{ eventId: row.id, deliveryId, retryNum, retryReason, type: own.type, frame: own.frame },
      ...{ seq: own.seq, pushNo: own.push_no },
      agentId: agent.agent_id,
      userId: agent.owner_id ?? '',
      webhookUrl: agent.webhook_url,
      secretSealed: agent.secret_sealed,
      previousSecretSealed: agent.previous_sealed,
      agentStatus: agent.status,
      reservation: { attempt: own.attempt, roundStart: own.round_start },
    };
  });
}

function reasonOf(outcome: AttemptOutcome | null): RetryReason {
  return outcome === null || outcome === 'delivered' ? 'unknown' : outcome;
}
