import type { DecisionStatus } from '@svc/domain';
import type { Pool } from 'pg';
import { decisionAnswers } from './decision-answers.js';
import { expireDecisions } from './decision-expiry.js';
import type { ExpiredDecision } from './decision-expiry.js';
import { decisionRecord } from './decision-record.js';
import type { DecisionRecord } from './decision-record.js';
import { requestDecision } from './decision-requests.js';
import type { NewDecision, RequestedDecision } from './decision-requests.js';
import type { PrismaClient } from './generated/prisma/client.js';

/** A page of decisions. */
export interface DecisionPage {
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the page before. */
  cursor?: string | undefined;
}

export type Decisions = ReturnType<typeof decisionQueries>;

/** What agents ask of their users, and the answers. */
export function decisionQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** Stores a request; one that a rule covers is approved with it. */
    request: (request: NewDecision): Promise<RequestedDecision> => requestDecision(pool, request),

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
        where: { id: decisionId, agent: { ownerId: userId } },
      });
      return found === null ? null : decisionRecord(found);
    },

    /** Newest first. */
    listForAgent: (agentId: string, page: DecisionPage): Promise<DecisionRecord[]> => list({ agentId }, page),

    /** Newest first, over all agents of the user or of one; none of an agent that is someone else's. */
    listForUser: (
      owned: { userId: string; agentId?: string | undefined },
      page: DecisionPage,
    ): Promise<DecisionRecord[]> =>
      list(
        {
          agent: { ownerId: owned.userId },
          ...(owned.agentId === undefined ? {} : { agentId: owned.agentId }),
        },
        page,
      ),
  };

  async function list(
    whose: { agentId: string } | { agent: { ownerId: string }; agentId?: string },
    page: DecisionPage,
  ): Promise<DecisionRecord[]> {
    const found = await prisma.decision.findMany({
      where: {
        ...whose,
        ...(page.status === undefined ? {} : { status: page.status }),
        ...(page.cursor === undefined ? {} : { id: { lt: page.cursor } }),
      },
      orderBy: { id: 'desc' },
      take: page.limit,
    });
    return found.map(decisionRecord);
  }
}
