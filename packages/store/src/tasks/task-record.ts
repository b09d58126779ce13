import { ALL_STAGES, byStage, inStage } from '@svc/events';
import type { RetryPolicy, RunStatus, SealedPlace, SecretBox, TaskPlan, TriggerType } from '@svc/domain';
import type { Audited } from '../audit/audit-entry.js';
import { taskSender } from './task-sender-record.js';
import type { TaskSender, TaskSenderRow } from './task-sender-record.js';

/** Whose tasks and runs a call may see: an agent's own, or those of a user's agents. */
export type TaskScope =
  | { agentId: string; userId?: undefined }
  | ({ userId: string; agentId?: undefined } & Audited);

export interface TaskRecord extends TaskPlan {
  taskId: string;
  agentId: string;
  /** The agent's owner. */
  ownerId: string;
  name: string;
  prompt: string;
  /** How long a run may take, in seconds. */
  timeoutSeconds: number | null;
  retry: RetryPolicy | null;
  /** The status of the newest run, or `null` before the first run. */
  lastRunStatus: RunStatus | null;
  /** Only for an event task. */
  triggerId: string | null;
  /** What callers of its trigger have to prove; `null` if nothing. */
  sender: TaskSender | null;
  createdAt: Date;
}

export interface TaskRow extends TaskSenderRow {
  id: string;
  agent_id: string;
  owner_id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: TriggerType;
  timezone: string;
  run_at: Date | null;
  enabled: boolean;
  next_run_at: Date | null;
  timeout_seconds: number | null;
  retry_max: number | null;
  retry_backoff_seconds: number | null;
  created_at: Date;
  last_run_status: RunStatus | null;
  trigger_sealed: Buffer | null;
}

/** Tasks as {@link taskRecord} reads them: a SELECT without conditions over `task t` and its `agent a`. */
export const SELECT_TASK = `
    SELECT t.id, t.agent_id, a.owner_id, t.name, t.prompt, t.schedule, t.trigger_type, t.timezone, t.run_at, t.enabled,
           t.next_run_at, t.timeout_seconds, t.retry_max, t.retry_backoff_seconds, t.created_at,
           g.trigger_sealed, g.sender_scheme, g.sender_header, g.sender_id_header, g.sender_sealed, g.sender_set_at,
           f.count AS refused_count, f.last_at AS refused_at, f.last_reason AS refused_reason,
           (SELECT last.status FROM ${ALL_STAGES} CROSS JOIN LATERAL (
              SELECT r.id, r.status FROM task_run r WHERE r.task_id = t.id AND ${inStage('r', 's.stage')} ORDER BY ${byStage('r', 'DESC')} LIMIT 1
            ) last ORDER BY last.id DESC LIMIT 1) AS last_run_status
      FROM task t JOIN agent a ON a.id = t.agent_id LEFT JOIN trigger g ON g.task_id = t.id
      LEFT JOIN trigger_refusal f ON f.task_id = t.id`;

/** The condition that `agent a` is not deleted and within a scope, whose values are {@link scopeValues}. */
export function inScope(first: '$1' | '$2' | '$3'): string {
  const second = `$${Number(first.slice(1)) + 1}`;
  return `(${first}::text IS NULL OR a.id = ${first}) AND (${second}::text IS NULL OR a.owner_id = ${second}) AND a.deleted_at IS NULL`;
}

/** Agent and user, one of them `null`. */
export function scopeValues(scope: TaskScope): [string | null, string | null] {
  return [scope.agentId ?? null, scope.userId ?? null];
}

/** Where the trigger id of an event task is sealed. */
export function triggerPlace(taskId: string): SealedPlace {
  return { column: 'trigger.trigger_sealed', rowId: taskId };
}

/** The retries of the task that a row is of. */
export function retryPolicy(row: Pick<TaskRow, 'retry_max' | 'retry_backoff_seconds'>): RetryPolicy | null {
  const { retry_max: max, retry_backoff_seconds: backoffSeconds } = row;
  return max === null || backoffSeconds === null ? null : { max, backoffSeconds };
}

export function taskRecord(row: TaskRow, box: SecretBox): TaskRecord {
  return {
    taskId: row.id,
    agentId: row.agent_id,
    ownerId: row.owner_id,
    name: row.name,
    prompt: row.prompt,
    schedule: row.schedule,
    triggerType: row.trigger_type,
    timezone: row.timezone,
    runAt: row.run_at,
    enabled: row.enabled,
    nextRunAt: row.next_run_at,
    timeoutSeconds: row.timeout_seconds,
    retry: retryPolicy(row),
    lastRunStatus: row.last_run_status,
    triggerId: row.trigger_sealed === null ? null : box.open(row.trigger_sealed, triggerPlace(row.id)),
    sender: taskSender(row, box),
    createdAt: row.created_at,
  };
}
