import { EVENT_TAKE_UP_AFTER_MS } from '@svc/domain';
import { onlineSlot } from '@svc/events';

/**
 * The beginning of a `task_trigger` frame; the payload's text and a closing brace follow. Texts are quoted by the database and the payload
 * is joined on as it is, so that nothing of it is parsed and written anew.
 */
const FRAME_HEAD = `
  '{"type":"task_trigger","task_id":' || to_json(t.id)::text || ',"run_id":' || to_json(n.run_id)::text ||
  ',"task_name":' || to_json(t.name)::text || ',"task_prompt":' || to_json(t.prompt)::text || ',"payload":'`;

/**
 * Locks are taken in one order, each kind sorted: agents, tasks, receipts, counters. Agents and tasks are only held against deletion. A
 * call that waited for a deletion no longer finds the row, and counts as unknown.
 *
 * A receipt is claimed by writing this call's run into it; where its window still runs, the earlier run stays and is what comes back. Two
 * statements with one payload meet at the receipt's key, and the later one reads what the earlier has committed.
 */
export const ACCEPT = {
  name: 'trigger-accept',
  text: `
    WITH call AS MATERIALIZED (
      SELECT c.ord, g.task_id, t.agent_id, c.payload_hash, c.payload, c.run_id, c.event_id
        FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::text[])
               WITH ORDINALITY AS c (trigger_hash, payload_hash, payload, run_id, event_id, ord)
        JOIN trigger g ON g.trigger_hash = c.trigger_hash
        JOIN task t ON t.id = g.task_id
    ), owning AS MATERIALIZED (
      SELECT a.id, a.owner_id, a.push_triggers_to_webhook AND a.webhook_url IS NOT NULL AS pushes_to_webhook,
             ${onlineSlot('a.id')} AS slot
        FROM agent a WHERE a.id = ANY (ARRAY(SELECT agent_id FROM call)) AND a.kind = 'interactive'
       ORDER BY a.id FOR KEY SHARE OF a
    ), named AS MATERIALIZED (
      SELECT t.id, t.enabled, t.name, t.prompt
        FROM task t
       WHERE t.id = ANY (ARRAY(SELECT task_id FROM call)) AND t.agent_id = ANY (ARRAY(SELECT id FROM owning))
       ORDER BY t.id FOR KEY SHARE
    ), receipt AS (
      INSERT INTO trigger_receipt AS r (task_id, payload_hash, run_id, received_at)
      SELECT c.task_id, c.payload_hash, c.run_id, now()
        FROM call c JOIN named t ON t.id = c.task_id
       WHERE t.enabled AND c.payload_hash IS NOT NULL
       ORDER BY c.task_id, c.payload_hash
      ON CONFLICT (task_id, payload_hash) DO UPDATE
         SET run_id = CASE WHEN r.received_at <= now() - $6::bigint * interval '1 millisecond'
                           THEN excluded.run_id ELSE r.run_id END,
             received_at = CASE WHEN r.received_at <= now() - $6::bigint * interval '1 millisecond'
                                THEN excluded.received_at ELSE r.received_at END
      RETURNING r.task_id, r.payload_hash, r.run_id
    ), fresh AS MATERIALIZED (
      SELECT c.*, row_number() OVER (PARTITION BY c.agent_id ORDER BY c.ord) AS place
        FROM call c JOIN receipt r ON r.run_id = c.run_id
    ), run AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin)
      SELECT run_id, task_id, agent_id, 'pending', 'trigger' FROM fresh
    ), counter AS MATERIALIZED (
      SELECT k.agent_id FROM agent_counter k
       WHERE k.agent_id = ANY (ARRAY(SELECT agent_id FROM fresh)) ORDER BY k.agent_id FOR UPDATE
    ), counted AS (
      UPDATE agent_counter k SET last_seq = k.last_seq + n.events
        FROM (SELECT agent_id, count(*) AS events FROM fresh GROUP BY agent_id) n
       WHERE k.agent_id = n.agent_id AND k.agent_id = ANY (ARRAY(SELECT agent_id FROM counter))
      RETURNING k.agent_id, k.last_seq - n.events AS before
    ), numbered AS MATERIALIZED (
      SELECT n.ord, n.event_id, n.run_id, n.task_id, n.agent_id, n.payload, k.before + n.place AS seq, ${FRAME_HEAD} AS head,
             a.slot IS NOT NULL OR a.pushes_to_webhook AS travels, a.slot IS NULL AS is_queued
        FROM fresh n JOIN counted k ON k.agent_id = n.agent_id
        JOIN named t ON t.id = n.task_id JOIN owning a ON a.id = n.agent_id
    ), event AS (
      INSERT INTO event (id, agent_id, seq, type, state, frame, task_id, run_id, attempt_after, queued_at)
      SELECT event_id, agent_id, seq, 'task_trigger', CASE WHEN travels THEN 'pending' ELSE 'waiting' END,
             head || payload || '}', task_id, run_id,
             CASE WHEN travels THEN now() + interval '${EVENT_TAKE_UP_AFTER_MS} milliseconds' END,
             CASE WHEN is_queued THEN now() END
        FROM numbered
      RETURNING id, state
    )
    SELECT c.ord, c.task_id, c.agent_id, a.owner_id, t.enabled, r.run_id, a.slot, n.seq, e.state,
           n.head
      FROM call c
      JOIN owning a ON a.id = c.agent_id
      JOIN named t ON t.id = c.task_id
      LEFT JOIN receipt r ON r.task_id = c.task_id AND r.payload_hash = c.payload_hash
      LEFT JOIN numbered n ON n.ord = c.ord
      LEFT JOIN event e ON e.id = n.event_id`,
};

export const PURGE = {
  name: 'trigger-purge-receipts',
  text: `
    WITH past AS (
      SELECT task_id, payload_hash FROM trigger_receipt
       WHERE received_at <= now() - $1::bigint * interval '1 millisecond'
       ORDER BY received_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    DELETE FROM trigger_receipt r USING past p
     WHERE r.task_id = p.task_id AND r.payload_hash = p.payload_hash
    RETURNING 1`,
};
