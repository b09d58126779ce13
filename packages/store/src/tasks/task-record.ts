import type { RetryPolicy, SealingContext, SecretBox, SenderSecret, AuditAction } from '@svc/domain';
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

export type TaskRow = NonNullable<(typeof sql.tasks.find)['row']>;

/** Without the secrets. `triggerId` is `null` unless it is an event task, `lastRunStatus` that of the newest run. */
export type TaskRecord = ReturnType<typeof taskRecord>;

/** What callers have to prove; `null` if that is nothing. */
export type TaskSender = NonNullable<TaskRecord['sender']>;

export function triggerContext(taskId: string): SealingContext {
  return { column: 'task.trigger_sealed', rowId: taskId };
}

/** All secrets are sealed as one value. */
export function senderContext(taskId: string): SealingContext {
  return { column: 'task.sender_sealed', rowId: taskId };
}

/** @throws Error if the value does not open ({@link SecretBox.open}). */
export function openedSecrets(sealed: Uint8Array, taskId: string, box: SecretBox): SenderSecret[] {
  return JSON.parse(box.open(sealed, senderContext(taskId))) as SenderSecret[];
}

export function retryPolicy(row: Pick<TaskRow, 'retryMax' | 'retryBackoffSeconds'>): RetryPolicy | null {
  const { retryMax: max, retryBackoffSeconds: backoffSeconds } = row;
  return max === null || backoffSeconds === null ? null : { max, backoffSeconds };
}

export function taskRecord({ triggerSealed, senderSealed, ...row }: TaskRow, box: SecretBox) {
  return {
    ...row,
    retry: retryPolicy(row),
    triggerId: triggerSealed === null ? null : box.open(triggerSealed, triggerContext(row.taskId)),
    sender: senderSealed === null ? null : taskSender(row, openedSecrets(senderSealed, row.taskId, box)),
  };
}

/** `secrets` says how many prove as long as the setting stands, `formerUntil` until when former ones do. */
function taskSender(row: Omit<TaskRow, 'triggerSealed' | 'senderSealed'>, secrets: SenderSecret[]) {
  const { scheme, header, deliveryIdHeader, setAt } = row;
  if (scheme === null || setAt === null) return null;
  const ends = secrets.flatMap(({ untilMs }) => (untilMs === null ? [] : [untilMs]));
  const { refusedCount: count, refusedAt: lastAt, refusedReason: lastReason } = row;
  return {
    ...{ scheme, header, deliveryIdHeader, setAt },
    secrets: secrets.length - ends.length,
    formerUntil: ends.length === 0 ? null : new Date(Math.max(...ends)),
    refused: count === null || lastAt === null || lastReason === null ? null : { count, lastAt, lastReason },
  };
}

export function scopeIds(scope: TaskScope): { agentId: string | null; ownerId: string | null } {
  return { agentId: scope.agentId ?? null, ownerId: scope.userId ?? null };
}

/** Both throw ServiceError `not_found`. */
export function taskAccess(box: SecretBox) {
  async function find(client: Pool | ClientBase, taskId: string, scope: TaskScope): Promise<TaskRow> {
    const [row] = await rows(client, sql.tasks.find, { id: taskId, ...scopeIds(scope) });
    if (row === undefined) throw new ServiceError('not_found');
    return row;
  }

  async function read(client: Pool | ClientBase, taskId: string, scope: TaskScope): Promise<TaskRecord> {
    return taskRecord(await find(client, taskId, scope), box);
  }

  /** Reads by a later statement, which sees what was committed before, and opens no secret. */
  async function lock(
    client: ClientBase,
    statement: typeof sql.tasks.lock,
    { taskId, scope }: { taskId: string; scope: TaskScope },
  ): Promise<TaskRow> {
    const [row] = await rows(client, statement, { id: taskId, ...scopeIds(scope) });
    if (row === undefined) throw new ServiceError('not_found');
    return find(client, taskId, scope);
  }

  return { read, lock };
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
