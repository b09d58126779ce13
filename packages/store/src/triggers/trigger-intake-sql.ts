import { appendEvents, taskTriggerHeadSql, withPayloadSql } from '@svc/events';

const HEAD = taskTriggerHeadSql({ taskId: 't.id', runId: 'c.run_id', name: 't.name', prompt: 't.prompt' });

/**
 * Locks are taken in one order, each kind sorted: agents, tasks, receipts, counters. Agents and tasks are only held against deletion. A
 * call that waited for a deletion no longer finds the row, and counts as unknown.
 *
 * A receipt is claimed by writing this call's run into it; where its window still runs, the earlier run stays and is what comes back. Two
 * statements with one payload meet at the receipt's key, and the later one reads what the earlier has committed.
 */
export const ACCEPT = {
  name: 'trigger-accept-4',
  text: `
    WITH call AS MATERIALIZED (
      SELECT c.ord, g.task_id, t.agent_id, c.payload_hash, c.payload, c.run_id, c.event_id
        FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::text[])
               WITH ORDINALITY AS c (trigger_hash, payload_hash, payload, run_id, event_id, ord)
        JOIN trigger g ON g.trigger_hash = c.trigger_hash
        JOIN task t ON t.id = g.task_id
    ), owning AS MATERIALIZED (
      SELECT a.id, a.owner_id FROM agent a WHERE a.id = ANY (ARRAY(SELECT agent_id FROM call)) AND a.kind = 'interactive'
         AND a.deleted_at IS NULL
       ORDER BY a.id FOR KEY SHARE OF a
    ), named AS MATERIALIZED (
      SELECT t.id, t.enabled, t.name, t.prompt
        FROM task t
       WHERE t.id = ANY (ARRAY(SELECT task_id FROM call)) AND t.deleted_at IS NULL AND t.agent_id = ANY (ARRAY(SELECT id FROM owning))
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
      SELECT c.ord AS place, c.event_id, c.run_id, c.task_id, c.agent_id, 'task_trigger' AS type, c.payload, ${HEAD} AS head
        FROM call c JOIN receipt r ON r.run_id = c.run_id JOIN named t ON t.id = c.task_id
    ), run AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin)
      SELECT run_id, task_id, agent_id, 'pending', 'trigger' FROM fresh
    ), told AS (
      SELECT f.event_id, f.agent_id, f.type, ${withPayloadSql('f.head', 'f.payload')} AS frame, f.task_id, f.run_id, f.place FROM fresh f
    ), ${appendEvents('told', ['task_id', 'run_id'])}
    SELECT c.ord, c.task_id, c.agent_id, a.owner_id, t.enabled, r.run_id, e.seq, e.slot, e.is_reachable, f.head
      FROM call c
      JOIN owning a ON a.id = c.agent_id
      JOIN named t ON t.id = c.task_id
      LEFT JOIN receipt r ON r.task_id = c.task_id AND r.payload_hash = c.payload_hash
      LEFT JOIN fresh f ON f.place = c.ord
      LEFT JOIN appended e ON e.place = c.ord`,
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
