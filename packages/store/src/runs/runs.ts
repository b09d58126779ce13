import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { lockingTransaction } from '../database/bulkhead.js';
import { transaction } from '../database/transaction.js';
import { idTimeMs, isFinished, newId, conflict } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import type { Pool } from 'pg';
import { payloadTextOf, appendedEvent, taskDueFrame, taskTriggerFrame } from '../events/frames/frames.js';
import { scopeIds } from '../tasks/task-record.js';
import type { TaskScope } from '../tasks/task-record.js';
import type { FramedTask, OutgoingEvent } from '../events/frames/frames.js';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';

/** Its task and the task's name are `null` once the task was deleted. Attempts count from 1. */
export type RunRecord = NonNullable<typeof sql.runs.find.row>;

export interface RunQuery {
  agentId: string;
  status?: RunStatus | undefined;
  /** Default any. `null`: only runs of deleted tasks. */
  taskId?: string | null | undefined;
  limit: number;
  /** The last run of the page before, which may be gone. */
  cursor?: string | undefined;
}

export interface ListedRuns {
  runs: RunRecord[];
  /** `null` on the last page. */
  nextCursor: string | null;
}

export interface RunContents {
  prompt: string;
  /** JSON text, as it came; `null` if no payload triggered it, or its event is not kept any more. */
  payloadText: string | null;
}

export type Runs = ReturnType<typeof runQueries>;

/** One page looks at so many runs that have ended. If it is short, the next goes on behind them. */
const LOOKED_AT_MAX = 500;

const IN_PROGRESS_MAX = 20;

/** Of what the runs of a page are about; that of one is always taken. */
const CONTENTS_BYTES_MAX = 512 * 1024;

/** What is outside the caller's scope is not found. */
export function runQueries(pool: Pool) {
  return {
    /**
     * Adopts the task's oldest pending run, else the oldest that its agent was sent and has not touched, else
     * creates one. It is running from then on, and the event of an adopted run counts as delivered, by poll
     * if it was not before. `null` if the task is not the agent's.
     */
    async start(taskId: string, agentId: string): Promise<{ runId: string } | null> {
      // A statement that waited for a run whose receipt was being recorded sees it as not pushed. The next
      // does.
      for (const id of [null, newId('run')]) {
        const runId = await lockingTransaction(pool, agentId, async (client) => {
          const [run] = await rows(client, sql.runs.start, { taskId, agentId, newId: id });
          // A statement that waits for a run which is being offered does not see the new event.
          if (run?.hasEvent === true) await rows(client, sql.runs.takeEvent, { id: run.id });
          return run?.id;
        });
        if (runId !== undefined) return { runId };
      }
      return null;
    },

    /** Newest first. */
    async openOf(taskId: string, limit: number): Promise<string[]> {
      return (await rows(pool, sql.runs.openOfTask, { taskId, limit })).map(({ id }) => id);
    },

    find: (id: string, scope: TaskScope): Promise<RunRecord | null> =>
      firstRow(pool, sql.runs.find, { id, ...scopeIds(scope) }),

    /**
     * Newest first. If the cursor's run is gone, the page goes on after the moment of its id. A cursor that
     * is no run's id starts at the newest.
     */
    async listOf(query: RunQuery): Promise<ListedRuns> {
      const { agentId, status, taskId, limit } = query;
      // One more tells whether there is another page.
      const pageSize = status !== undefined && isFinished(status) ? LOOKED_AT_MAX : limit + 1;
      const found = await rows(pool, sql.runs.list, {
        ...{ agentId, taskId: taskId === null ? '' : (taskId ?? null) },
        ...{ before: positionOf(query.cursor), pageSize },
        ...{ status: status ?? null, stages: STAGES[status ?? 'any'] },
      });
      const wanted = found.filter((row) => row.isWanted);
      const runs = wanted.slice(0, limit);
      if (wanted.length > limit) return { runs, nextCursor: runs.at(-1)?.runId ?? null };
      return { runs, nextCursor: found.length < pageSize ? null : (found.at(-1)?.runId ?? null) };
    },

    /** As many of the first as {@link CONTENTS_BYTES_MAX} allows, and at least one. */
    async contentsOf(ids: readonly string[]): Promise<RunContents[]> {
      const found = await rows(pool, sql.runs.contents, { ids, bytesMax: CONTENTS_BYTES_MAX });
      return found.map(({ prompt, frame }) => ({
        prompt: prompt ?? '',
        payloadText: frame === null ? null : payloadTextOf(frame),
      }));
    },

    /**
     * The newest running runs of which the agent has said how far they are. The conversation is the one that
     * their bubbles will come to.
     */
    async inProgress(agentId: string, userId: string) {
      const runs = await rows(pool, sql.runs.listInProgress, { agentId, limit: IN_PROGRESS_MAX });
      if (runs.length === 0) return { runs, conversationId: null };
      const [latest] = await rows(pool, sql.runs.latestConversation, { agentId, userId });
      return { runs, conversationId: latest?.id ?? null };
    },
  };
}

/** `task_run.stage`. The open runs of a task that is being deleted count as cancelled. */
const STAGES: Readonly<Record<RunStatus | 'any', readonly number[]>> = {
  any: [0, 1, 2, 3],
  pending: [0],
  running: [1, 2],
  completed: [3],
  failed: [3],
  cancelled: [0, 1, 2, 3],
};

function positionOf(cursor: string | undefined): string | null {
  return cursor === undefined || idTimeMs(cursor) === null ? null : cursor;
}

export interface ManualRun {
  runId: string;
  taskId: string;
  event: OutgoingEvent;
}

export function runNowQueries(pool: Pool, quotas: QuotaGuard) {
  return {
    /**
     * The task need not be enabled. The event is that of its schedule or its trigger; a trigger's payload is
     * `{}`. `null` if the task is not the user's.
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent as may.
     */
    async fire({ taskId, ...by }: { taskId: string; userId: string } & Audited): Promise<ManualRun | null> {
      const [task] = await rows(pool, sql.tasks.find, { id: taskId, agentId: null, ownerId: by.userId });
      if (task === undefined) return null;
      return start(task, by, (runId) => firstEvent(task, runId, task.triggerType));
    },

    /**
     * With the payload and the headers of the run. `null` if the run is not the user's.
     * @throws ServiceError `conflict` if its task was deleted, or its payload is gone; `quota_exceeded`.
     */
    async again({ runId, ...by }: { runId: string; userId: string } & Audited): Promise<ManualRun | null> {
      const [former] = await rows(pool, sql.runs.findEvent, { id: runId, ownerId: by.userId });
      if (former === undefined) return null;
      const { taskId, name, prompt, schedule, triggerType, hasEvent, headers } = former;
      if (taskId === null || name === null || prompt === null || schedule === null || triggerType === null)
        throw conflict('The task of the run was deleted');
      const hadPayload = former.origin === 'trigger' || (hasEvent && triggerType === 'event');
      if (former.frame === null && hadPayload) throw conflict('The payload of the run is not kept any more');
      const payload =
        former.type === 'task_trigger' && former.frame !== null ? payloadTextOf(former.frame) : null;
      const task = { taskId, name, prompt, schedule, agentId: former.agentId };
      return start(task, { ...by, headers }, (id) =>
        payload === null
          ? firstEvent(task, id, triggerType)
          : { type: 'task_trigger', frame: taskTriggerFrame(task, id, { payload, headers }) },
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
      return { runId, taskId, event: appendedEvent(appended, frame) };
    });
  }
}

/** Of a run that has no event: a trigger has no payload. */
export function firstEvent(
  task: FramedTask,
  runId: string,
  triggerType: string,
): { type: 'task_due' | 'task_trigger'; frame: string } {
  return triggerType === 'event'
    ? { type: 'task_trigger', frame: taskTriggerFrame(task, runId, { payload: '{}', headers: null }) }
    : { type: 'task_due', frame: taskDueFrame(task, runId) };
}
