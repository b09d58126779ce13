import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { DECISION_PREVIEW_REQUESTS_MAX } from '@svc/domain';
import type { DecisionStatus } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { AuditedCall } from '../audit/audit-log.js';

export interface DecisionRuleRecord {
  ruleId: string;
  agentId: string;
  pattern: string;
  createdAt: Date;
}

/** What is compared with a pattern. */
export interface AskedAction {
  decisionId: string;
  title: string;
  action: string;
  status: DecisionStatus;
  createdAt: Date;
}

export function decisionRuleQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** Newest first. */
    async listOf(query: {
      userId: string;
      agentId?: string | undefined;
      limit: number;
      /** The id of the last rule of the previous page. */
      cursor?: string | undefined;
    }): Promise<DecisionRuleRecord[]> {
      const found = await prisma.decisionRule.findMany({
        where: {
          userId: query.userId,
          agent: { deletedAt: null },
          ...(query.agentId === undefined ? {} : { agentId: query.agentId }),
          ...(query.cursor === undefined ? {} : { id: { lt: query.cursor } }),
        },
        orderBy: { id: 'desc' },
        take: query.limit,
      });
      return found.map(({ id: ruleId, agentId, pattern, createdAt }) => {
        return { ruleId, agentId, pattern, createdAt };
      });
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

    /** Those that name an action, newest first, at most 1,000. `null` if the agent is not the user's. */
    async askedActions(agentId: string, userId: string): Promise<AskedAction[] | null> {
      const owned = await prisma.agent.findFirst({
        where: { id: agentId, ownerId: userId, deletedAt: null },
        select: { id: true },
      });
      if (owned === null) return null;
      const found = await prisma.decision.findMany({
        where: { agentId, action: { not: null } },
        orderBy: { id: 'desc' },
        take: DECISION_PREVIEW_REQUESTS_MAX,
        select: { id: true, title: true, action: true, status: true, createdAt: true },
      });
      return found.map(({ id: decisionId, action, status, ...row }) => {
        return { ...row, decisionId, action: action ?? '', status: status as DecisionStatus };
      });
    },
  };
}
