import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { newId } from '@svc/domain';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { Pool } from 'pg';
import { writeAuditEntries } from '../audit/audit-entry.js';
import { appendResolved } from './decision-events.js';

/** A request that has expired, with the event that says so. */
export interface ExpiredDecision {
  decisionId: string;
  /** The owner, whose consoles get a hint. */
  userId: string;
  event: OutgoingEvent;
}

/**
 * Dismisses open requests that have expired, those that expired first before the others, each with its event. Several processes may do this
 * at once: only one of them dismisses a request.
 *
 * @param decisionId dismisses only this request, which the caller has found to be expired.
 */
export function expireDecisions(
  pool: Pool,
  { limit, decisionId = null }: { limit: number; decisionId?: string | null },
): Promise<ExpiredDecision[]> {
  const eventIds = Array.from({ length: limit }, () => newId('event'));
  return transaction(pool, async (client) => {
    const dismissed = await rows(client, sql.decisions.dismissOverdue, { limit, id: decisionId, eventIds });
    await writeAuditEntries(
      client,
      dismissed.map(({ decisionId: subjectId, agentId, userId, action }) => ({
        ...{ userId, action: 'decision.resolved', actor: { kind: 'system', id: null }, subjectId, agentId },
        details: { status: 'dismissed', reason: 'expired', action },
      })),
    );
    const events = await appendResolved(
      client,
      dismissed
        .toSorted((a, b) => a.ordinal - b.ordinal)
        .map(({ hasForm, ...request }) => ({
          ...{ ...request, status: 'dismissed', note: null, alwaysAllowPattern: null },
          ...(hasForm && { answer: null }),
        })),
    );
    const decisionIds = new Map(dismissed.map((request) => [request.eventId, request.decisionId]));
    return events.map((event) => ({
      decisionId: decisionIds.get(event.eventId) ?? '',
      ...{ userId: event.userId, event },
    }));
  });
}
