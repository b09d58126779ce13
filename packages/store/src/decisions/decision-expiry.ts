import { retryingDeadlocks, rows } from '@svc/database';
import { decisionResolvedFrame, EVENT_TAKE_UP_AFTER_MS, newId } from '@svc/domain';
import { onlineSlot } from '@svc/events';
import type { Pool } from 'pg';
import type { EventToPublish } from './decision-record.js';

/** A request whose time was over, with the event that says so. */
export interface ExpiredDecision {
  decisionId: string;
  /** The owner, whose consoles are told. */
  userId: string;
  event: EventToPublish;
}

/**
 * Dismisses open requests whose time is over, those first that have been over for longest, each with its event. Several may do this at
 * once: a request is dismissed by one of them.
 *
 * @param decisionId only this one, by whoever has come across it.
 */
export async function expireDecisions(
  pool: Pool,
  { limit, decisionId = null }: { limit: number; decisionId?: string | null },
): Promise<ExpiredDecision[]> {
  const eventIds = Array.from({ length: limit }, () => newId('event'));
  const found = await retryingDeadlocks(() =>
    rows<ExpiredRow>(pool, EXPIRE, [limit, decisionId, eventIds, FRAME]),
  );
  // In order per agent, as they are to be published.
  found.sort((a, b) => (a.agent_id === b.agent_id ? a.seq - b.seq : a.agent_id < b.agent_id ? -1 : 1));
  return found.map((row) => ({
    decisionId: row.decision_id,
    userId: row.owner_id,
    event: {
      eventId: row.id,
      agentId: row.agent_id,
      seq: row.seq,
      type: 'decision_resolved',
      frame: row.frame,
      slot: row.slot,
    },
  }));
}

interface ExpiredRow {
  id: string;
  decision_id: string;
  agent_id: string;
  owner_id: string;
  seq: number;
  frame: string;
  slot: string | null;
}

/** The frame with places for the two ids, as SQL's `format` knows them. Ids hold no character that JSON would escape. */
const FRAME = decisionResolvedFrame({
  decisionId: '%1$s',
  status: 'dismissed',
  note: null,
  conversationId: '%2$s',
  alwaysAllowPattern: null,
});

// An agent that is being deleted is passed over, as is a request that is being answered. The counters are taken in one order.
const EXPIRE = {
  name: 'decision-expire',
  text: `
    WITH overdue AS MATERIALIZED (
      SELECT d.id, d.agent_id, d.conversation_id, a.owner_id FROM decision d JOIN agent a ON a.id = d.agent_id
       WHERE d.status = 'pending' AND d.expires_at <= now() AND ($2::text IS NULL OR d.id = $2)
       ORDER BY d.expires_at LIMIT $1
       FOR KEY SHARE OF a SKIP LOCKED FOR NO KEY UPDATE OF d SKIP LOCKED
    ), dismissed AS (
      UPDATE decision d SET status = 'dismissed', resolution_reason = 'expired', resolved_at = now()
        FROM overdue o WHERE d.id = o.id
      RETURNING d.id, o.agent_id, o.owner_id, o.conversation_id, d.expires_at
    ), counters AS MATERIALIZED (
      SELECT c.agent_id FROM agent_counter c WHERE c.agent_id IN (SELECT agent_id FROM overdue) ORDER BY c.agent_id FOR UPDATE
    ), counted AS (
      UPDATE agent_counter c SET last_seq = c.last_seq + n.events
        FROM (SELECT k.agent_id, count(*) AS events FROM counters k JOIN dismissed d ON d.agent_id = k.agent_id GROUP BY 1) n
       WHERE c.agent_id = n.agent_id
      RETURNING c.agent_id, c.last_seq - n.events AS seq_before
    ), numbered AS (
      SELECT d.id AS decision_id, d.agent_id, d.owner_id, d.conversation_id,
             c.seq_before + row_number() OVER (PARTITION BY d.agent_id ORDER BY d.expires_at, d.id) AS seq,
             ($3::text[])[row_number() OVER (ORDER BY d.expires_at, d.id)] AS event_id
        FROM dismissed d JOIN counted c ON c.agent_id = d.agent_id
    ), event AS (
      INSERT INTO event (id, agent_id, seq, type, frame, decision_id, attempt_after)
      SELECT event_id, agent_id, seq, 'decision_resolved', format($4, decision_id, conversation_id), decision_id,
             now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds'
        FROM numbered
      RETURNING id, agent_id, seq, frame, decision_id
    )
    SELECT e.*, n.owner_id, ${onlineSlot('e.agent_id')} AS slot FROM event e JOIN numbered n ON n.event_id = e.id`,
};
