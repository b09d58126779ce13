import { rows } from '@svc/database';
import { newId } from '@svc/domain';
import { appendedColumns, appendedEvent, appendEvents, decisionResolvedFrame } from '@svc/events';
import type { AppendedRow, OutgoingEvent } from '@svc/events';
import type { ClientBase } from 'pg';
import { auditedSql } from '../audit/audit-entry.js';
import type { AuditedCall } from '../audit/audit-entry.js';

/** A request that its user removes. */
export interface RemovedRequest {
  decisionId: string;
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
  return decisionIds.length === 0 ? [] : rows<RemovedRequest>(client, LOCK, [decisionIds]);
}

/** Reads and locks the open requests of a conversation. */
export function lockOpenRequests(
  client: ClientBase,
  place: { agentId: string; conversationId: string },
): Promise<RemovedRequest[]> {
  return rows<RemovedRequest>(client, LOCK_OPEN, [place.agentId, place.conversationId]);
}

/**
 * Removes requests that are locked. An agent must not wait for an answer that nobody can give any more, so an open request is dismissed first: its event
 * says so. It has no note and nothing of what was asked.
 *
 * @param by the user who removes them, and how they have called.
 * @returns the events of those that were open.
 */
export async function removeRequests(
  client: ClientBase,
  requests: RemovedRequest[],
  by: { userId: string; call: AuditedCall },
): Promise<OutgoingEvent[]> {
  if (requests.length === 0) return [];
  const frames = new Map<string, string>();
  const told = requests.map(({ decisionId, conversationId, status, hasForm }) => {
    if (status !== 'pending') return null;
    const eventId = newId('event');
    const outcome = { status: 'dismissed' as const, note: null, alwaysAllowPattern: null };
    const answer = hasForm ? { answer: null } : {};
    frames.set(eventId, decisionResolvedFrame({ decisionId, conversationId, ...outcome, ...answer }));
    return eventId;
  });
  const appended = await rows<AppendedRow>(client, REMOVE, [
    requests.map(({ decisionId }) => decisionId),
    told,
    told.map((eventId) => (eventId === null ? null : (frames.get(eventId) ?? null))),
    by.userId,
    by.call,
  ]);
  return appended.map((row) => appendedEvent(row, frames.get(row.event_id) ?? ''));
}

const COLUMNS = `
  id AS "decisionId", conversation_id AS "conversationId", event_id AS "eventId", status, always_allow_pattern AS "alwaysAllowPattern",
  answer_schema IS NOT NULL AS "hasForm"`;

const LOCK = {
  name: 'decision-lock-removed-2',
  text: `SELECT ${COLUMNS} FROM decision WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
};

const LOCK_OPEN = {
  name: 'decision-lock-open-2',
  text: `
    SELECT ${COLUMNS} FROM decision
     WHERE agent_id = $1 AND status = 'pending' AND conversation_id = $2 ORDER BY id FOR UPDATE`,
};

// What was asked is not in the entry of the audit log, since it is being erased.
const REMOVE = {
  name: 'decision-remove-3',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u (id, event_id, frame, place)
    ), gone AS (
      DELETE FROM decision d USING asked u WHERE d.id = u.id RETURNING d.id, d.agent_id, u.event_id, u.frame, u.place
    ), audited AS (${auditedSql({
      ...{ from: 'gone g WHERE g.event_id IS NOT NULL', action: 'decision.resolved', userId: '$4' },
      ...{ actor: 'user', actorId: '$4', subjectId: 'g.id', agentId: 'g.agent_id', call: '$5' },
      details: `jsonb_build_object('status', 'dismissed', 'reason', 'user')`,
    })}
    ), told AS (
      SELECT g.event_id, g.agent_id, 'decision_resolved' AS type, g.frame, g.id AS subject_id, g.place FROM gone g WHERE g.event_id IS NOT NULL
    ), ${appendEvents('told')}
    SELECT ${appendedColumns()} FROM appended ORDER BY seq`,
};
