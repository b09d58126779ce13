import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { newId, ServiceError } from '@svc/domain';
import { appendedEvent } from '../events/outgoing-event.js';
import { payloadTextOf, taskDueFrame, taskTriggerFrame } from '../events/frames/frames.js';
import type { FramedTask } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';

/** A run that a user has started by hand. */
export interface ManualRun {
  runId: string;
  taskId: string;
  agentId: string;
  event: OutgoingEvent;
}

/** Runs that users start by hand. */
export function runNowQueries(pool: Pool, { prisma, quotas }: { prisma: PrismaClient; quotas: QuotaGuard }) {
  return {
    /**
     * Starts a run of a user's task, enabled or not, with the event that its schedule or its trigger would cause; a trigger's payload is
     * `{}`. `null` if the task is not the user's: nothing is written then.
     *
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent as may.
     */
    async fire({ taskId, ...by }: { taskId: string; userId: string } & Audited): Promise<ManualRun | null> {
      const task = await prisma.task.findFirst({
        where: { id: taskId, deletedAt: null, agent: { ownerId: by.userId, deletedAt: null } },
      });
      if (task === null) return null;
      const { name, prompt, schedule } = task;
      return start({ taskId, name, prompt, schedule, agentId: task.agentId }, by, (runId) =>
        firstEvent({ taskId, name, prompt, schedule }, runId, task.triggerType),
      );
    },

    /**
     * Starts another run of a run's task, with the payload and the headers that the run has. `null` if the run is not the user's.
     *
     * @throws ServiceError `conflict` if its task was deleted, or its payload is not kept any more; `quota_exceeded`.
     */
    async again({
      runId: id,
      ...by
    }: { runId: string; userId: string } & Audited): Promise<ManualRun | null> {
      const [former] = await rows(pool, sql.runs.findEvent, { id, ownerId: by.userId });
      if (former === undefined) return null;
      const { taskId, name, prompt, schedule, triggerType, headers } = former;
      if (taskId === null || name === null || prompt === null || schedule === null || triggerType === null)
        throw new ServiceError('conflict', { detail: 'The task of the run was deleted' });
      if (former.frame === null && former.origin === 'trigger')
        throw new ServiceError('conflict', { detail: 'The payload of the run is not kept any more' });
      const payload =
        former.type === 'task_trigger' && former.frame !== null ? payloadTextOf(former.frame) : null;
      const task = { taskId, name, prompt, schedule, agentId: former.agentId };
      return start(task, { ...by, headers }, (runId) =>
        payload === null
          ? firstEvent(task, runId, triggerType)
          : { type: 'task_trigger', frame: taskTriggerFrame(task, runId, { payload, headers }) },
      );
    },
  };

  async function start(
    { taskId, agentId, name }: FramedTask & { agentId: string },
    { userId, call, headers = null }: { userId: string; headers?: string | null } & Audited,
    eventOf: (runId: string) => ReturnType<typeof firstEvent>,
  ): Promise<ManualRun | null> {
    const [runId, eventId] = [newId('run'), newId('event')];
    const { type, frame } = eventOf(runId);
    const ownerId = agentId;
    if (type === 'task_due') await quotas.admit({ quota: 'events_waiting_per_agent', ownerId });
    else
      await quotas.admit(
        { quota: 'triggers_waiting_per_agent', ownerId },
        { quota: 'trigger_bytes_waiting_per_agent', ownerId, more: Buffer.byteLength(frame) },
      );
    return transaction(pool, async (client) => {
      const run = { id: runId, taskId, ownerId: userId, eventId, type, frame, headers };
      const [appended] = await rows(client, sql.runs.insertManual, run);
      if (appended === undefined) return null;
      await writeAuditEntry(client, {
        ...{ userId, action: 'task.started', subjectId: taskId, agentId, call },
        details: { name, run_id: runId },
      });
      return { runId, taskId, agentId, event: appendedEvent(appended, frame) };
    });
  }
}

/** The event of a run that has none: a trigger has no payload. */
export function firstEvent(
  task: FramedTask,
  runId: string,
  triggerType: string,
): { type: 'task_due' | 'task_trigger'; frame: string } {
  return triggerType === 'event'
    ? { type: 'task_trigger', frame: taskTriggerFrame(task, runId, { payload: '{}', headers: null }) }
    : { type: 'task_due', frame: taskDueFrame(task, runId) };
}
