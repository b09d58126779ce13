import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { newId } from '@svc/domain';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ClientBase } from 'pg';
import { writeAuditEntries } from '../audit/audit-entry.js';
import type { AuditedCall } from '../audit/audit-entry.js';
import { appendResolved } from './decision-events.js';

/** A request that its user removes. */
export interface RemovedRequest {
  decisionId: string;
  agentId: string;
  conversationId: string;
  /** The event of its answer; `null` if there is none. */
  eventId: string | null;
  status: string;
  alwaysAllowPattern: string | null;
  /** The user was to fill in a form. */
  hasForm: boolean;
}

/** Reads and locks requests whose cards the user removes. */
export async function lockRequests(client: ClientBase, decisionIds: string[]): Promise<RemovedRequest[]> {
  return decisionIds.length === 0 ? [] : lock(client, { ids: decisionIds });
}

/** Reads and locks the open requests of a conversation. */
export function lockOpenRequests(
  client: ClientBase,
  scope: { agentId: string; conversationId: string },
): Promise<RemovedRequest[]> {
  return lock(client, { ids: [], ...scope });
}

function lock(
  client: ClientBase,
  of: { ids: string[]; agentId?: string; conversationId?: string },
): Promise<RemovedRequest[]> {
  return rows(client, sql.decisions.lock, { agentId: null, conversationId: null, ...of });
}

/**
 * Removes requests that are locked. An agent must not wait for an answer that cannot come any more, so an open request is dismissed first: its event
 * says so. It has no note and nothing of what was asked.
 *
 * @param by the user who removes them, and how they have called.
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
  const events = await appendResolved(
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
  return events;
}
