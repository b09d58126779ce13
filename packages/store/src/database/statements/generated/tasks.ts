// Generated from packages/store/sql by `npm run sql`.
import type { RunStatus, SenderRefusal, SenderScheme, TriggerType } from '@svc/domain';
import { statement } from '../statement.js';

export const find = statement<{ id: string; agentId: string | null; ownerId: string | null }, { taskId: string; agentId: string; ownerId: string; name: string; prompt: string; schedule: string; triggerType: TriggerType; timezone: string; runAt: Date | null; enabled: boolean; nextRunAt: Date | null; timeoutSeconds: number | null; retryMax: number | null; retryBackoffSeconds: number | null; createdAt: Date; triggerHeaders: string[]; triggerSealed: Buffer | null; scheme: SenderScheme | null; header: string | null; deliveryIdHeader: string | null; senderSealed: Buffer | null; setAt: Date | null; refusedCount: number | null; refusedAt: Date | null; refusedReason: SenderRefusal | null; lastRunStatus: RunStatus | null }>('tasks/find', ['id', 'agentId', 'ownerId'], `
SELECT * FROM task_record
 WHERE "taskId" = $1 AND ($2::text IS NULL OR "agentId" = $2) AND ($3::text IS NULL OR "ownerId" = $3)`);

export const list = statement<{ agentId: string; after: string; limit: number | null }, { taskId: string; agentId: string; ownerId: string; name: string; prompt: string; schedule: string; triggerType: TriggerType; timezone: string; runAt: Date | null; enabled: boolean; nextRunAt: Date | null; timeoutSeconds: number | null; retryMax: number | null; retryBackoffSeconds: number | null; createdAt: Date; triggerHeaders: string[]; triggerSealed: Buffer | null; scheme: SenderScheme | null; header: string | null; deliveryIdHeader: string | null; senderSealed: Buffer | null; setAt: Date | null; refusedCount: number | null; refusedAt: Date | null; refusedReason: SenderRefusal | null; lastRunStatus: RunStatus | null }>('tasks/list', ['agentId', 'after', 'limit'], `
SELECT * FROM task_record WHERE "agentId" = $1 AND "taskId" > $2 ORDER BY "taskId" LIMIT $3`);

/** Locks a task for a change. New runs of it lock its key, and need not wait. */
export const lock = statement<{ id: string; agentId: string | null; ownerId: string | null }, { id: string }>('tasks/lock', ['id', 'agentId', 'ownerId'], `
SELECT t.id FROM task t JOIN agent a ON a.id = t.agent_id
 WHERE t.id = $1 AND t.deleted_at IS NULL AND a.deleted_at IS NULL
   AND a.id = coalesce($2, a.id) AND a.owner_id = coalesce($3, a.owner_id)
   FOR NO KEY UPDATE OF t`);

/** Locks a task for its deletion. New runs wait for it, and it for them, so that it sees all runs. */
export const lockWholly = statement<{ id: string; agentId: string | null; ownerId: string | null }, { id: string }>('tasks/lock-wholly', ['id', 'agentId', 'ownerId'], `
SELECT t.id FROM task t JOIN agent a ON a.id = t.agent_id
 WHERE t.id = $1 AND t.deleted_at IS NULL AND a.deleted_at IS NULL
   AND a.id = coalesce($2, a.id) AND a.owner_id = coalesce($3, a.owner_id)
   FOR UPDATE OF t`);

export const markDeleted = statement<{ id: string }, object>('tasks/mark-deleted', ['id'], `
UPDATE task SET deleted_at = now(), enabled = false, next_run_at = NULL,
       trigger_hash = NULL, trigger_sealed = NULL, sender_sealed = NULL WHERE id = $1`);

/** Stores a task, or sets all that can be changed of it. */
export const put = statement<{ id: string; agentId: string; name: string; prompt: string; schedule: string; triggerType: string; timezone: string; runAt: Date | null; enabled: boolean; nextRunAt: Date | null; timeoutSeconds: number | null; retryMax: number | null; retryBackoffSeconds: number | null }, object>('tasks/put', ['id', 'agentId', 'name', 'prompt', 'schedule', 'triggerType', 'timezone', 'runAt', 'enabled', 'nextRunAt', 'timeoutSeconds', 'retryMax', 'retryBackoffSeconds'], `
INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at, enabled, next_run_at,
                  timeout_seconds, retry_max, retry_backoff_seconds, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())
ON CONFLICT (id) DO UPDATE
   SET name = $3, prompt = $4, schedule = $5, trigger_type = $6, timezone = $7, run_at = $8, enabled = $9,
       next_run_at = $10, timeout_seconds = $11, retry_max = $12, retry_backoff_seconds = $13,
       updated_at = now()`);

export const sumOtherPrompts = statement<{ agentId: string; id: string }, { bytes: number }>('tasks/sum-other-prompts', ['agentId', 'id'], `
SELECT coalesce(sum(octet_length(prompt)), 0)::int AS bytes FROM task
 WHERE agent_id = $1 AND deleted_at IS NULL AND id <> $2`);
