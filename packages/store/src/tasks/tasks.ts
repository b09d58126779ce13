import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { lockingTransaction } from '../database/bulkhead.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import {
  invalidField,
  newId,
  newTriggerId,
  planTask,
  PROMPT_BYTES_PER_AGENT_MAX,
  replanTask,
  secretHash,
  ServiceError,
  senderSecrets,
  conflict,
} from '@svc/domain';
import type {
  RetryPolicy,
  SecretBox,
  TaskTiming,
  TimingChanges,
  TriggerType,
  SenderScheme,
} from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import type { ListPage } from '../agents/agents.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import {
  audited,
  taskAccess,
  taskRecord,
  triggerContext,
  openedSecrets,
  senderContext,
} from './task-record.js';
import type { TaskRecord, TaskRow, TaskScope } from './task-record.js';
import { changedFields } from '../audit/audit-log.js';
import { randomUUID } from 'node:crypto';

export interface NewTask extends TaskTiming {
  agentId: string;
  name: string;
  prompt: string;
  /** Default: as long as a run likes. */
  timeoutSeconds?: number | null | undefined;
  /** Default: a run that was lost or took too long has failed. */
  retry?: RetryPolicy | null | undefined;
  /** In lower case, only for an event task. Default: none. */
  triggerHeaders?: readonly string[] | undefined;
}

export interface TaskChanges extends TimingChanges {
  name?: string | undefined;
  prompt?: string | undefined;
  timeoutSeconds?: number | null | undefined;
  retry?: RetryPolicy | null | undefined;
  triggerHeaders?: readonly string[] | undefined;
}

export interface NewTaskSender {
  scheme: SenderScheme;
  secrets: readonly string[];
  header: string | null;
  deliveryIdHeader: string | null;
  /** How long former secrets prove as well, if the scheme stays. */
  graceSeconds: number;
}

export type Tasks = ReturnType<typeof taskQueries>;

/** A task outside the caller's scope is not found. */
export function taskQueries(
  pool: Pool,
  { prisma, box, quotas }: { prisma: PrismaClient; box: SecretBox; quotas: QuotaGuard },
) {
  const { read, lock } = taskAccess(box);
  return {
    /**
     * @throws ServiceError `invalid_request` for an invalid timing, `not_found` and `kind_not_allowed` for
     *   the agent, `quota_exceeded`, and `conflict` when its prompts are as long as they may be.
     */
    async create(task: NewTask, scope: TaskScope, now: Date): Promise<TaskRecord> {
      const plan = planTask(
        { schedule: task.schedule, timezone: task.timezone, runAt: task.runAt, enabled: task.enabled },
        now,
      );
      const taskId = newId('task');
      const { agentId: id, name, prompt, timeoutSeconds = null, retry = null } = task;
      const within = scope.agentId === undefined ? { ownerId: scope.userId } : { id: scope.agentId };
      const agent = await prisma.agent.findFirst({
        where: { id, deletedAt: null, AND: within },
        select: { kind: true },
      });
      if (agent === null) throw new ServiceError('not_found');
      if (agent.kind !== 'interactive') throw new ServiceError('kind_not_allowed');
      await quotas.admit({ quota: 'tasks_per_agent', ownerId: id });
      await assertPromptFits({ agentId: id, taskId, prompt });
      return lockingTransaction(pool, id, async (client) => {
        const [former] = await rows(client, sql.agents.lock, { id, ownerId: null });
        if (former === undefined) throw new ServiceError('not_found');
        await rows(client, sql.tasks.put, {
          ...{ ...plan, id: taskId, agentId: id, name, prompt },
          ...limits({ timeoutSeconds, retry }),
        });
        if (plan.triggerType === 'event') await newTrigger(client, taskId);
        await nameHeaders(client, taskId, task.triggerHeaders);
        return audited(client, 'task.created', scope, await read(client, taskId, scope));
      });
    },

    /** Oldest first: all, or a page behind the task that the cursor names, which may be gone. */
    async listOf(agentId: string, { limit, cursor }: ListPage = {}): Promise<TaskRecord[]> {
      const values = { agentId, after: cursor ?? '', limit: limit ?? null };
      const found = await rows(pool, sql.tasks.list, values);
      return found.map((row) => taskRecord(row, box));
    },

    /** @throws ServiceError `not_found`. */
    find: (taskId: string, scope: TaskScope): Promise<TaskRecord> => read(pool, taskId, scope),

    /**
     * `replanTask` says what happens to the next run.
     * @throws ServiceError `not_found`, `invalid_request` for the timing, `conflict` for a prompt too many.
     */
    async change(taskId: string, scope: TaskScope, changes: TaskChanges, now: Date): Promise<TaskRecord> {
      return lockingTransaction(pool, scope.agentId ?? taskId, async (client) => {
        const former = taskRecord(await lock(client, sql.tasks.lock, { taskId, scope }), box);
        const { name = former.name, prompt = former.prompt } = changes;
        const { timeoutSeconds = former.timeoutSeconds, retry = former.retry } = changes;
        if (changes.prompt !== undefined)
          await assertPromptFits({ agentId: former.agentId, taskId, prompt }, client);
        const plan = replanTask(former, changes, now);
        await rows(client, sql.tasks.put, {
          ...{ ...plan, id: taskId, agentId: former.agentId, name, prompt },
          ...limits({ timeoutSeconds, retry }),
        });
        await changeTrigger(client, taskId, { from: former.triggerType, to: plan.triggerType });
        await nameHeaders(client, taskId, changes.triggerHeaders);
        const task = await read(client, taskId, scope);
        const fields = changedFields(changes, { former, current: task });
        return fields.length === 0 ? task : audited(client, 'task.changed', scope, task, { fields });
      });
    },

    /**
     * After the commit the former id is unknown.
     * @throws ServiceError `not_found`, `conflict` for a task that is no event task.
     */
    async rotateTrigger(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        assertTrigger(await lock(client, sql.tasks.lock, { taskId, scope }));
        await newTrigger(client, taskId);
        return audited(client, 'task.trigger_rotated', scope, await read(client, taskId, scope));
      });
    },

    /**
     * Holds for the next call.
     * @throws ServiceError `not_found`, `conflict` for a task that is no event task.
     */
    async setSender(taskId: string, scope: TaskScope, sender: NewTaskSender, now: Date): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        const former = await lock(client, sql.tasks.lock, { taskId, scope });
        assertTrigger(former);
        const sealed = former.scheme === sender.scheme ? former.senderSealed : null;
        const kept = sealed === null ? [] : openedSecrets(sealed, taskId, box);
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

    /** From then on the URL alone is enough. @throws ServiceError `not_found`. */
    async removeSender(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        await lock(client, sql.tasks.lock, { taskId, scope });
        const removed = await rows(client, sql.triggers.removeSender, { taskId });
        const task = await read(client, taskId, scope);
        return removed.length === 0 ? task : audited(client, 'task.sender_removed', scope, task);
      });
    },

    /**
     * From then on no query finds the task, its trigger is void and its open runs count as cancelled. Its
     * rows are removed in steps, and the events of its open runs are dropped ({@link deletionQueries}).
     * @returns the task as it was.
     * @throws ServiceError `not_found`.
     */
    async delete(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return lockingTransaction(pool, scope.agentId ?? taskId, async (client) => {
        const task = taskRecord(await lock(client, sql.tasks.lockWholly, { taskId, scope }), box);
        await rows(client, sql.tasks.markDeleted, { id: taskId });
        return audited(client, 'task.deleted', scope, task);
      });
    },
  };

  /** A list may have no pages, so all prompts together are bounded. Changes at once may pass the bound. */
  async function assertPromptFits(
    { agentId, taskId, prompt }: { agentId: string; taskId: string; prompt: string },
    on: Pool | ClientBase = pool,
  ): Promise<void> {
    const [others] = await rows(on, sql.tasks.sumOtherPrompts, { agentId, id: taskId });
    if ((others?.bytes ?? 0) + Buffer.byteLength(prompt) <= PROMPT_BYTES_PER_AGENT_MAX) return;
    throw conflict(`The prompts of an agent have at most ${PROMPT_BYTES_PER_AGENT_MAX} bytes together`);
  }

  async function newTrigger(client: ClientBase, taskId: string): Promise<void> {
    const triggerId = newTriggerId();
    const sealed = box.seal(triggerId, triggerContext(taskId));
    await rows(client, sql.triggers.put, { taskId, hash: secretHash(triggerId), sealed });
  }

  async function nameHeaders(client: ClientBase, taskId: string, headers?: readonly string[]): Promise<void> {
    if (headers === undefined) return;
    const [named] = await rows(client, sql.triggers.setHeaders, { taskId, headers });
    if (named === undefined) throw invalidField('body.trigger_headers', 'is only for the schedule `event`');
  }

  async function changeTrigger(
    client: ClientBase,
    taskId: string,
    change: { from: TriggerType; to: TriggerType },
  ): Promise<void> {
    if (change.from === change.to) return;
    if (change.to === 'event') await newTrigger(client, taskId);
    else await rows(client, sql.triggers.remove, { taskId });
  }
}

function assertTrigger({ triggerType }: Pick<TaskRow, 'triggerType'>): void {
  if (triggerType !== 'event') throw conflict('Only an event task has a trigger');
}

function limits({ timeoutSeconds, retry }: Pick<TaskRecord, 'timeoutSeconds' | 'retry'>) {
  const { max: retryMax = null, backoffSeconds: retryBackoffSeconds = null } = retry ?? {};
  return { timeoutSeconds, retryMax, retryBackoffSeconds };
}
