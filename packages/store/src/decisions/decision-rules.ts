import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { DECISION_PREVIEW_REQUESTS_MAX } from '@svc/domain';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { AuditedCall } from '../audit/audit-log.js';

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
