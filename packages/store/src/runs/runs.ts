import { rows, transaction } from '@svc/database';
import { ID_PREFIX, idTimeMs, newId } from '@svc/domain';
import type { RunFailureReason, RunOrigin, RunStatus } from '@svc/domain';
import { ALL_STAGES, beginTime, byStage, inStage, RUN_STAGE, runStatus } from '@svc/events';
import type { Pool } from 'pg';
import { inScope, scopeValues } from '../tasks/task-record.js';
import type { TaskScope } from '../tasks/task-record.js';
import { takeEventOfRun } from './taken-events.js';

export interface RunRecord {
  runId: string;
  /** `null` once the task was deleted, as is its name. */
  taskId: string | null;
  taskName: string | null;
  agentId: string;
  status: RunStatus;
  origin: RunOrigin;
  summary: string | null;
  scheduledFor: Date | null;
  startedAt: Date;
  finishedAt: Date | null;
  /** Counts from 1. */
  attempt: number;
  /** Why the service ended the run, if it did. */
  failureReason: RunFailureReason | null;
  /** While the run is running, and its agent sends heartbeats. */
  leaseUntil: Date | null;
  /** The latest word of its agent while the run is running. */
  progress: RunProgress | null;
}

export interface RunProgress {
  /** From 0 to 100. */
  percent: number | null;
  text: string;
  at: Date;
}

export interface RunPage {
  limit: number;
  /** The id of the last run of the page before, which need not be kept any more. */
  cursor?: string | undefined;
}

export type Runs = ReturnType<typeof runQueries>;

/** The runs of tasks. What is outside the caller's scope is not found. */
export function runQueries(pool: Pool) {
  return {
    /**
     * Adopts the task's oldest pending run or, where none is pending, the oldest that its agent was sent and has not touched; otherwise creates
     * one. It is running from then on, and the event of an adopted run counts as delivered, by poll if it was not before.
     * `null` if the task is not the agent's.
     */
    async start(taskId: string, agentId: string): Promise<{ runId: string } | null> {
      // A statement that waited for a run whose receipt was being recorded does not see it as pushed. The one after it does.
      for (const newRunId of [null, newId('run')]) {
        const runId = await transaction(pool, async (client) => {
          const [row] = await rows<StartedRow>(client, START, [taskId, agentId, newRunId]);
          if (row?.has_event === true) await takeEventOfRun(client, row.id);
          return row?.id;
        });
        if (runId !== undefined) return { runId };
      }
      return null;
    },

    async find(runId: string, scope: TaskScope): Promise<RunRecord | null> {
      const [row] = await rows<RunRow>(pool, FIND, [runId, ...scopeValues(scope)]);
      return row === undefined ? null : runRecord(row);
    },

    /**
     * The runs of a task, newest first. If the cursor's run is not kept any more, the page goes on after the moment of its id. A cursor that is no run's id
     * starts at the newest.
     */
    async listOf(taskId: string, { cursor, limit }: RunPage): Promise<RunRecord[]> {
      const before = cursor === undefined || idTimeMs(cursor) === null ? null : cursor;
      const found = await rows<RunRow>(pool, LIST, [taskId, before, limit]);
      return found.map(runRecord);
    },
  };
}

interface StartedRow {
  id: string;
  has_event: boolean;
}

export interface RunRow {
  id: string;
  task_id: string | null;
  task_name: string | null;
  agent_id: string;
  status: RunStatus;
  origin: RunOrigin;
  summary: string | null;
  scheduled_for: Date | null;
  started_at: Date;
  finished_at: Date | null;
  attempt: number | null;
  failure_reason: RunFailureReason | null;
  lease_until: Date | null;
  progress_percent: number | null;
  progress_text: string | null;
  progress_at: Date | null;
}

export function runRecord(row: RunRow): RunRecord {
  return {
    runId: row.id,
    taskId: row.task_id,
    taskName: row.task_name,
    agentId: row.agent_id,
    status: row.status,
    origin: row.origin,
    summary: row.summary,
    scheduledFor: row.scheduled_for,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    attempt: row.attempt ?? 1,
    failureReason: row.status === 'failed' ? row.failure_reason : null,
    leaseUntil: row.status === 'running' ? row.lease_until : null,
    progress: progressOf(row),
  };
}

function progressOf({
  status,
  progress_percent: percent,
  progress_text: text,
  progress_at: at,
}: RunRow): RunProgress | null {
  return status !== 'running' || text === null || at === null ? null : { percent, text, at };
}

// A run by hand without an event was not pushed: its agent has started it.
// A caller that waits for a pending run which another caller is taking gets the next one, or a new one. All statements lock runs in the order of their ids,
// which begin with their time, because a row that was waited for in vain stays locked.
export const START = {
  name: 'run-start-7',
  text: `
    WITH permitted AS MATERIALIZED (
      SELECT t.id, t.agent_id, t.timeout_seconds FROM agent a JOIN task t ON t.agent_id = a.id
       WHERE a.id = $2 AND t.id = $1 AND a.deleted_at IS NULL AND t.deleted_at IS NULL FOR KEY SHARE OF a, t
    ), picked AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.task_id = (SELECT id FROM permitted) AND ${inStage('r', RUN_STAGE.pending)}
       ORDER BY ${byStage('r')} LIMIT 1 FOR NO KEY UPDATE
    ), pushed AS MATERIALIZED (
      SELECT r.id FROM task_run r
       WHERE r.task_id = (SELECT id FROM permitted) AND ${inStage('r', RUN_STAGE.pushed)}
         AND (r.origin <> 'manual' OR r.event_id IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM picked)
       ORDER BY ${byStage('r')} LIMIT 1 FOR NO KEY UPDATE
    ), adopted AS (
      UPDATE task_run r SET status = 'running', touched_at = now(), ${beginTime('r')}
        FROM (SELECT id FROM picked UNION ALL SELECT id FROM pushed) own WHERE r.id = own.id RETURNING r.id, r.event_id
    ), created AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin, touched_at, deadline_at, due_at)
      SELECT $3, p.id, p.agent_id, 'running', 'manual', now(), now() + p.timeout_seconds * interval '1 second',
             now() + p.timeout_seconds * interval '1 second' FROM permitted p WHERE $3::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM adopted)
      RETURNING id
    )
    SELECT id, event_id IS NOT NULL AS has_event FROM adopted UNION ALL SELECT id, false FROM created`,
};

/** Sorts behind the id of any run, whatever the database's collation. */
export const AFTER_ALL_IDS = `${ID_PREFIX.run}z`;

export const SELECT_RUN = `
    SELECT r.id, t.id AS task_id, t.name AS task_name, r.agent_id, ${runStatus('r')} AS status, r.origin, r.summary, r.scheduled_for, r.started_at,
           r.finished_at, r.attempt, r.failure_reason, r.lease_until, r.progress_percent, r.progress_text, r.progress_at
      FROM task_run r LEFT JOIN task t ON t.id = r.task_id AND t.deleted_at IS NULL`;

const FIND = {
  name: 'run-find-2',
  text: `${SELECT_RUN} JOIN agent a ON a.id = r.agent_id WHERE r.id = $1 AND ${inScope('$2')}`,
};

// An id begins with its time. Each stage is read by itself, because the index has a task's runs by stage.
export const LIST = {
  name: 'run-list-4',
  text: `
    WITH page AS MATERIALIZED (
      SELECT r.id FROM ${ALL_STAGES} CROSS JOIN LATERAL (
        SELECT r.id FROM task_run r
         WHERE r.task_id = $1 AND ${inStage('r', 's.stage')} AND r.id < coalesce($2, '${AFTER_ALL_IDS}')
         ORDER BY ${byStage('r', 'DESC')} LIMIT $3
      ) r ORDER BY r.id DESC LIMIT $3
    )
    ${SELECT_RUN} WHERE r.id = ANY (ARRAY(SELECT id FROM page)) ORDER BY r.id DESC`,
};
