import { randomUUID } from 'node:crypto';
import { rows, transaction } from '@svc/database';
import { senderSecrets, ServiceError } from '@svc/domain';
import type { SecretBox, SenderScheme } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { openedSecrets, sealedSecrets } from '../triggers/sealed-senders.js';
import { audited, LOCK_TASK, taskAccess } from './task-access.js';
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
        await lock(client, LOCK_TASK, { taskId, scope });
        const former = await heldSender(client, taskId);
        const kept =
          former.sender_sealed !== null && former.sender_scheme === sender.scheme
            ? openedSecrets(former.sender_sealed, { taskId, box })
            : [];
        const { graceSeconds, scheme, header, deliveryIdHeader } = sender;
        const secrets = senderSecrets(sender.secrets, kept, { nowMs: now.getTime(), graceSeconds });
        const sealed = sealedSecrets(secrets, { taskId, box });
        await rows(client, SET, [taskId, randomUUID(), scheme, header, deliveryIdHeader, sealed]);
        const task = await read(client, taskId, scope);
        return audited(client, 'task.sender_set', scope, task, { scheme });
      });
    },

    /** From then on the URL alone is enough. Without a sender nothing changes. @throws ServiceError `not_found`. */
    async removeSender(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        await lock(client, LOCK_TASK, { taskId, scope });
        const removed = await rows(client, REMOVE, [taskId]);
        const task = await read(client, taskId, scope);
        return removed.length === 0 ? task : audited(client, 'task.sender_removed', scope, task);
      });
    },
  };
}

interface FormerSender {
  sender_scheme: SenderScheme | null;
  sender_sealed: Buffer | null;
}

async function heldSender(client: ClientBase, taskId: string): Promise<FormerSender> {
  const [former] = await rows<FormerSender>(client, HOLD, [taskId]);
  if (former === undefined)
    throw new ServiceError('conflict', { detail: 'Only an event task has a trigger' });
  return former;
}

// Held, since sealing anew replaces the value without the task's lock.
const HOLD = {
  name: 'task-sender-hold',
  text: 'SELECT sender_scheme, sender_sealed FROM trigger WHERE task_id = $1 FOR NO KEY UPDATE',
};

const SET = {
  name: 'task-sender-set',
  text: `
    UPDATE trigger SET sender_version = $2, sender_scheme = $3, sender_header = $4, sender_id_header = $5, sender_sealed = $6,
                       sender_set_at = now()
     WHERE task_id = $1`,
};

const REMOVE = {
  name: 'task-sender-remove',
  text: `
    WITH removed AS (
      UPDATE trigger SET sender_version = NULL, sender_scheme = NULL, sender_header = NULL, sender_id_header = NULL, sender_sealed = NULL,
                         sender_set_at = NULL
       WHERE task_id = $1 AND sender_version IS NOT NULL RETURNING task_id
    ), forgotten AS (
      DELETE FROM trigger_refusal WHERE task_id IN (SELECT task_id FROM removed)
    )
    SELECT task_id FROM removed`,
};
