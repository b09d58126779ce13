import { retryingDeadlocks, rows } from '@svc/database';
import { newId } from '@svc/domain';
import { appendedColumns, appendEvents, byPushNo, decisionResolvedFrame, outgoingEvent } from '@svc/events';
import type { OutgoingEvent, OutgoingRow } from '@svc/events';
import type { Pool } from 'pg';
import { auditedSql } from '../audit/audit-entry.js';

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
export async function expireDecisions(
  pool: Pool,
  { limit, decisionId = null }: { limit: number; decisionId?: string | null },
): Promise<ExpiredDecision[]> {
  const eventIds = Array.from({ length: limit }, () => newId('event'));
  const found = await retryingDeadlocks(() =>
    rows<ExpiredRow>(pool, EXPIRE, [limit, decisionId, eventIds, FRAME, FRAME_OF_FORM]),
  );
  return found
    .sort(byPushNo)
    .map((row) => ({ decisionId: row.decision_id, userId: row.owner_id, event: outgoingEvent(row) }));
}

interface ExpiredRow extends OutgoingRow {
  decision_id: string;
  owner_id: string;
}

const DISMISSED = {
  decisionId: '%1$s',
  status: 'dismissed',
  note: null,
  conversationId: '%2$s',
  alwaysAllowPattern: null,
} as const;

/** The frame with places for the two ids, in the syntax of SQL's `format`. Ids hold no character that JSON would escape. */
const FRAME = decisionResolvedFrame(DISMISSED);
/** That of a request with a form. */
const FRAME_OF_FORM = decisionResolvedFrame({ ...DISMISSED, answer: null });

// Skips an agent that is being deleted or whose counter another statement holds, and a request that is being answered.
const EXPIRE = {
  name: 'decision-expire-9',
  text: `
    WITH overdue AS MATERIALIZED (
      SELECT d.id, d.agent_id, d.conversation_id, a.owner_id, d.expires_at FROM decision d JOIN agent a ON a.id = d.agent_id
        JOIN agent_counter c ON c.agent_id = a.id
       WHERE d.status = 'pending' AND d.expires_at <= now() AND a.deleted_at IS NULL AND ($2::text IS NULL OR d.id = $2)
       ORDER BY d.expires_at LIMIT $1
       FOR KEY SHARE OF a SKIP LOCKED FOR NO KEY UPDATE OF d SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
    ), dismissed AS (
      UPDATE decision d SET status = 'dismissed', resolution_reason = 'expired', resolved_at = now(), event_id = ($3::text[])[o.place]
        FROM (SELECT *, row_number() OVER (ORDER BY expires_at, id) AS place FROM overdue) o WHERE d.id = o.id
      RETURNING d.id, o.agent_id, o.owner_id, o.conversation_id, o.place, d.event_id, d.action, d.answer_schema IS NOT NULL AS has_form
    ), audited AS (${auditedSql({
      ...{ from: 'dismissed d', action: 'decision.resolved', userId: 'd.owner_id', actor: 'system' },
      ...{ subjectId: 'd.id', agentId: 'd.agent_id' },
      details: `jsonb_build_object('status', 'dismissed', 'reason', 'expired', 'action', left(d.action, 200))`,
    })}
    ), told AS (
      SELECT d.event_id, d.agent_id, 'decision_resolved' AS type,
             format(CASE WHEN d.has_form THEN $5 ELSE $4 END, d.id, d.conversation_id) AS frame, d.id AS subject_id, d.owner_id, d.place
        FROM dismissed d
    ), ${appendEvents('told')}
    SELECT t.subject_id AS decision_id, t.frame, ${appendedColumns('a')} FROM appended a JOIN told t ON t.event_id = a.event_id`,
};
