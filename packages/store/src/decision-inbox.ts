import type { DecisionStatus } from '@svc/domain';
import type { Pool } from 'pg';
import { decisionColumns, decisionRecord } from './decision-record.js';
import type { DecisionRecord } from './decision-record.js';
import type { Decision } from './generated/prisma/client.js';
import { rows } from './sql.js';

/** A page of what a user's agents have asked for. */
export interface InboxQuery {
  userId: string;
  agentId?: string | undefined;
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the page before. */
  cursor?: string | undefined;
}

/** Newest first, over all agents of the user or of one; none of an agent that is someone else's. */
export async function readInbox(pool: Pool, query: InboxQuery): Promise<DecisionRecord[]> {
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
   WHERE a.owner_id = $1 AND ($2::text IS NULL OR a.id = $2)
   ORDER BY newest.id DESC LIMIT $4`;

const READ_ALL = { name: 'decision-inbox-all', text: newestOfEachAgent('true') };
const READ_WITH_STATUS = { name: 'decision-inbox-status', text: newestOfEachAgent('d.status = $5') };
