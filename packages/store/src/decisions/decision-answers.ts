import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { lockingTransaction } from '../database/bulkhead.js';
import { transaction } from '../database/transaction.js';
import { DECISION_RULES_PER_AGENT_MAX, isSameAnswer, newId } from '@svc/domain';
import type { AnswerValues, DecisionAnswer } from '@svc/domain';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { Pool } from 'pg';
import { writeAuditEntries } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { appendResolved, expireDecisions, findDecision, readDecision } from './decision-requests.js';
import type { DecisionRecord } from './decision-requests.js';

export interface Resolution extends Audited {
  decisionId: string;
  userId: string;
  status: DecisionAnswer;
  note: string | null;
  /** `null` for a request without a form, and unless approved. */
  answer: AnswerValues | null;
  /** The rule to store with the answer. */
  alwaysAllowPattern: string | null;
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

/** A decision ends when the user answers it or the agent withdraws it. The first end is final. */
export function decisionAnswers(pool: Pool, quotas: QuotaGuard) {
  return {
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
  };

  function answer(resolution: Resolution, open: DecisionRecord): Promise<EndedDecision | null> {
    const { decisionId, userId, status, note, answer: filledIn, alwaysAllowPattern, call } = resolution;
    const { agentId, conversationId } = open;
    const eventId = newId('event');
    return transaction(pool, async (client) => {
      const [resolved] = await rows(client, sql.decisions.resolve, {
        ...{ id: decisionId, userId, status, note, pattern: alwaysAllowPattern, eventId },
        answer: filledIn === null ? null : JSON.stringify(filledIn),
        ...{ keyId: call?.apiKey?.keyId ?? null, keyName: call?.apiKey?.name ?? null },
      });
      if (resolved === undefined) return null;
      const rule = { id: newId('rule'), userId, agentId };
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
          details: { pattern: alwaysAllowPattern, decision_id: decisionId },
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
