import { rows } from '@svc/database';
import type { Decision, PrismaClient } from '@svc/database';
import type { DecisionStatus } from '@svc/domain';
import type { Pool } from 'pg';
import { decisionAnswers } from './decision-answers.js';
import { expireDecisions } from './decision-expiry.js';
import type { ExpiredDecision } from './decision-expiry.js';
import { decisionColumns, decisionRecord } from './decision-record.js';
import type { DecisionRecord } from './decision-record.js';
import { requestDecision } from './decision-requests.js';
import type { NewDecision, RequestedDecision } from './decision-requests.js';
import { PerAgent } from './per-agent.js';

/** A page of decisions. */
export interface DecisionPage {
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the page before. */
  cursor?: string | undefined;
}

/** A page of what a user's agents have asked for. */
interface InboxQuery {
  userId: string;
  agentId?: string | undefined;
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the page before. */
  cursor?: string | undefined;
}

export type Decisions = ReturnType<typeof decisionQueries>;

/** What agents ask of their users, and the answers. */
export function decisionQueries(pool: Pool, prisma: PrismaClient) {
  const requesting = new PerAgent();

  return {
    /** Stores a request; one that a rule covers is approved with it. */
    request: (request: NewDecision): Promise<RequestedDecision> =>
      requesting.run(request.agentId, () => requestDecision(pool, request)),

    ...decisionAnswers(pool, prisma),

    /** Dismisses open requests whose time is over. Any number of processes may do so at once. */
    expire: (limit: number): Promise<ExpiredDecision[]> => expireDecisions(pool, { limit }),

    /** `null` if it is not the agent's. */
    async findForAgent(decisionId: string, agentId: string): Promise<DecisionRecord | null> {
      const found = await prisma.decision.findFirst({ where: { id: decisionId, agentId } });
      return found === null ? null : decisionRecord(found);
    },

    /** `null` if it is not of an agent of the user. */
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

    /** Newest first, over all agents of the user or of one; none of an agent that is someone else's. */
    listForUser: (query: InboxQuery): Promise<DecisionRecord[]> => readInbox(pool, query),
  };
}

/** Newest first, over all agents of the user or of one; none of an agent that is someone else's. */
async function readInbox(pool: Pool, query: InboxQuery): Promise<DecisionRecord[]> {
  const { userId, agentId = null, cursor = null, limit, status } = query;
  const values = [userId, agentId, cursor, limit];
  const found =
    status === undefined
      ? await rows<Decision>(pool, READ_ALL, values)
      : await rows<Decision>(pool, READ_WITH_STATUS, [...values, status]);
  return found.map(decisionRecord);
}

/** Each agent's newest are taken from its own part of an index, lest a user with few of them reads past those of everyone. */
const newestOfEachAgent = (condition: string): string => `
  SELECT ${decisionColumns('newest')} FROM agent a CROSS JOIN LATERAL (
    SELECT * FROM decision d
     WHERE d.agent_id = a.id AND ${condition} AND ($3::text IS NULL OR d.id < $3)
     ORDER BY d.id DESC LIMIT $4
  ) newest
   WHERE a.owner_id = $1 AND a.deleted_at IS NULL AND ($2::text IS NULL OR a.id = $2)
   ORDER BY newest.id DESC LIMIT $4`;

const READ_ALL = { name: 'decision-inbox-all', text: newestOfEachAgent('true') };
const READ_WITH_STATUS = { name: 'decision-inbox-status', text: newestOfEachAgent('d.status = $5') };
