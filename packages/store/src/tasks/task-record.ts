import type {
  RetryPolicy,
  RunStatus,
  SealingContext,
  SecretBox,
  SenderRefusal,
  SenderScheme,
  SenderSecret,
  TaskPlan,
  AuditAction,
} from '@svc/domain';
import type { Audited, AuditDetails } from '../audit/audit-log.js';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { ServiceError } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';

/** Whose tasks and runs a call may see: an agent's own, or those of a user's agents. */
export type TaskScope =
  | { agentId: string; userId?: undefined }
  | ({ userId: string; agentId?: undefined } & Audited);

export interface TaskRecord extends TaskPlan {
  taskId: string;
  agentId: string;
  ownerId: string;
  name: string;
  prompt: string;
  timeoutSeconds: number | null;
  retry: RetryPolicy | null;
  /** Of the newest run. */
  lastRunStatus: RunStatus | null;
  /** Only for an event task. */
  triggerId: string | null;
  /** Names, in lower case, of headers that the agent gets of each call of the trigger. */
  triggerHeaders: readonly string[];
  /** `null` if callers have to prove nothing. */
  sender: TaskSender | null;
  createdAt: Date;
}

/** What callers have to prove, without the secrets. */
export interface TaskSender {
  scheme: SenderScheme;
  header: string | null;
  deliveryIdHeader: string | null;
  /** How many prove as long as the setting stands. */
  secrets: number;
  /** Until when former secrets prove as well; may be over. */
  formerUntil: Date | null;
  setAt: Date;
  /** Calls that proved nothing. */
  refused: { count: number; lastAt: Date; lastReason: SenderRefusal } | null;
}

type TaskRow = NonNullable<(typeof sql.tasks.find)['row']>;

export function triggerContext(taskId: string): SealingContext {
  return { column: 'trigger.trigger_sealed', rowId: taskId };
}

/** All secrets are sealed as one value. */
export function senderContext(taskId: string): SealingContext {
  return { column: 'trigger.sender_sealed', rowId: taskId };
}

/** @throws Error if the value does not open ({@link SecretBox.open}). */
export function openedSecrets(sealed: Uint8Array, taskId: string, box: SecretBox): SenderSecret[] {
  return JSON.parse(box.open(sealed, senderContext(taskId))) as SenderSecret[];
}

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
    triggerId: row.trigger_sealed === null ? null : box.open(row.trigger_sealed, triggerContext(row.id)),
    triggerHeaders: row.trigger_headers ?? [],
    sender: taskSender(row, box),
    createdAt: row.created_at,
  };
}

function taskSender(row: TaskRow, box: SecretBox): TaskSender | null {
  if (row.sender_scheme === null || row.sender_sealed === null || row.sender_set_at === null) return null;
  const secrets = openedSecrets(row.sender_sealed, row.id, box);
  const ends = secrets.flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs]));
  return {
    scheme: row.sender_scheme,
    header: row.sender_header,
    deliveryIdHeader: row.sender_id_header,
    secrets: secrets.length - ends.length,
    formerUntil: ends.length === 0 ? null : new Date(Math.max(...ends)),
    setAt: row.sender_set_at,
    refused:
      row.refused_count === null || row.refused_at === null || row.refused_reason === null
        ? null
        : { count: row.refused_count, lastAt: row.refused_at, lastReason: row.refused_reason },
  };
}

export function scopeIds(scope: TaskScope): { agentId: string | null; ownerId: string | null } {
  return { agentId: scope.agentId ?? null, ownerId: scope.userId ?? null };
}

/** Both throw ServiceError `not_found`. */
export function taskAccess(box: SecretBox) {
  return {
    read: async (client: Pool | ClientBase, taskId: string, scope: TaskScope): Promise<TaskRecord> => {
      const [row] = await rows(client, sql.tasks.find, { id: taskId, ...scopeIds(scope) });
      if (row === undefined) throw new ServiceError('not_found');
      return taskRecord(row, box);
    },

    lock: async (
      client: ClientBase,
      statement: typeof sql.tasks.lock,
      task: { taskId: string; scope: TaskScope },
    ): Promise<void> => {
      const [row] = await rows(client, statement, { id: task.taskId, ...scopeIds(task.scope) });
      if (row === undefined) throw new ServiceError('not_found');
    },
  };
}

/** Only what a person does is audited: what agents do with their tasks is their daily work. */
export async function audited(
  client: ClientBase,
  action: AuditAction,
  scope: TaskScope,
  task: TaskRecord,
  details: AuditDetails = {},
): Promise<TaskRecord> {
  if (scope.userId === undefined) return task;
  const { userId, call } = scope;
  const { taskId: subjectId, agentId, name } = task;
  await writeAuditEntry(client, {
    ...{ userId, action, subjectId, agentId, call },
    details: { name, ...details },
  });
  return task;
}
