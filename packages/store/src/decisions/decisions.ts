import * as sql from '../database/statements/generated/index.js';
import { lookUpTogether } from '../database/batcher.js';
import { lockingTransaction } from '../database/bulkhead.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import {
  DECISION_PREVIEW_REQUESTS_MAX,
  DECISION_RULES_PER_AGENT_MAX,
  isSameAnswer,
  newId,
  Semaphore,
} from '@svc/domain';
import type { AnswerValues, DecisionAnswer, DecisionStatus } from '@svc/domain';
import type { Pool, ClientBase } from 'pg';
import {
  appendResolved,
  expireDecisions,
  findDecision,
  readDecision,
  requestDecision,
} from './decision-requests.js';
import type {
  DecisionRecord,
  NewDecision,
  RequestedDecision,
  ResolvedDecision,
} from './decision-requests.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import { writeAuditEntries, writeAuditEntry } from '../audit/audit-log.js';
import type { Audited, AuditedCall } from '../audit/audit-log.js';

interface InboxQuery {
  userId: string;
  agentId?: string | undefined;
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the previous page. */
  cursor?: string | undefined;
}

export interface Resolution extends Audited {
  decisionId: string;
  userId: string;
  status: DecisionAnswer;
  note: string | null;
  /** `null` for a request without a form, and unless approved. */
  answer: AnswerValues | null;
  /** The rule to store with the answer. */
  alwaysAllowPattern: string | null;
  /** How long it stands; `null` until it is revoked. */
  alwaysAllowSeconds: number | null;
}

export interface EndedDecision {
  /**
   * `ended` and `repeated`: by this call, and by an earlier one in the same way. `refused`: it ended in
   * another way, or it has expired, which another process may be recording at this moment. `too_many_rules`:
   * it is still open, because the agent has no room for the rule.
   */
  outcome: 'ended' | 'repeated' | 'refused' | 'too_many_rules';
  decision: DecisionRecord;
  /** Of the answer, or of the expiry if the request had expired when the call came. */
  event: OutgoingEvent | null;
}

/** So many calls that wait are one statement. */
const LOOKS_MAX = 10_000;

export type Decisions = ReturnType<typeof decisionQueries>;

/** A decision ends when the user answers it or the agent withdraws it. The first end is final. */
export function decisionQueries(pool: Pool, quotas: QuotaGuard) {
  // Otherwise a request would wait for the agent's row in the database, with a connection.
  const requesting = new Semaphore({ maxPerKey: 1 });
  const findOpen = lookUpTogether(
    (ids) => rows(pool, sql.decisions.openAmong, { ids }),
    ({ id }) => id,
    { itemsMax: LOOKS_MAX, callsMax: 1 },
  );

  return {
    /** If a rule covers the request, it is approved at once. */
    request: (request: NewDecision): Promise<RequestedDecision> =>
      requesting.run(() => requestDecision(pool, request), request.agentId),

    /**
     * `null` if the request is not the user's.
     * @throws ServiceError `quota_exceeded` if the user has too many rules. The request is still open then.
     */
    async resolve(resolution: Resolution): Promise<EndedDecision | null> {
      const { decisionId, userId } = resolution;
      const find = () => findDecision(pool, decisionId, { userId });
      const open = await find();
      if (open === null) return null;
      if (open.status === 'pending' && !(await mayHaveRule(open.agentId, resolution)))
        return { outcome: 'too_many_rules', decision: open, event: null };
      const ended = await answer(resolution, open);
      return ended ?? settle(find, (decided) => isSameAnswer(decided, resolution));
    },

    /**
     * Without an event. `null` if the request is not the agent's.
     * @param keyId the key that the agent has called with; `null` for its secret.
     */
    async cancel(decisionId: string, agentId: string, keyId: string | null): Promise<EndedDecision | null> {
      const find = () => findDecision(pool, decisionId, { agentId });
      const ended = await lockingTransaction(pool, agentId, async (client): Promise<EndedDecision | null> => {
        const [cancelled] = await rows(client, sql.decisions.cancel, { id: decisionId, agentId, keyId });
        if (cancelled === undefined) return null;
        return { outcome: 'ended', decision: await readDecision(client, decisionId), event: null };
      });
      return ended ?? settle(find, ({ status }) => status === 'cancelled');
    },

    /** Dismisses open requests that have expired, but for those of agents whose rows others hold. */
    expire: (limit: number): Promise<ResolvedDecision[]> => expireDecisions(pool, { limit }),

    /** Marks open requests whose time is half over, each once, the longest due first. */
    remind: (limit: number) => rows(pool, sql.decisions.remind, { limit }),

    /** `null` if the decision is not the agent's. */
    findForAgent: (decisionId: string, agentId: string) => findDecision(pool, decisionId, { agentId }),

    /** Many calls at once are one statement. */
    isOpen: async (decisionId: string): Promise<boolean> => (await findOpen(decisionId)) !== null,

    /** `null` if the decision is not of an agent of the user. */
    findForUser: (decisionId: string, userId: string) => findDecision(pool, decisionId, { userId }),

    /** Newest first. Empty for an agent of someone else. */
    listOf(query: InboxQuery): Promise<DecisionRecord[]> {
      const { userId, agentId = null, status = null, cursor = null, limit } = query;
      return rows(pool, sql.decisions.listOfUser, { userId, agentId, status, cursor, limit });
    },
  };

  function answer(resolution: Resolution, open: DecisionRecord): Promise<EndedDecision | null> {
    const { decisionId, userId, status, note, answer: filledIn, alwaysAllowPattern, call } = resolution;
    const { alwaysAllowSeconds: seconds } = resolution;
    const { agentId, conversationId } = open;
    const eventId = newId('event');
    return transaction(pool, async (client) => {
      const [resolved] = await rows(client, sql.decisions.resolve, {
        ...{ id: decisionId, userId, status, note, pattern: alwaysAllowPattern, eventId },
        answer: filledIn === null ? null : JSON.stringify(filledIn),
        ...{ keyId: call?.apiKey?.keyId ?? null, keyName: call?.apiKey?.name ?? null },
      });
      if (resolved === undefined) return null;
      const rule = { id: newId('rule'), userId, agentId, seconds };
      const rules =
        alwaysAllowPattern === null
          ? []
          : await rows(client, sql.decisions.insertRule, { ...rule, pattern: alwaysAllowPattern });
      await writeAuditEntries(client, [
        {
          ...{ userId, action: 'decision.resolved', subjectId: decisionId, agentId, call },
          details: { status, reason: 'user', action: resolved.action },
        },
        ...rules.map(({ id }) => ({
          ...{ userId, action: 'rule.made' as const, subjectId: id, agentId, call },
          details: { pattern: alwaysAllowPattern, decision_id: decisionId, expires_in_seconds: seconds },
        })),
      ]);
      const decision = await readDecision(client, decisionId);
      // Last: every event for the agent waits for it.
      const [told] = await appendResolved(client, [
        {
          ...{ eventId, agentId, decisionId, status, note, conversationId, alwaysAllowPattern },
          ...(open.answerSchema !== null && { answer: filledIn }),
        },
      ]);
      return { outcome: 'ended', decision, event: told?.event ?? null };
    });
  }

  /** False if the agent has no room for the rule. Throws where the user has none. */
  async function mayHaveRule(agentId: string, resolution: Resolution): Promise<boolean> {
    const { userId, alwaysAllowPattern: pattern } = resolution;
    if (pattern === null) return true;
    const rules = await rows(pool, sql.decisions.listRules, { agentId });
    if (rules.some((rule) => rule.pattern === pattern)) return true;
    if (rules.length >= DECISION_RULES_PER_AGENT_MAX) return false;
    await quotas.admit({ quota: 'rules_per_user', ownerId: userId });
    return true;
  }

  /** A request that has expired is dismissed first, so it is never answered late. */
  async function settle(
    find: () => Promise<DecisionRecord | null>,
    isRepeated: (decided: DecisionRecord) => boolean,
  ): Promise<EndedDecision | null> {
    let decision = await find();
    let event: OutgoingEvent | null = null;
    if (decision?.status === 'pending' && decision.expiresAt !== null) {
      const [expired] = await expireDecisions(pool, { limit: 1, decisionId: decision.decisionId });
      event = expired?.event ?? null;
      decision = await find();
    }
    if (decision === null) return null;
    return { outcome: isRepeated(decision) ? 'repeated' : 'refused', decision, event };
  }
}

export function decisionRuleQueries(pool: Pool) {
  return {
    /** Newest first. */
    listOf(query: {
      userId: string;
      agentId?: string | undefined;
      limit: number;
      /** The id of the last rule of the previous page. */
      cursor?: string | undefined;
    }) {
      const { userId, agentId = null, cursor = null, limit } = query;
      return rows(pool, sql.decisions.listRulesOfUser, { userId, agentId, cursor, limit });
    },

    /** After this resolves, the rule approves no request. False if the rule is not the user's. */
    revoke: (ruleId: string, userId: string, call: AuditedCall = {}): Promise<boolean> =>
      transaction(pool, async (client) => {
        const [removed] = await rows(client, sql.decisions.removeRule, { id: ruleId, userId });
        if (removed === undefined) return false;
        const { agentId, pattern } = removed;
        await writeAuditEntry(client, {
          ...{ userId, action: 'rule.removed', subjectId: ruleId, agentId, call },
          details: { pattern },
        });
        return true;
      }),

    /** Of requests that name one, newest first, at most 1,000: what is compared with a pattern. */
    askedActions: (agentId: string) =>
      rows(pool, sql.decisions.askedActions, { agentId, limit: DECISION_PREVIEW_REQUESTS_MAX }),
  };
}

export type RemovedRequest = NonNullable<typeof sql.decisions.lock.row>;

export async function lockRequests(client: ClientBase, ids: string[]): Promise<RemovedRequest[]> {
  if (ids.length === 0) return [];
  return rows(client, sql.decisions.lock, { ids, agentId: null, conversationId: null });
}

export function lockOpenRequests(
  client: ClientBase,
  scope: { agentId: string; conversationId: string },
): Promise<RemovedRequest[]> {
  return rows(client, sql.decisions.lock, { ids: [], ...scope });
}

/**
 * Removes requests that are locked. An agent must not wait for an answer that cannot come any more, so an
 * open one is dismissed first. Its event says nothing of what was asked.
 * @returns the events of those that were open.
 */
export async function removeRequests(
  client: ClientBase,
  requests: RemovedRequest[],
  { userId, call }: { userId: string; call: AuditedCall },
): Promise<OutgoingEvent[]> {
  if (requests.length === 0) return [];
  await rows(client, sql.decisions.remove, { ids: requests.map(({ decisionId }) => decisionId) });
  const open = requests.filter(({ status }) => status === 'pending');
  const resolved = await appendResolved(
    client,
    open.map(({ decisionId, agentId, conversationId, hasForm }) => ({
      ...{ eventId: newId('event'), agentId, decisionId, conversationId },
      ...{ status: 'dismissed', note: null, alwaysAllowPattern: null },
      ...(hasForm && { answer: null }),
    })),
  );
  // What was asked is not in the entry, since it is being erased.
  await writeAuditEntries(
    client,
    open.map(({ decisionId, agentId }) => ({
      ...{ userId, action: 'decision.resolved', subjectId: decisionId, agentId, call },
      details: { status: 'dismissed', reason: 'user' },
    })),
  );
  return resolved.map(({ event }) => event);
}
