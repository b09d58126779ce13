import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { newId } from '@svc/domain';
import { appendedEvent } from '../events/outgoing-event.js';
import { taskDueFrame, taskTriggerFrame } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';

/** A run that a user has started by hand. */
export interface ManualRun {
  runId: string;
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
    async fire({
      taskId,
      userId,
      call,
    }: {
      taskId: string;
      userId: string;
    } & Audited): Promise<ManualRun | null> {
      const task = await prisma.task.findFirst({
        where: { id: taskId, deletedAt: null, agent: { ownerId: userId, deletedAt: null } },
      });
      if (task === null) return null;
      const { agentId, name, prompt, schedule } = task;
      await quotas.admit({ quota: 'events_waiting_per_agent', ownerId: agentId });
      const [runId, eventId] = [newId('run'), newId('event')];
      const { type, frame } = firstEvent({ taskId, name, prompt, schedule }, runId, task.triggerType);
      return transaction(pool, async (client) => {
        const run = { id: runId, taskId, ownerId: userId, eventId, type, frame };
        const [appended] = await rows(client, sql.runs.insertManual, run);
        if (appended === undefined) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'task.started', subjectId: taskId, agentId, call },
          details: { name, run_id: runId },
        });
        return { runId, agentId, event: appendedEvent(appended, frame) };
      });
    },
  };
}

/** The event of a run that has none: a trigger has no payload. */
export function firstEvent(task: Parameters<typeof taskDueFrame>[0], runId: string, triggerType: string) {
  return triggerType === 'event'
    ? { type: 'task_trigger' as const, frame: taskTriggerFrame(task, runId, '{}') }
    : { type: 'task_due' as const, frame: taskDueFrame(task, runId) };
}
