import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import { ServiceError } from '@svc/domain';
import type { AuditAction, SecretBox } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { AuditDetails } from '../audit/audit-entry.js';
import { inScope, scopeValues, SELECT_TASK, taskRecord } from './task-record.js';
import type { TaskRecord, TaskRow, TaskScope } from './task-record.js';

/** Reading and locking a task within a scope. Both throw ServiceError `not_found`. */
export function taskAccess(box: SecretBox) {
  return {
    read: async (client: Pool | ClientBase, taskId: string, scope: TaskScope): Promise<TaskRecord> => {
      const [row] = await rows<TaskRow>(client, FIND_TASK, [taskId, ...scopeValues(scope)]);
      if (row === undefined) throw new ServiceError('not_found');
      return taskRecord(row, box);
    },

    lock: async (
      client: ClientBase,
      statement: WrittenStatement,
      task: { taskId: string; scope: TaskScope },
    ): Promise<void> => {
      const [row] = await rows(client, statement, [task.taskId, ...scopeValues(task.scope)]);
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

const FIND_TASK = {
  name: 'task-find-2',
  text: `${SELECT_TASK} WHERE t.id = $1 AND t.deleted_at IS NULL AND ${inScope('$2')}`,
};

/** A task in a scope, to be locked. */
export const LOCKABLE_TASK = `SELECT t.id FROM task t JOIN agent a ON a.id = t.agent_id WHERE t.id = $1 AND t.deleted_at IS NULL AND ${inScope('$2')}`;

// New runs of the task lock its key, and need not wait for a change.
export const LOCK_TASK = { name: 'task-lock', text: `${LOCKABLE_TASK} FOR NO KEY UPDATE OF t` };
