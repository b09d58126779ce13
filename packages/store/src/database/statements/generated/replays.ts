// Generated from packages/store/sql by `npm run sql`.
import type { EventType } from '@svc/domain';
import { statement } from '../statement.js';

export const cancel = statement<{ id: string }, object>('replays/cancel', ['id'], `
UPDATE replay
   SET state = 'cancelled', ended_at = now(), waits_for = NULL,
       next_step_at = CASE WHEN cardinality(under_way) > 0 THEN date_trunc('milliseconds', now()) END
 WHERE id = $1`);

export const dueIn = statement<object, { due_in_ms: number | null }>('replays/due-in', [], `
SELECT min(GREATEST(0, extract(epoch FROM r.next_step_at - clock_timestamp()) * 1000))::float8 AS due_in_ms
  FROM replay r JOIN agent a ON a.id = r.agent_id
 WHERE r.next_step_at IS NOT NULL AND a.deleted_at IS NULL
   AND (r.state <> 'running' OR NOT EXISTS (
     SELECT FROM replay o WHERE o.agent_id = r.agent_id AND o.id < r.id AND o.state = 'running'
   ))`);

export const find = statement<{ id: string; ownerId: string }, { replayId: string; agentId: string; eventState: 'failed' | 'delivered'; eventType: EventType | null; from: Date; to: Date; ratePerSecond: number; underWay: number; waitsFor: 'agent' | 'own_events' | 'other_events' | null; redelivered: number; delivered: number; failed: number; waiting: number; skipped: number; removed: number; createdAt: Date; endedAt: Date | null; progressPercent: number; state: 'queued' | 'running' | 'finished' | 'cancelled' }>('replays/find', ['id', 'ownerId'], `
SELECT r.* FROM replay_record r JOIN agent a ON a.id = r."agentId"
 WHERE r."replayId" = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL`);

export const forgetOld = statement<{ agentId: string; limit: number }, object>('replays/forget-old', ['agentId', 'limit'], `
DELETE FROM replay WHERE agent_id = $1 AND state <> 'running'
   AND id NOT IN (SELECT id FROM replay WHERE agent_id = $1 ORDER BY id DESC LIMIT $2)`);

/** The agent is locked, so that its rows are not removed before those that are opened again. */
export const holdDue = statement<object, { id: string; agent_id: string; state: 'running' | 'cancelled'; event_state: 'failed' | 'delivered'; event_type: EventType | null; from_at: Date; to_at: Date; rate_per_second: number; done_seq: number; began_seq: number; last_seq: number; under_way: string[]; waits_for: 'agent' | 'own_events' | 'other_events' | null; redelivered: number; delivered: number; failed: number; waiting: number; skipped: number; removed: number; next_step_at: Date | null; created_at: Date; ended_at: Date | null; owner_id: string; is_reachable: boolean }>('replays/hold-due', [], `
SELECT r.*, a.owner_id,
       (SELECT h.slot IS NOT NULL OR h.has_webhook FROM agent_reach h WHERE h.agent_id = a.id) AS is_reachable
  FROM replay r JOIN agent a ON a.id = r.agent_id
 WHERE r.next_step_at <= now() AND a.deleted_at IS NULL
   AND (r.state <> 'running' OR NOT EXISTS (
     SELECT FROM replay o WHERE o.agent_id = r.agent_id AND o.id < r.id AND o.state = 'running'
   ))
 ORDER BY r.next_step_at LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED`);

export const insert = statement<{ id: string; agentId: string; eventState: string; eventType: string | null; fromAt: Date; toAt: Date | null; ratePerSecond: number; openMax: number; beganSeq: number; lastSeq: number }, { id: string }>('replays/insert', ['id', 'agentId', 'eventState', 'eventType', 'fromAt', 'toAt', 'ratePerSecond', 'openMax', 'beganSeq', 'lastSeq'], `
INSERT INTO replay (
  id, agent_id, event_state, event_type, from_at, to_at, rate_per_second, began_seq, done_seq, last_seq,
  next_step_at
)
SELECT $1, $2, $3, $4, $5::timestamptz, coalesce($6::timestamptz, now()), $7::int, $9::bigint, $9, $10::bigint,
       date_trunc('milliseconds', now())
 WHERE (SELECT count(*) FROM replay WHERE agent_id = $2 AND state = 'running') < $8
RETURNING id`);

export const list = statement<{ agentId: string; limit: number }, { replayId: string; agentId: string; eventState: 'failed' | 'delivered'; eventType: EventType | null; from: Date; to: Date; ratePerSecond: number; underWay: number; waitsFor: 'agent' | 'own_events' | 'other_events' | null; redelivered: number; delivered: number; failed: number; waiting: number; skipped: number; removed: number; createdAt: Date; endedAt: Date | null; progressPercent: number; state: 'queued' | 'running' | 'finished' | 'cancelled' }>('replays/list', ['agentId', 'limit'], `
SELECT * FROM replay_record WHERE "agentId" = $1 ORDER BY "replayId" DESC LIMIT $2`);

export const lock = statement<{ id: string; ownerId: string }, { state: string; agent_id: string; agent_name: string }>('replays/lock', ['id', 'ownerId'], `
SELECT r.state, r.agent_id, a.agent_name FROM replay r JOIN agent a ON a.id = r.agent_id
 WHERE r.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF r`);

/** Writes down how far a replay is. Without a next step it has finished, unless it was cancelled. */
export const write = statement<{ id: string; underWay: readonly string[]; waitsFor: string | null; nextInMs: number | null; redelivered: number; delivered: number; failed: number; waiting: number; skipped: number; removed: number; doneSeq: number }, object>('replays/write', ['id', 'underWay', 'waitsFor', 'nextInMs', 'redelivered', 'delivered', 'failed', 'waiting', 'skipped', 'removed', 'doneSeq'], `
UPDATE replay
   SET under_way = $2::text[], waits_for = $3,
       next_step_at = clock_timestamp() + $4::double precision * interval '1 millisecond',
       redelivered = redelivered + $5::int, delivered = delivered + $6::int, failed = failed + $7::int,
       waiting = waiting + $8::int, skipped = skipped + $9::int, removed = removed + $10::bigint,
       done_seq = $11::bigint,
       state = CASE WHEN state = 'running' AND $4 IS NULL THEN 'finished' ELSE state END,
       ended_at = CASE WHEN state = 'running' AND $4 IS NULL THEN clock_timestamp() ELSE ended_at END
 WHERE id = $1`);
