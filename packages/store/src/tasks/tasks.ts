import { rows, transaction } from '@svc/database';
import {
  newId,
  newTriggerId,
  planTask,
  PROMPT_BYTES_PER_AGENT_MAX,
  replanTask,
  secretHash,
  ServiceError,
} from '@svc/domain';
import type { AgentKind, RetryPolicy, SecretBox, TaskTiming, TimingChanges, TriggerType } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import type { ListPage } from '../agents/agents.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import { audited, LOCK_TASK, LOCKABLE_TASK, taskAccess } from './task-access.js';
import { inScope, scopeValues, SELECT_TASK, taskRecord, triggerPlace } from './task-record.js';
import type { TaskRecord, TaskRow, TaskScope } from './task-record.js';

export interface NewTask extends TaskTiming {
  agentId: string;
  name: string;
  prompt: string;
  /** In seconds. Default: a run may take as long as it likes. */
  timeoutSeconds?: number | null | undefined;
  /** Default: a run that was lost or took too long has failed. */
  retry?: RetryPolicy | null | undefined;
}

export interface TaskChanges extends TimingChanges {
  name?: string | undefined;
  prompt?: string | undefined;
  timeoutSeconds?: number | null | undefined;
  retry?: RetryPolicy | null | undefined;
}

export type Tasks = ReturnType<typeof taskQueries>;

/** The tasks of agents. A task outside the caller's scope is not found. */
export function taskQueries(pool: Pool, { box, quotas }: { box: SecretBox; quotas: QuotaGuard }) {
  const { read, lock } = taskAccess(box);
  return {
    /**
     * @throws ServiceError `invalid_request` for an invalid timing, `not_found` and `kind_not_allowed` for the agent,
     *   `quota_exceeded` when the agent has as many tasks as it may have, and `conflict` when its prompts are as long as they may be.
     */
    async create(task: NewTask, scope: TaskScope, now: Date): Promise<TaskRecord> {
      const plan = planTask(
        { schedule: task.schedule, timezone: task.timezone, runAt: task.runAt, enabled: task.enabled },
        now,
      );
      const taskId = newId('task');
      const values = [task.agentId, ...scopeValues(scope)];
      const [agent] = await rows<{ kind: AgentKind }>(pool, FIND_AGENT, values);
      if (agent === undefined) throw new ServiceError('not_found');
      if (agent.kind !== 'interactive') throw new ServiceError('kind_not_allowed');
      await quotas.admit({ quota: 'tasks_per_agent', ownerId: task.agentId });
      await assertPromptFits({ ...task, taskId });
      return transaction(pool, async (client) => {
        if ((await rows(client, LOCK_AGENT, values)).length === 0) throw new ServiceError('not_found');
        await rows(client, INSERT_TASK, [
          taskId,
          task.agentId,
          task.name,
          task.prompt,
          plan.schedule,
          plan.triggerType,
          plan.timezone,
          plan.runAt,
          plan.enabled,
          plan.nextRunAt,
          ...limitValues(task.timeoutSeconds ?? null, task.retry ?? null),
        ]);
        if (plan.triggerType === 'event') await newTrigger(client, taskId);
        return audited(client, 'task.created', scope, await read(client, taskId, scope));
      });
    },

    /** An agent's tasks, oldest first: all, or a page behind the task that the cursor names. It need not be there any more. */
    async listOf(agentId: string, { limit, cursor }: ListPage = {}): Promise<TaskRecord[]> {
      const found = await rows<TaskRow>(pool, LIST_TASKS, [agentId, cursor ?? '', limit ?? null]);
      return found.map((row) => taskRecord(row, box));
    },

    /** @throws ServiceError `not_found`. */
    find: (taskId: string, scope: TaskScope): Promise<TaskRecord> => read(pool, taskId, scope),

    /**
     * Changes the given fields; `replanTask` says what happens to the next run. An event task has a trigger, other tasks have none.
     *
     * @throws ServiceError `not_found`, `invalid_request` for an invalid timing, `conflict` for a prompt that has no room.
     */
    async change(taskId: string, scope: TaskScope, changes: TaskChanges, now: Date): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        const { prompt } = changes;
        await lock(client, LOCK_TASK, { taskId, scope });
        const former = await read(client, taskId, scope);
        if (prompt !== undefined) await assertPromptFits({ agentId: former.agentId, taskId, prompt }, client);
        const plan = replanTask(former, changes, now);
        await rows(client, UPDATE_TASK, [
          taskId,
          changes.name ?? former.name,
          prompt ?? former.prompt,
          plan.schedule,
          plan.triggerType,
          plan.timezone,
          plan.runAt,
          plan.enabled,
          plan.nextRunAt,
          ...limitValues(
            changes.timeoutSeconds === undefined ? former.timeoutSeconds : changes.timeoutSeconds,
            changes.retry === undefined ? former.retry : changes.retry,
          ),
        ]);
        await changeTrigger(client, taskId, { from: former.triggerType, to: plan.triggerType });
        const task = await read(client, taskId, scope);
        return audited(client, 'task.changed', scope, task, { fields: fieldsOf(changes) });
      });
    },

    /**
     * Gives an event task another trigger id. After the commit the former id is unknown.
     *
     * @throws ServiceError `not_found`, `conflict` for a task that is no event task.
     */
    async rotateTrigger(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        await lock(client, LOCK_TASK, { taskId, scope });
        const { triggerType } = await read(client, taskId, scope);
        if (triggerType !== 'event') {
          throw new ServiceError('conflict', { detail: 'Only an event task has a trigger' });
        }
        await newTrigger(client, taskId);
        return audited(client, 'task.trigger_rotated', scope, await read(client, taskId, scope));
      });
    },

    /**
     * Deletes a task. From then on no query finds it, its trigger is void and its open runs count as cancelled, however many there are. Its
     * rows are removed in steps, and the events of its open runs are dropped ({@link deletionQueries}). Returns the task as it was.
     *
     * @throws ServiceError `not_found`.
     */
    async delete(taskId: string, scope: TaskScope): Promise<TaskRecord> {
      return transaction(pool, async (client) => {
        await lock(client, LOCK_TASK_WHOLLY, { taskId, scope });
        const task = await read(client, taskId, scope);
        await rows(client, DELETE_TRIGGER, [taskId]);
        await rows(client, MARK_DELETED, [taskId]);
        return audited(client, 'task.deleted', scope, task);
      });
    },
  };

  /** A list of tasks has no pages, so the size of all prompts together is bounded. Changes at one instant may pass the bound together. */
  async function assertPromptFits(
    { agentId, taskId, prompt }: { agentId: string; taskId: string; prompt: string },
    on: Pool | ClientBase = pool,
  ): Promise<void> {
    const [others] = await rows<{ bytes: number }>(on, SUM_OTHER_PROMPTS, [agentId, taskId]);
    if ((others?.bytes ?? 0) + Buffer.byteLength(prompt) <= PROMPT_BYTES_PER_AGENT_MAX) return;
    const detail = `The prompts of an agent have at most ${PROMPT_BYTES_PER_AGENT_MAX} bytes together`;
    throw new ServiceError('conflict', { detail });
  }

  async function newTrigger(client: ClientBase, taskId: string): Promise<void> {
    const triggerId = newTriggerId();
    const sealed = box.seal(triggerId, triggerPlace(taskId));
    await rows(client, PUT_TRIGGER, [taskId, secretHash(triggerId), sealed]);
  }

  async function changeTrigger(
    client: ClientBase,
    taskId: string,
    change: { from: TriggerType; to: TriggerType },
  ): Promise<void> {
    if (change.from === change.to) return;
    if (change.to === 'event') await newTrigger(client, taskId);
    else await rows(client, DELETE_TRIGGER, [taskId]);
  }
}

/** The changed fields, under the names that people give. */
function fieldsOf(changes: TaskChanges): string[] {
  return Object.entries(changes).flatMap(([field, value]) =>
    value === undefined ? [] : [FIELD_NAMES[field] ?? field],
  );
}

const FIELD_NAMES: Readonly<Record<string, string>> = { runAt: 'run_at', timeoutSeconds: 'timeout_seconds' };

/** What the statements that write a task say of the limits of its runs. */
function limitValues(timeoutSeconds: number | null, retry: RetryPolicy | null): (number | null)[] {
  return [timeoutSeconds, retry?.max ?? null, retry?.backoffSeconds ?? null];
}

const FIND_AGENT = {
  name: 'task-find-agent',
  text: `SELECT a.kind FROM agent a WHERE a.id = $1 AND ${inScope('$2')}`,
};

// Against its deletion.
const LOCK_AGENT = { name: 'task-lock-agent', text: `${FIND_AGENT.text} FOR KEY SHARE` };

const SUM_OTHER_PROMPTS = {
  name: 'task-sum-other-prompts',
  text: `
    SELECT coalesce(sum(octet_length(prompt)), 0)::int AS bytes FROM task WHERE agent_id = $1 AND deleted_at IS NULL AND id <> $2`,
};

const INSERT_TASK = {
  name: 'task-insert-2',
  text: `
    INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, timezone, run_at, enabled, next_run_at,
                      timeout_seconds, retry_max, retry_backoff_seconds, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())`,
};

export const LIST_TASKS = {
  name: 'task-list-3',
  text: `${SELECT_TASK} WHERE t.agent_id = $1 AND t.id > $2 AND t.deleted_at IS NULL ORDER BY t.id LIMIT $3`,
};

// New runs wait for a deletion, and the deletion for them, so that it sees all runs.
const LOCK_TASK_WHOLLY = { name: 'task-lock-wholly', text: `${LOCKABLE_TASK} FOR UPDATE OF t` };

const UPDATE_TASK = {
  name: 'task-update-2',
  text: `
    UPDATE task SET name = $2, prompt = $3, schedule = $4, trigger_type = $5, timezone = $6, run_at = $7, enabled = $8,
                    next_run_at = $9, timeout_seconds = $10, retry_max = $11, retry_backoff_seconds = $12, updated_at = now()
     WHERE id = $1`,
};

const PUT_TRIGGER = {
  name: 'trigger-put',
  text: `
    INSERT INTO trigger (task_id, trigger_hash, trigger_sealed) VALUES ($1, $2, $3)
    ON CONFLICT (task_id) DO UPDATE
       SET trigger_hash = excluded.trigger_hash, trigger_sealed = excluded.trigger_sealed, created_at = now()`,
};

// The receipts of its payloads stay: they belong to the task, and count for a later trigger of it.
const DELETE_TRIGGER = { name: 'trigger-delete', text: 'DELETE FROM trigger WHERE task_id = $1' };

const MARK_DELETED = {
  name: 'task-mark-deleted',
  text: 'UPDATE task SET deleted_at = now(), enabled = false, next_run_at = NULL WHERE id = $1',
};
