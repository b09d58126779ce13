import { rows, transaction } from '@svc/database';
import { isCronSchedule, newId, OccurrenceMemo } from '@svc/domain';
import { appendedColumns, appendedEvent, appendEvents, taskDueFrame } from '@svc/events';
import type { AppendedRow, OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { recomputeOccurrences } from './recomputed-occurrences.js';
import { repeatOccurrences } from './repeated-occurrences.js';
import type { RepeatedOccurrence } from './repeated-occurrences.js';

/** A run that a task's schedule has started. */
export interface ScheduledRun {
  taskId: string;
  runId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
  /** How long after its time the occurrence was claimed, in milliseconds. */
  lateMs: number;
  event: OutgoingEvent;
}

export interface ScheduleClaim {
  /** Tasks that were due, with or without a run. */
  tasks: number;
  /** In order per agent. */
  runs: ScheduledRun[];
  /** Events of tasks that got no run because an earlier one is pending: they are to be published again. */
  repeated: RepeatedOccurrence[];
  /** Tasks that were disabled because their schedule is not valid any more. */
  unschedulable: { taskId: string; error: unknown }[];
}

export type ScheduleClaims = ReturnType<typeof scheduleClaimQueries>;

/** Due tasks, claimed by any number of schedulers on the database's clock. */
export function scheduleClaimQueries(pool: Pool, memo: Pick<OccurrenceMemo, 'next'> = new OccurrenceMemo()) {
  return {
    /**
     * Claims up to `limit` due tasks, those that have been due longest first. In one transaction each task gets the run and the event of
     * its occurrence, and its next run becomes the first occurrence in the future. So after an outage it fires once. A task gets no run
     * while an earlier scheduled run is pending; the event of that run is sent again if it reached nobody.
     */
    claim: (limit: number): Promise<ScheduleClaim> =>
      transaction(pool, (client) => claimIn(client, { limit, memo })),

    /** Milliseconds until the next task that is not yet due becomes due, or `null` if there is none. */
    async nextDueInMs(): Promise<number | null> {
      const [row] = await rows<{ in_ms: number | null }>(pool, NEXT_DUE, []);
      return row?.in_ms ?? null;
    },

    /** Sets right what the time zone database of another process has computed, step by step: see {@link recomputeOccurrences}. */
    recompute: (after: string): Promise<string | null> => recomputeOccurrences(pool, { after, memo }),
  };
}

interface DueTask {
  id: string;
  agent_id: string;
  owner_id: string;
  name: string;
  prompt: string;
  schedule: string;
  timezone: string;
  next_run_at: Date;
  now: Date;
}

interface WrittenRow extends AppendedRow {
  run_id: string;
}

async function claimIn(
  client: ClientBase,
  { limit, memo }: { limit: number; memo: Pick<OccurrenceMemo, 'next'> },
): Promise<ScheduleClaim> {
  const { rows: due } = await client.query<DueTask>({ ...CLAIM_DUE, values: [limit] });
  if (due.length === 0) return { tasks: 0, runs: [], repeated: [], unschedulable: [] };
  const moves = due.map((task) => ({ task, ...moveOf(task, memo), ...occurrenceOf(task) }));
  const { rows: written } = await client.query<WrittenRow>({
    ...WRITE_RUNS,
    values: [
      moves.map(({ task }) => task.id),
      moves.map(({ task }) => task.agent_id),
      moves.map(({ task }) => task.next_run_at),
      moves.map(({ next }) => next),
      moves.map(({ runId }) => runId),
      moves.map(({ eventId }) => eventId),
      moves.map(({ frame }) => frame),
    ],
  });
  const moveByRun = new Map(moves.map((move) => [move.runId, move]));
  const started = new Set(written.map((row) => row.run_id));
  const withoutRun = moves.filter(({ runId }) => !started.has(runId));
  return {
    tasks: due.length,
    runs: written.flatMap((row) => {
      const move = moveByRun.get(row.run_id);
      return move === undefined ? [] : [scheduledRun(move, row)];
    }),
    repeated: await repeatOccurrences(
      client,
      withoutRun.map(({ task }) => task.id),
    ),
    unschedulable: moves.flatMap(({ task, error }) =>
      error === undefined ? [] : [{ taskId: task.id, error }],
    ),
  };
}

/** The first occurrence in the future. `null` ends a task: `once`, a schedule without further dates, or one that is not valid. */
function moveOf(task: DueTask, memo: Pick<OccurrenceMemo, 'next'>): { next: Date | null; error?: unknown } {
  if (!isCronSchedule(task.schedule)) return { next: null };
  try {
    return { next: memo.next({ expression: task.schedule, timezone: task.timezone, after: task.now }) };
  } catch (error) {
    return { next: null, error };
  }
}

function occurrenceOf(task: DueTask): { runId: string; eventId: string; frame: string } {
  const runId = newId('run');
  const { id: taskId, name, prompt, schedule } = task;
  return { runId, eventId: newId('event'), frame: taskDueFrame({ taskId, name, prompt, schedule }, runId) };
}

function scheduledRun(
  { task, runId, frame }: { task: DueTask; runId: string; frame: string },
  row: WrittenRow,
): ScheduledRun {
  return {
    taskId: task.id,
    runId,
    agentId: task.agent_id,
    userId: task.owner_id,
    lateMs: task.now.getTime() - task.next_run_at.getTime(),
    event: appendedEvent(row, frame),
  };
}

/** Waits for no other scheduler, for no deletion of an agent, which holds the agent and wants its tasks, and for no statement that holds an agent's counter. */
const CLAIM_DUE = {
  name: 'schedule-claim-due-2',
  text: `
    SELECT t.id, t.agent_id, a.owner_id, t.name, t.prompt, t.schedule, t.timezone, t.next_run_at, clock_timestamp() AS now
      FROM task t JOIN agent a ON a.id = t.agent_id JOIN agent_counter c ON c.agent_id = a.id
     WHERE t.enabled AND t.next_run_at <= now() AND t.deleted_at IS NULL AND a.deleted_at IS NULL
     ORDER BY t.next_run_at, t.agent_id LIMIT $1
       FOR NO KEY UPDATE OF t SKIP LOCKED FOR KEY SHARE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED`,
};

/** The pending run is looked up task by task. As an anti join, the statement would read all pending runs for each batch. */
const WRITE_RUNS = {
  name: 'schedule-write-runs-8',
  text: `
    WITH due AS MATERIALIZED (
      SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
        AS d (task_id, agent_id, scheduled_for, next_run_at, run_id, event_id, frame)
    ), moved AS (
      UPDATE task t SET next_run_at = d.next_run_at, enabled = d.next_run_at IS NOT NULL FROM due d WHERE t.id = d.task_id
    ), run AS (
      INSERT INTO task_run (id, task_id, agent_id, status, origin, scheduled_for, event_id)
      SELECT d.run_id, d.task_id, d.agent_id, 'pending', 'schedule', d.scheduled_for, d.event_id FROM due d
       WHERE (SELECT r.id FROM task_run r WHERE r.task_id = d.task_id AND r.status = 'pending' AND r.origin = 'schedule' LIMIT 1)
             IS NULL
      ON CONFLICT (task_id, scheduled_for) WHERE scheduled_for IS NOT NULL DO NOTHING
      RETURNING id
    ), told AS (
      SELECT d.event_id, d.agent_id, 'task_due' AS type, d.frame, d.run_id AS subject_id,
             row_number() OVER (ORDER BY d.scheduled_for, d.task_id) AS place
        FROM run JOIN due d ON d.run_id = run.id
    ), ${appendEvents('told')}
    SELECT appended.subject_id AS run_id, ${appendedColumns()} FROM appended ORDER BY agent_id, seq`,
};

const NEXT_DUE = {
  name: 'schedule-next-due',
  text: `
    SELECT ceil(extract(epoch FROM min(next_run_at) - clock_timestamp()) * 1000)::int AS in_ms
      FROM task WHERE enabled AND next_run_at > now()
       AND next_run_at < now() + interval '1 minute'`,
};
