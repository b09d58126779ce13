import * as sql from '../database/statements/generated/index.js';
import { lookUpTogether } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import { Semaphore, newId } from '@svc/domain';
import type { DecisionStatus } from '@svc/domain';
import type { Pool, ClientBase } from 'pg';
import { decisionAnswers } from './decision-answers.js';
import { expireDecisions, findDecision, requestDecision, appendResolved } from './decision-requests.js';
import type {
  DecisionRecord,
  NewDecision,
  RequestedDecision,
  ResolvedDecision,
} from './decision-requests.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import { writeAuditEntries } from '../audit/audit-log.js';
import type { AuditedCall } from '../audit/audit-log.js';

interface InboxQuery {
  userId: string;
  agentId?: string | undefined;
  status?: DecisionStatus | undefined;
  limit: number;
  /** The id of the last decision of the previous page. */
  cursor?: string | undefined;
}

/** So many calls that wait are one statement. */
const LOOKS_MAX = 10_000;

export type Decisions = ReturnType<typeof decisionQueries>;

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

    ...decisionAnswers(pool, quotas),

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
