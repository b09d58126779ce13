import { appendEvents, taskTriggerHeadSql, withPayloadSql } from '@svc/events';

const HEAD = taskTriggerHeadSql({
  taskId: 'a.task_id',
  runId: 'a.run_id',
  name: 'a.name',
  prompt: 'a.prompt',
});

export const FIND_OWNERS = {
  name: 'trigger-find-owners',
  text: `
    SELECT g.trigger_hash AS hash, t.id AS "taskId", t.agent_id AS "agentId"
      FROM trigger g JOIN task t ON t.id = g.task_id WHERE g.trigger_hash = ANY ($1::bytea[])`,
};

/** Read for calls alone that were not proven. */
const SENDER = `
  SELECT jsonb_build_object('version', g.sender_version, 'scheme', g.sender_scheme, 'header', g.sender_header,
                            'delivery_id_header', g.sender_id_header, 'sealed', encode(g.sender_sealed, 'base64'))
    FROM trigger g WHERE g.task_id = c.task_id`;

/**
 * Locks are taken in one order, each kind sorted: agents, tasks, receipts, runs, counters. Agents and tasks are only held against
 * deletion. A call that waited for a deletion no longer finds the row, and counts as unknown.
 *
 * A call claims a receipt by writing its run into it. If the receipt's window is not over, the earlier run stays and is returned. Two
 * statements with the same payload meet at the receipt's key, and the later one reads what the earlier one has committed. If a statement sees the receipt
 * from the beginning, its call is a duplicate, also where there is no room for it.
 *
 * The planner believes that most of the relations have one row, and would join them by nested loops: each join of 64 calls then looked at 4,096 pairs. So
 * the calls are joined by full joins, which are never nested loops. `OFFSET 0` keeps them full: agents whose calls were not found are left out after it.
 * A call that proves the sender by another setting than the trigger has, or by none, is not taken in. It gets the setting instead.
 *
 * `IS TRUE` keeps a look for the receipt from becoming a join: PostgreSQL makes a hash table of the receipts instead.
 */
export const ACCEPT = {
  name: 'trigger-accept-15',
  text: `
    WITH call AS MATERIALIZED (
      SELECT c.ord, g.task_id, t.agent_id, c.payload_hash, c.payload, c.run_id, c.event_id, c.has_room,
             (SELECT r.run_id FROM trigger_receipt r WHERE r.task_id = g.task_id AND r.payload_hash = c.payload_hash
                 AND r.received_at > now() - $6::bigint * interval '1 millisecond') AS former_run_id,
             g.sender_version IS NOT DISTINCT FROM c.sender_version AS is_proven
        FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::text[], $7::text[], $8::boolean[])
               WITH ORDINALITY AS c (trigger_hash, payload_hash, payload, run_id, event_id, sender_version, has_room, ord)
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
    ), asked AS MATERIALIZED (
      SELECT c.*, t.enabled, t.name, t.prompt, t.enabled AND c.is_proven AND c.payload_hash IS NOT NULL AND c.former_run_id IS NULL AS is_new
        FROM call c JOIN named t ON t.id = c.task_id
    ), receipt AS (
      INSERT INTO trigger_receipt AS r (task_id, payload_hash, run_id, received_at)
      SELECT task_id, payload_hash, run_id, now() FROM asked WHERE is_new AND has_room ORDER BY task_id, payload_hash
      ON CONFLICT (task_id, payload_hash) DO UPDATE
         SET run_id = CASE WHEN r.received_at <= now() - $6::bigint * interval '1 millisecond'
                           THEN excluded.run_id ELSE r.run_id END,
             received_at = CASE WHEN r.received_at <= now() - $6::bigint * interval '1 millisecond'
                                THEN excluded.received_at ELSE r.received_at END
      RETURNING r.task_id, r.payload_hash, r.run_id
    ), fresh AS MATERIALIZED (
      SELECT a.ord AS place, a.event_id, a.run_id, a.task_id, a.agent_id, 'task_trigger' AS type, a.payload, ${HEAD} AS head
        FROM asked a WHERE (a.run_id IN (SELECT run_id FROM receipt)) IS TRUE
    ), run AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id)
      SELECT run_id, task_id, agent_id, 'pending', 'trigger', event_id FROM fresh
    ), told AS (
      SELECT event_id, agent_id, type, ${withPayloadSql('head', 'payload')} AS frame, run_id AS subject_id, place FROM fresh
    ), ${appendEvents('told')}
    SELECT c.*, CASE WHEN NOT c.is_proven THEN (${SENDER}) END AS sender
      FROM (
        SELECT a.ord, a.task_id, a.agent_id, o.owner_id, a.enabled, coalesce(r.run_id, a.former_run_id) AS run_id, e.seq, e.push_no, e.slot, e.is_reachable,
               f.head, a.is_new AND NOT a.has_room AS is_refused, a.is_proven
          FROM asked a
          FULL JOIN receipt r ON r.task_id = a.task_id AND r.payload_hash = a.payload_hash
          FULL JOIN fresh f ON f.place = a.ord
          FULL JOIN appended e ON e.event_id = f.event_id
          FULL JOIN owning o ON o.id = a.agent_id OFFSET 0
      ) c WHERE c.ord IS NOT NULL`,
};

/**
 * Looks at the receipts on `$3` blocks of the table from block `$2` on. A step reads no more than these blocks, however many receipts there are. It passes
 * over receipts that another process removes at this moment.
 */
export const PURGE = {
  name: 'trigger-purge-receipts-2',
  text: `
    WITH past AS MATERIALIZED (
      SELECT ctid FROM trigger_receipt
       WHERE ctid >= format('(%s,0)', $2::bigint)::tid AND ctid < format('(%s,0)', $2::bigint + $3::bigint)::tid
         AND received_at <= now() - $1::bigint * interval '1 millisecond'
         FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM trigger_receipt WHERE ctid = ANY (ARRAY(SELECT ctid FROM past)) RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM removed) AS removed,
           pg_relation_size('trigger_receipt') / current_setting('block_size')::bigint AS blocks`,
};
