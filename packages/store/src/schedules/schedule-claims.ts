import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { isCronSchedule, newId, OccurrenceMemo } from '@svc/domain';
import { appendedEvent, taskDueFrame } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { ClientBase, Pool } from 'pg';

export interface ScheduledRun {
  taskId: string;
  runId: string;
  /** How long after its time it was claimed. */
  lateMs: number;
  event: OutgoingEvent;
}

/** Its run has not begun, and its event is to be published again. */
export type RepeatedOccurrence = Omit<ScheduledRun, 'lateMs'>;

export interface ScheduleClaim {
  /** With or without a run. */
  tasks: number;
  /** In order per agent. */
  runs: ScheduledRun[];
  /** For tasks that got no run because an earlier one is pending. */
  repeated: RepeatedOccurrence[];
  /** Disabled, because their schedule is not valid any more. */
  unschedulable: { taskId: string; error: unknown }[];
}

/** Of one step of `recompute`. */
const STEP_MAX = 500;

export type ScheduleClaims = ReturnType<typeof scheduleClaimQueries>;

/** Claimed by any number of schedulers, on the database's clock. */
export function scheduleClaimQueries(
  pool: Pool,
  prisma: PrismaClient,
  memo: Pick<OccurrenceMemo, 'next'> = new OccurrenceMemo(),
) {
  return {
    /**
     * Those that have been due longest first. In one transaction each task gets the run and the event of its
     * occurrence, and its next run is the first in the future: after an outage it fires once. A task gets no
     * run while an earlier scheduled run is pending; its event is sent again if it did not arrive.
     */
    claim: (limit: number): Promise<ScheduleClaim> =>
      transaction(pool, (client) => claimIn(client, { limit, memo })),

    /** Until a task that is not due becomes due; `null` if there is none. */
    async nextDueInMs(): Promise<number | null> {
      const [row] = await rows(pool, sql.schedules.nextDue, {});
      return row?.in_ms ?? null;
    },

    /**
     * Computes the next occurrences anew, of up to 500 tasks with a time zone behind `after`: this process
     * may have another time zone database. Returns where the next step begins; `null` behind the last task.
     */
    async recompute(after: string): Promise<string | null> {
      const now = new Date();
      const planned = await prisma.task.findMany({
        where: {
          ...{ id: { gt: after }, enabled: true, deletedAt: null, nextRunAt: { gt: now } },
          ...{ timezone: { not: 'UTC' }, schedule: { not: 'once' } },
        },
        ...{ orderBy: { id: 'asc' }, take: STEP_MAX },
      });
      const moves = planned.flatMap(({ id, nextRunAt: former, schedule, timezone }) => {
        const { next } = nextOf({ schedule, timezone, now }, memo);
        return next === null || former === null || next.getTime() === former.getTime()
          ? []
          : [{ id, former, next }];
      });
      if (moves.length > 0)
        await rows(pool, sql.schedules.move, {
          taskIds: moves.map(({ id }) => id),
          former: moves.map(({ former }) => former),
          next: moves.map(({ next }) => next),
        });
      return planned[STEP_MAX - 1]?.id ?? null;
    },
  };
}

async function claimIn(
  client: ClientBase,
  { limit, memo }: { limit: number; memo: Pick<OccurrenceMemo, 'next'> },
): Promise<ScheduleClaim> {
  const due = await rows(client, sql.schedules.claimDue, { limit });
  if (due.length === 0) return { tasks: 0, runs: [], repeated: [], unschedulable: [] };
  const moves = due.map((task) => {
    const runId = newId('run');
    return {
      ...task,
      ...nextOf(task, memo),
      runId,
      eventId: newId('event'),
      frame: taskDueFrame(task, runId),
    };
  });
  const started = await rows(client, sql.schedules.startRuns, {
    taskIds: moves.map(({ taskId }) => taskId),
    agentIds: moves.map(({ agentId }) => agentId),
    scheduledFor: moves.map(({ nextRunAt }) => nextRunAt),
    nextRunAt: moves.map(({ next }) => next),
    runIds: moves.map(({ runId }) => runId),
    eventIds: moves.map(({ eventId }) => eventId),
    frames: moves.map(({ frame }) => frame),
  });
  const moveByRun = new Map(moves.map((move) => [move.runId, move]));
  const runs = started.flatMap((row) => {
    const move = moveByRun.get(row.run_id);
    if (move === undefined) return [];
    moveByRun.delete(row.run_id);
    const { taskId, runId, now, nextRunAt, frame } = move;
    return [{ taskId, runId, lateMs: now.getTime() - nextRunAt.getTime(), event: appendedEvent(row, frame) }];
  });
  const withoutRun = [...moveByRun.values()].map(({ taskId }) => taskId);
  return {
    tasks: due.length,
    runs,
    repeated: await repeatOccurrences(client, withoutRun),
    unschedulable: moves.flatMap(({ taskId, error }) => (error === undefined ? [] : [{ taskId, error }])),
  };
}

/** `null` ends a task: `once`, a schedule without further dates, or one that is not valid. */
function nextOf(
  { schedule, timezone, now }: { schedule: string; timezone: string; now: Date },
  memo: Pick<OccurrenceMemo, 'next'>,
): { next: Date | null; error?: unknown } {
  if (!isCronSchedule(schedule)) return { next: null };
  try {
    return { next: memo.next({ expression: schedule, timezone, after: now }) };
  } catch (error) {
    return { next: null, error };
  }
}

/**
 * For tasks that get no run because an earlier one is pending: its event found no channel, or its webhook's
 * retries are used up, and the agent can be reached now. Otherwise one outage of an agent that does not poll
 * would stop its task for good. Runs in the transaction that holds the tasks.
 */
async function repeatOccurrences(client: ClientBase, taskIds: string[]): Promise<RepeatedOccurrence[]> {
  if (taskIds.length === 0) return [];
  const found = await rows(client, sql.schedules.repeatOccurrences, { taskIds });
  return found.map(({ taskId, runId, ...row }) => {
    return { taskId, runId, event: appendedEvent(row, row.frame) };
  });
}
