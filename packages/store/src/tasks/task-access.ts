import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { ServiceError } from '@svc/domain';
import type { AuditAction, SecretBox } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { AuditDetails } from '../audit/audit-entry.js';
import { taskRecord } from './task-record.js';
import type { TaskRecord, TaskScope } from './task-record.js';

/** The scope as statements take it. */
export function scopeIds(scope: TaskScope): { agentId: string | null; ownerId: string | null } {
  return { agentId: scope.agentId ?? null, ownerId: scope.userId ?? null };
}

/** Reading and locking a task within a scope. Both throw ServiceError `not_found`. */
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

/** Writes an entry into the audit log if a person has done it. What agents do with their tasks is their daily work. */
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
