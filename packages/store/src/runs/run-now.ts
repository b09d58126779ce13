import { rows } from '@svc/database';
import { newId } from '@svc/domain';
import { appendedColumns, appendedEvent, appendEvents, taskDueFrame, taskTriggerFrame } from '@svc/events';
import type { AppendedRow, OutgoingEvent } from '@svc/events';
import type { Pool } from 'pg';
import { auditedSql } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';

/** A run that a user has started by hand. */
export interface ManualRun {
  runId: string;
  agentId: string;
  event: OutgoingEvent;
}

export type RunNow = ReturnType<typeof runNowQueries>;

/** Runs that users start by hand. */
export function runNowQueries(pool: Pool, quotas: QuotaGuard) {
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
      call = {},
    }: {
      taskId: string;
      userId: string;
    } & Audited): Promise<ManualRun | null> {
      const [task] = await rows<TaskRow>(pool, READ_TASK, [taskId, userId]);
      if (task === undefined) return null;
      await quotas.admit({ quota: 'events_waiting_per_agent', ownerId: task.agent_id });
      const framed = { taskId, name: task.name, prompt: task.prompt, schedule: task.schedule };
      const isTrigger = task.trigger_type === 'event';
      const type = isTrigger ? 'task_trigger' : 'task_due';
      const runId = newId('run');
      const eventId = newId('event');
      const frame = isTrigger ? taskTriggerFrame(framed, runId, '{}') : taskDueFrame(framed, runId);
      const values = [taskId, userId, runId, eventId, type, frame, call, task.name];
      const [row] = await rows<AppendedRow>(pool, FIRE, values);
      if (row === undefined) return null;
      return { runId, agentId: row.agent_id, event: appendedEvent(row, frame) };
    },
  };
}

interface TaskRow {
  agent_id: string;
  name: string;
  prompt: string;
  schedule: string;
  trigger_type: 'scheduled' | 'event';
}

const READ_TASK = {
  name: 'run-now-read-task',
  text: `
    SELECT t.agent_id, t.name, t.prompt, t.schedule, t.trigger_type
      FROM task t JOIN agent a ON a.id = t.agent_id WHERE t.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL AND t.deleted_at IS NULL`,
};

const FIRE = {
  name: 'run-now-fire-8',
  text: `
    WITH agent_of AS (
      SELECT a.id FROM agent a
       WHERE a.id = (SELECT agent_id FROM task WHERE id = $1) AND a.owner_id = $2 AND a.deleted_at IS NULL FOR KEY SHARE
    ), task_of AS (
      SELECT t.id FROM task t JOIN agent_of a ON a.id = t.agent_id WHERE t.id = $1 AND t.deleted_at IS NULL FOR KEY SHARE OF t
    ), run AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id)
      SELECT $3, t.id, a.id, 'pending', 'manual', $4 FROM task_of t, agent_of a
      RETURNING id, agent_id, task_id
    ), audited AS (${auditedSql({
      ...{ from: 'run', action: 'task.started', userId: '$2', actor: 'user', actorId: '$2' },
      ...{ subjectId: 'run.task_id', agentId: 'run.agent_id', call: '$7' },
      details: `jsonb_build_object('name', $8::text, 'run_id', run.id)`,
    })}
    ), told AS (
      SELECT $4::text AS event_id, agent_id, $5::text AS type, $6::text AS frame, id AS subject_id, 1 AS place FROM run
    ), ${appendEvents('told')}
    SELECT ${appendedColumns()} FROM appended`,
};
