// Generated from packages/store/sql by `npm run sql`.
import type { EventState, EventType } from '@svc/domain';
import { statement } from '../statement.js';

export const countPending = statement<{ agentId: string; ids: readonly string[]; max: number }, { pending: number }>('events/count-pending', ['agentId', 'ids', 'max'], `
SELECT count(*)::int AS pending FROM (
  SELECT 1 FROM waiting_up_to w
    JOIN event e ON e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no > w.push_no
   WHERE w.agent_id = $1 AND e.id <> ALL ($2::text[]) LIMIT $3
) p`);

/** Locks the runs of these events, so that they do not end meanwhile. One that is not kept any more has ended. */
export const lock = statement<{ ids: readonly string[]; agentId: string | null; ownerId: string | null }, { eventId: string; agentId: string; agentName: string; type: EventType; isOver: boolean; isReplaced: boolean }>('events/lock', ['ids', 'agentId', 'ownerId'], `
WITH asked AS MATERIALIZED (
  SELECT e.id, e.agent_id, e.type, e.subject_id, a.agent_name FROM event e JOIN agent a ON a.id = e.agent_id
   WHERE e.id = ANY ($1::text[]) AND ($2::text IS NULL OR a.id = $2) AND ($3::text IS NULL OR a.owner_id = $3)
     AND a.deleted_at IS NULL
), run AS MATERIALIZED (
  SELECT r.id, r.event_id, r.status IN ('pending', 'running') AND t.deleted_at IS NULL AS is_open
    FROM task_run r LEFT JOIN task t ON t.id = r.task_id
   WHERE r.id = ANY (ARRAY(SELECT subject_id FROM asked WHERE is_of_run(type))) ORDER BY r.id FOR SHARE OF r
)
SELECT a.id AS "eventId", a.agent_id AS "agentId", a.agent_name AS "agentName", a.type,
       is_of_run(a.type) AND r.is_open IS NOT TRUE AS "isOver",
       coalesce(r.is_open AND r.event_id <> a.id, false) AS "isReplaced"
  FROM asked a LEFT JOIN run r ON r.id = a.subject_id AND is_of_run(a.type)`);

/** The limit bounds what is read, so conditions that no index knows come behind it. One of the parts is asked for: events that have failed have an index, and so have those that are not triggers, by their type. */
export const nextToReplay = statement<{ agentId: string; after: number; lastSeq: number; limit: number; state: EventState; type: EventType | null; from: Date; to: Date }, { eventId: string; seq: number; isOver: boolean; matches: boolean }>('events/next-to-replay', ['agentId', 'after', 'lastSeq', 'limit', 'state', 'type', 'from', 'to'], `
WITH next AS MATERIALIZED (
  (SELECT id, seq, type, state, subject_id, created_at FROM event
    WHERE $5::text = 'failed' AND state = 'failed'
      AND agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4)
  UNION ALL
  (SELECT id, seq, type, state, subject_id, created_at FROM event
    WHERE $5 <> 'failed' AND $6::text <> 'task_trigger' AND type <> 'task_trigger' AND type = $6
      AND agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4)
  UNION ALL
  (SELECT id, seq, type, state, subject_id, created_at FROM event
    WHERE $5 <> 'failed' AND coalesce($6, 'task_trigger') = 'task_trigger'
      AND agent_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4)
)
SELECT n.id AS "eventId", n.seq, is_of_run(n.type) AND r.is_open IS NOT TRUE AS "isOver",
       n.state = $5 AND ($6 IS NULL OR n.type = $6) AND n.created_at >= $7::timestamptz
         AND n.created_at < $8::timestamptz AS matches
  FROM next n
  LEFT JOIN LATERAL (
    SELECT r.event_id = n.id AND r.status IN ('pending', 'running') AND t.deleted_at IS NULL AS is_open
      FROM task_run r LEFT JOIN task t ON t.id = r.task_id
     WHERE is_of_run(n.type) AND r.id = n.subject_id OFFSET 0
  ) r ON true
 ORDER BY n.seq`);

/** Sends events again, in their order, all or those in a state. Their runs are locked. */
export const restart = statement<{ ids: readonly string[]; state: string | null }, { eventId: string; agentId: string; type: EventType; seq: number; pushNo: number; createdAt: Date; userId: string; slot: string | null; isReachable: boolean; frame: string }>('events/restart', ['ids', 'state'], `
SELECT event_id AS "eventId", agent_id AS "agentId", type, seq, push_no AS "pushNo",
       created_at AS "createdAt", owner_id AS "userId", slot, is_reachable AS "isReachable", frame
  FROM restart_events($1, $2) ORDER BY agent_id, push_no`);

/** Where events stand, in the order that is asked; null for an event that is not kept. */
export const states = statement<{ ids: readonly string[] }, { state: EventState | null }>('events/states', ['ids'], `
SELECT r.state FROM unnest($1::text[]) WITH ORDINALITY AS u (id, ordinal)
  LEFT JOIN event_record r ON r.id = u.id ORDER BY u.ordinal`);
