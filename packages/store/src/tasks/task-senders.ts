import { randomUUID } from 'node:crypto';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { senderSecrets, ServiceError } from '@svc/domain';
import type { SecretBox, SenderScheme } from '@svc/domain';
import type { Pool } from 'pg';
import { audited, taskAccess } from './task-access.js';
import { openedSecrets, senderContext } from './task-record.js';
import type { TaskRecord, TaskScope } from './task-record.js';

export interface NewTaskSender {
  scheme: SenderScheme;
  secrets: readonly string[];
  header: string | null;
  deliveryIdHeader: string | null;
  /** How long the secrets that are there prove as well, if the scheme stays. */
  graceSeconds: number;
}

export type TaskSenders = ReturnType<typeof taskSenderQueries>;

/** What the callers of tasks' triggers have to prove. A change holds for the next call. */
export function taskSenderQueries(pool: Pool, box: SecretBox) {
  const { read, lock } = taskAccess(box);
  return {
    /** @throws ServiceError `not_found`, `conflict` for a task that is no event task. */
    async setSender(taskId: string, scope: TaskScope, sender: NewTaskSender, now: Date): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        await lock(client, sql.tasks.lock, { taskId, scope });
        const [former] = await rows(client, sql.triggers.lockSender, { taskId });
        if (former === undefined)
          throw new ServiceError('conflict', { detail: 'Only an event task has a trigger' });
        const kept =
          former.sender_sealed !== null && former.sender_scheme === sender.scheme
            ? openedSecrets(former.sender_sealed, taskId, box)
            : [];
        const { graceSeconds, scheme, header, deliveryIdHeader: idHeader } = sender;
        const secrets = senderSecrets(sender.secrets, kept, { nowMs: now.getTime(), graceSeconds });
        await rows(client, sql.triggers.setSender, {
          ...{ taskId, version: randomUUID(), scheme, header, idHeader },
          sealed: box.seal(JSON.stringify(secrets), senderContext(taskId)),
        });
        const task = await read(client, taskId, scope);
        return audited(client, 'task.sender_set', scope, task, { scheme });
      });
    },

    /** From then on the URL alone is enough. Without a sender nothing changes. @throws ServiceError `not_found`. */
    async removeSender(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        await lock(client, sql.tasks.lock, { taskId, scope });
        const removed = await rows(client, sql.triggers.removeSender, { taskId });
        const task = await read(client, taskId, scope);
        return removed.length === 0 ? task : audited(client, 'task.sender_removed', scope, task);
      });
    },
  };
}
