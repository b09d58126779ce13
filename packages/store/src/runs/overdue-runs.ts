import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { newId, retryWaitSeconds } from '@svc/domain';
import type { RunFailureReason } from '@svc/domain';
import { appendedEvent } from '../events/outgoing-event.js';
import type { OutgoingEvent } from '../events/outgoing-event.js';
import type { ClientBase, Pool } from 'pg';
import { retryPolicy } from '../tasks/task-record.js';
import { failRun } from './run-endings.js';
import { firstEvent } from './run-now.js';

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
