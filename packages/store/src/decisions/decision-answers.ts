import { retryingDeadlocks, rows } from '@svc/database';
import type { Decision, PrismaClient } from '@svc/database';
import { DECISION_RULES_PER_AGENT_MAX, isSameAnswer, newId } from '@svc/domain';
import type { AnswerValues, DecisionAnswer } from '@svc/domain';
import { appendedColumns, appendedEvent, appendEvents, decisionResolvedFrame } from '@svc/events';
import type { AppendedRow, OutgoingEvent } from '@svc/events';
import type { Pool } from 'pg';
import { auditedSql } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { expireDecisions } from './decision-expiry.js';
import { decisionColumns, decisionRecord } from './decision-record.js';
import type { DecisionRecord } from './decision-record.js';

/** A user's answer. */
export interface Resolution extends Audited {
  decisionId: string;
  userId: string;
  status: DecisionAnswer;
  note: string | null;
  /** What was filled in; `null` for a request without a form, and unless approved. */
  answer: AnswerValues | null;
  /** The rule to store with the answer; `null` for none. */
  alwaysAllowPattern: string | null;
}

export interface EndedDecision {
  /**
   * `ended`: this call ended the request. `repeated`: an earlier call ended it in the same way. `refused`: it ended in another way before,
   * or it has expired, which another process may be recording at this moment. `too_many_rules`: it is still open, because the agent has no
   * room for the rule.
   */
  outcome: 'ended' | 'repeated' | 'refused' | 'too_many_rules';
  decision: DecisionRecord;
  /** The owner, whose consoles get a hint. */
  userId: string;
  /** The event that this call wrote: of its answer, or of the expiry if the request had expired when the call came. */
  event: OutgoingEvent | null;
}

/** A decision ends when the user answers it or the agent withdraws it. The first end is final. */
export function decisionAnswers(
  pool: Pool,
  { prisma, quotas }: { prisma: PrismaClient; quotas: QuotaGuard },
) {
  return {
    /**
     * Answers an open request, and writes its event and the rule. `null` if the request is not the user's.
     *
     * @throws ServiceError `quota_exceeded` if the user has as many rules as a user may have. The request is still open then.
     */
    async resolve(resolution: Resolution): Promise<EndedDecision | null> {
      const { decisionId, userId } = resolution;
      const find = () =>
        prisma.decision.findFirst({
          where: { id: decisionId, agent: { ownerId: userId, deletedAt: null } },
        });
      const open = await find();
      if (open === null) return null;
      if (open.status === 'pending' && !(await mayHaveRule(open.agentId, resolution)))
        return { outcome: 'too_many_rules', decision: decisionRecord(open), userId, event: null };
      const ended = await answer(resolution, open);
      if (ended !== null) return ended;
      return settle({
        find,
        userId,
        isRepeated: ({ form, ...decided }) =>
          isSameAnswer({ ...decided, answer: form?.answer ?? null }, resolution),
      });
    },

    /**
     * Withdraws an agent's open request, without an event. `null` if the request is not the agent's.
     *
     * @param keyId the key that the agent has called with; `null` for its secret.
     */
    async cancel(decisionId: string, agentId: string, keyId: string | null): Promise<EndedDecision | null> {
      const find = () => prisma.decision.findFirst({ where: { id: decisionId, agentId } });
      const values = [decisionId, agentId, keyId];
      const [cancelled] = await rows<Decision & { owner_id: string }>(pool, CANCEL, values);
      if (cancelled !== undefined) {
        const { owner_id: userId, ...row } = cancelled;
        return { outcome: 'ended', decision: decisionRecord(row), userId, event: null };
      }
      const agent = await prisma.agent.findUnique({ where: { id: agentId }, select: { ownerId: true } });
      if (agent === null) return null;
      return settle({ find, userId: agent.ownerId, isRepeated: ({ status }) => status === 'cancelled' });
    },
  };

  async function answer(resolution: Resolution, open: Decision): Promise<EndedDecision | null> {
    const { decisionId, userId, status, note, answer: filledIn, alwaysAllowPattern, call = {} } = resolution;
    const { conversationId } = open;
    const eventId = newId('event');
    const frame = decisionResolvedFrame({
      ...{ decisionId, status, note, conversationId, alwaysAllowPattern },
      ...(open.answerSchema !== null && { answer: filledIn }),
    });
    const values = [
      decisionId,
      userId,
      status,
      note,
      alwaysAllowPattern,
      newId('rule'),
      eventId,
      frame,
      call,
      filledIn === null ? null : JSON.stringify(filledIn),
    ];
    const [row] = await retryingDeadlocks(() => rows<ResolvedRow>(pool, RESOLVE, values));
    if (row === undefined) return null;
    return { outcome: 'ended', decision: decisionRecord(row), userId, event: appendedEvent(row, frame) };
  }

  /** False if the agent has as many rules as it may have, and this one is not among them. Throws where the user has as many. */
  async function mayHaveRule(agentId: string, resolution: Resolution): Promise<boolean> {
    const { userId, alwaysAllowPattern: pattern } = resolution;
    if (pattern === null) return true;
    const rules = await prisma.decisionRule.findMany({ where: { agentId }, select: { pattern: true } });
    if (rules.some((rule) => rule.pattern === pattern)) return true;
    if (rules.length >= DECISION_RULES_PER_AGENT_MAX) return false;
    await quotas.admit({ quota: 'rules_per_user', ownerId: userId });
    return true;
  }

  /** The outcome of a call that could not end the request. A request that has expired is dismissed first, so it is never answered late. */
  async function settle(asked: {
    find: () => Promise<Decision | null>;
    userId: string;
    isRepeated: (decided: DecisionRecord) => boolean;
  }): Promise<EndedDecision | null> {
    const { find, userId, isRepeated } = asked;
    let found = await find();
    let event: OutgoingEvent | null = null;
    if (found?.status === 'pending' && found.expiresAt !== null) {
      const [expired] = await expireDecisions(pool, { limit: 1, decisionId: found.id });
      event = expired?.event ?? null;
      found = await find();
    }
    if (found === null) return null;
    const decision = decisionRecord(found);
    return { outcome: isRepeated(decision) ? 'repeated' : 'refused', decision, userId, event };
  }
}

type ResolvedRow = Decision & AppendedRow;

const IS_OPEN = `d.status = 'pending' AND (d.expires_at IS NULL OR d.expires_at > now())`;

const RESOLVE = {
  name: 'decision-resolve-10',
  text: `
    WITH permitted AS MATERIALIZED (
      SELECT a.id FROM agent a JOIN decision d ON d.agent_id = a.id
       WHERE d.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE OF a
    ), resolved AS (
      UPDATE decision d
         SET status = $3, note = $4, always_allow = $5::text IS NOT NULL, always_allow_pattern = $5, resolution_reason = 'user',
             event_id = $7, resolved_at = now(), answer = $10::json,
             resolved_by_key_id = $9::jsonb #>> '{apiKey,keyId}', resolved_by_key_name = $9::jsonb #>> '{apiKey,name}'
        FROM permitted p
       WHERE d.id = $1 AND d.agent_id = p.id AND ${IS_OPEN}
      RETURNING d.*
    ), allowed AS (
      INSERT INTO decision_rule (id, user_id, agent_id, pattern)
      SELECT $6, $2, r.agent_id, $5 FROM resolved r WHERE $5::text IS NOT NULL
      ON CONFLICT (agent_id, pattern) DO NOTHING
      RETURNING id, agent_id, pattern
    ), audited AS (${auditedSql({
      ...{ from: 'resolved r', action: 'decision.resolved', userId: '$2', actor: 'user', actorId: '$2' },
      ...{ subjectId: 'r.id', agentId: 'r.agent_id', call: '$9' },
      details: `jsonb_build_object('status', r.status, 'reason', 'user', 'action', left(r.action, 200))`,
    })}
    ), audited_rule AS (${auditedSql({
      ...{ from: 'allowed r', action: 'rule.made', userId: '$2', actor: 'user', actorId: '$2' },
      ...{ subjectId: 'r.id', agentId: 'r.agent_id', call: '$9' },
      details: `jsonb_build_object('pattern', r.pattern, 'decision_id', $1::text)`,
    })}
    ), told AS (
      SELECT $7::text AS event_id, r.agent_id, 'decision_resolved' AS type, $8::text AS frame, r.id AS subject_id, 1 AS place FROM resolved r
    ), ${appendEvents('told')}
    SELECT ${decisionColumns('r')}, ${appendedColumns()} FROM resolved r, appended`,
};

const CANCEL = {
  name: 'decision-cancel-3',
  text: `
    UPDATE decision d
       SET status = 'cancelled', resolution_reason = 'cancelled', resolved_at = now(), resolved_by_key_id = $3,
           resolved_by_key_name = (SELECT name FROM agent_key WHERE id = $3)
      FROM agent a
     WHERE d.id = $1 AND d.agent_id = $2 AND a.id = d.agent_id AND a.deleted_at IS NULL AND ${IS_OPEN}
    RETURNING ${decisionColumns('d')}, a.owner_id`,
};
