import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { newId, retryWaitSeconds } from '@svc/domain';
import type { RunFailureReason } from '@svc/domain';
import { appendedEvent } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { ClientBase, Pool } from 'pg';
import { retryPolicy } from '../tasks/task-record.js';
import { failRun, lockOpenRun, takeOpenRun } from './run-endings.js';
import { firstEvent } from './runs.js';
import type { RunOfAgent } from './run-endings.js';

/** A run that a scheduler has to look at: its attempt is over, or it is to be offered again. */
export interface OverdueRun {
  runId: string;
  taskId: string;
  agentId: string;
  /** The agent's owner. */
  userId: string;
}

/** What became of an overdue run. */
export type OverdueStep =
  | { step: 'retried' }
  | { step: 'offered'; event: OutgoingEvent }
  | { step: 'failed'; reason: RunFailureReason; conversationId: string; messageId: string };

export interface OverdueClaim {
  /** How many runs were looked at; of some only the lease had been prolonged. */
  looked: number;
  runs: OverdueRun[];
}

export type OverdueRuns = ReturnType<typeof overdueRunQueries>;

/** For so long a claimed run is left to its claimant. After that it is overdue again. */
const CLAIM_SECONDS = 15;

/** Runs whose lease or time has ended, and runs that wait to be offered again; any number of schedulers may ask. */
export function overdueRunQueries(pool: Pool) {
  return {
    /** Takes runs that are overdue, those of the earliest moment first, and leaves locked ones alone. */
    async claim(limit: number): Promise<OverdueClaim> {
      const found = await rows(pool, sql.runs.claimOverdue, { limit, claimSeconds: CLAIM_SECONDS });
      // There is no owner if the agent or the task is being deleted.
      const runs = found.flatMap(({ isOver, runId, taskId, agentId, userId }) =>
        isOver && taskId !== null && userId !== null ? [{ runId, taskId, agentId, userId }] : [],
      );
      return { looked: found.length, runs };
    },

    /**
     * Does what is next for a run that is overdue: an attempt that is over is followed by a wait, if the task has retries left, or else the run has failed,
     * in one transaction with what follows from it ({@link failRun}). A run that has waited is offered to its agent by a new event. `null` if nothing is due any
     * more.
     */
    async step(run: OverdueRun): Promise<OverdueStep | null> {
      const done = await transaction(pool, (client) => retryOrOffer(client, run));
      if (done === null || 'step' in done) return done;
      const { reason } = done;
      const failed = await failRun(pool, run, reason);
      if (failed === null) return null;
      const { conversationId, messageId } = failed;
      return { step: 'failed', reason, conversationId, messageId };
    },
  };
}

/** What was done, or why the run has failed. */
async function retryOrOffer(
  client: ClientBase,
  { runId: id, agentId }: OverdueRun,
): Promise<OverdueStep | { reason: RunFailureReason } | null> {
  const [run] = await rows(client, sql.runs.lockOverdue, { id, agentId });
  if (run === undefined) return null;
  const { reason } = run;
  if (run.status === 'running') {
    const waitSeconds = retryWaitSeconds(retryPolicy(run), run.attempt);
    if (waitSeconds === null) return { reason };
    await rows(client, sql.runs.requeue, { id, waitSeconds, reason });
    return { step: 'retried' };
  }
  // The agent gets the frame that it got before. A payload that is not kept any more cannot be sent.
  if (run.frame === null && run.origin === 'trigger') return { reason };
  const { frame, type } =
    run.frame !== null && run.type !== null
      ? { frame: run.frame, type: run.type }
      : firstEvent({ ...run, taskId: run.task_id }, id, run.trigger_type);
  const event = { eventId: newId('event'), type, frame, formerEventId: run.event_id };
  const [appended] = await rows(client, sql.runs.offer, { id, agentId, ...event });
  if (appended === undefined) throw new Error('An event was not appended');
  return { step: 'offered', event: appendedEvent(appended, frame) };
}

export interface Heartbeat extends RunOfAgent {
  leaseSeconds: number;
}

export interface ProgressReport extends RunOfAgent {
  /** From 0 to 100. */
  percent: number | null;
  text: string;
}

/** What a sign of life has changed. */
export interface RunSign {
  taskId: string;
  attempt: number;
  /** Whether it was the first that was known of the attempt. */
  hasBegun: boolean;
}

/** Signs of life that agents give of their runs: heartbeats, and how far they are. */
export function runSignQueries(pool: Pool) {
  return {
    /**
     * Takes the run on lease: if nothing more is heard of its agent before the lease ends, the run is lost. A pending run is running from then on, and its
     * event counts as delivered by poll.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, if its agent works on another attempt, or if the sign names an attempt and the run waits to be
     *   offered: the process that worked on that attempt has given it back or lost it.
     */
    heartbeat({ leaseSeconds, ...run }: Heartbeat): Promise<RunSign & { leaseUntil: Date }> {
      return transaction(pool, async (client) => {
        const taken = await takeOpenRun(client, run);
        const [lease] = await rows(client, sql.runs.takeLease, { id: run.runId, seconds: leaseSeconds });
        if (lease === undefined) throw new Error('An update returned no row');
        return { ...taken, ...lease };
      });
    },

    /**
     * Writes down how far the agent is; only the latest word is kept, until the run ends. A pending run is running from then on, as with a heartbeat.
     *
     * @throws ServiceError as a heartbeat.
     */
    progress({ percent, text, ...run }: ProgressReport): Promise<RunSign> {
      return transaction(pool, async (client) => {
        const taken = await takeOpenRun(client, run);
        await rows(client, sql.runs.writeProgress, { id: run.runId, percent, text });
        return taken;
      });
    },

    /**
     * Gives the run back: it is pending and waits to be offered again at once, as the same attempt and with its scratchpad. A run that is pending already
     * stays as it is.
     *
     * @returns the task, and whether anything changed.
     * @throws ServiceError `not_found`; `conflict` for a run that has ended, or is in another attempt.
     */
    release(run: RunOfAgent): Promise<{ taskId: string; hasChanged: boolean }> {
      return transaction(pool, async (client) => {
        const { status, taskId } = await lockOpenRun(client, run);
        const hasChanged = status === 'running';
        if (hasChanged) await rows(client, sql.runs.requeue, { id: run.runId, waitSeconds: 0, reason: null });
        return { taskId, hasChanged };
      });
    },
  };
}
