import { Batcher, rows } from '@svc/database';
import type { Decision, PrismaClient } from '@svc/database';
import { Semaphore } from '@svc/domain';
import type { DecisionStatus } from '@svc/domain';
import type { Pool } from 'pg';
import { decisionAnswers } from './decision-answers.js';
import { expireDecisions } from './decision-expiry.js';
import type { ExpiredDecision } from './decision-expiry.js';
import { decisionColumns, decisionRecord } from './decision-record.js';
import type { DecisionRecord } from './decision-record.js';
import { remindOfDecisions } from './decision-reminders.js';
import type { RemindedDecision } from './decision-reminders.js';
import { requestDecision } from './decision-requests.js';
import type { NewDecision, RequestedDecision } from './decision-requests.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';

/** A page of decisions. */
export interface DecisionPage {
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the previous page. */
  cursor?: string | undefined;
}

/** A page of the requests of a user's agents. */
interface InboxQuery {
  userId: string;
  agentId?: string | undefined;
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the previous page. */
  cursor?: string | undefined;
}

/** Calls of a process that wait for decisions look together; so many at once are one statement. */
const LOOKS_MAX = 10_000;

export type Decisions = ReturnType<typeof decisionQueries>;

/** Agents' requests for decisions, and the answers of their users. */
export function decisionQueries(
  pool: Pool,
  { prisma, quotas }: { prisma: PrismaClient; quotas: QuotaGuard },
) {
  // Otherwise a request would wait for the agent's row in the database. Here it waits without a connection.
  const requesting = new Semaphore({ maxPerKey: 1 });
  const looking = new Batcher<string, boolean>((ids) => areOpen(pool, ids), {
    itemsMax: LOOKS_MAX,
    callsMax: 1,
  });

  return {
    /** Stores a request. If a rule covers it, it is approved at once. */
    request: (request: NewDecision): Promise<RequestedDecision> =>
      requesting.run(() => requestDecision(pool, request), request.agentId),

    ...decisionAnswers(pool, { prisma, quotas }),

    /** Dismisses open requests that have expired. Any number of processes may do so at once. Leaves those of agents whose rows others hold. */
    expire: (limit: number): Promise<ExpiredDecision[]> => expireDecisions(pool, { limit }),

    /** Marks open requests whose time is half over. Any number of processes may do so at once. */
    remind: (limit: number): Promise<RemindedDecision[]> => remindOfDecisions(pool, limit),

    /** `null` if the decision is not the agent's. */
    async findForAgent(decisionId: string, agentId: string): Promise<DecisionRecord | null> {
      const found = await prisma.decision.findFirst({ where: { id: decisionId, agentId } });
      return found === null ? null : decisionRecord(found);
    },

    /** Whether a decision exists and has not ended. Many calls at once are one statement. */
    isOpen: (decisionId: string): Promise<boolean> => looking.add(decisionId),

    /** `null` if the decision is not of an agent of the user. */
    async findForUser(decisionId: string, userId: string): Promise<DecisionRecord | null> {
      const found = await prisma.decision.findFirst({
        where: { id: decisionId, agent: { ownerId: userId, deletedAt: null } },
      });
      return found === null ? null : decisionRecord(found);
    },

    /** Newest first. */
    async listForAgent(agentId: string, page: DecisionPage): Promise<DecisionRecord[]> {
      const found = await prisma.decision.findMany({
        where: {
          agentId,
          ...(page.status === undefined ? {} : { status: page.status }),
          ...(page.cursor === undefined ? {} : { id: { lt: page.cursor } }),
        },
        orderBy: { id: 'desc' },
        take: page.limit,
      });
      return found.map(decisionRecord);
    },

    /** Newest first, over all agents of the user or of one of them. Empty for an agent of someone else. */
    listForUser: (query: InboxQuery): Promise<DecisionRecord[]> => readInbox(pool, query),
  };
}

async function areOpen(pool: Pool, decisionIds: string[]): Promise<boolean[]> {
  const open = new Set((await rows<{ id: string }>(pool, READ_OPEN, [decisionIds])).map(({ id }) => id));
  return decisionIds.map((id) => open.has(id));
}

/** Newest first, over all agents of the user or of one of them. Empty for an agent of someone else. */
async function readInbox(pool: Pool, query: InboxQuery): Promise<DecisionRecord[]> {
  const { userId, agentId = null, cursor = null, limit, status } = query;
  const values = [userId, agentId, cursor, limit];
  const found =
    status === undefined
      ? await rows<Decision>(pool, READ_ALL, values)
      : await rows<Decision>(pool, READ_WITH_STATUS, [...values, status]);
  return found.map(decisionRecord);
}

/**
 * Each agent's newest decisions are read from its own part of an index, so that a user with few decisions does not read past those of
 * everyone.
 */
const newestOfEachAgent = (condition: string): string => `
  SELECT ${decisionColumns('newest')} FROM agent a CROSS JOIN LATERAL (
    SELECT * FROM decision d
     WHERE d.agent_id = a.id AND ${condition} AND ($3::text IS NULL OR d.id < $3)
     ORDER BY d.id DESC LIMIT $4
  ) newest
   WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND ($2::text IS NULL OR a.id = $2)
   ORDER BY newest.id DESC LIMIT $4`;

const READ_ALL = { name: 'decision-inbox-all-3', text: newestOfEachAgent('true') };
const READ_WITH_STATUS = { name: 'decision-inbox-status-3', text: newestOfEachAgent('d.status = $5') };

const READ_OPEN = {
  name: 'decision-read-open',
  text: `SELECT id FROM decision WHERE id = ANY ($1::text[]) AND status = 'pending'`,
};
