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

/** A run that somebody has to look at: its attempt is over, or it is to be offered again. */
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
  const [held] = await rows(client, sql.runs.lockOverdue, { id, agentId });
  if (held === undefined) return null;
  const { reason } = held;
  if (held.status === 'running') {
    const waitSeconds = retryWaitSeconds(retryPolicy(held), held.attempt);
    if (waitSeconds === null) return { reason };
    await rows(client, sql.runs.requeue, { id, waitSeconds, reason });
    return { step: 'retried' };
  }
  // The agent is told what it was told before. A payload that is not kept any more cannot be told.
  if (held.frame === null && held.origin === 'trigger') return { reason };
  const { frame, type } =
    held.frame !== null && held.type !== null
      ? { frame: held.frame, type: held.type }
      : firstEvent({ ...held, taskId: held.task_id }, id, held.trigger_type);
  const event = { eventId: newId('event'), type, frame, formerEventId: held.event_id };
  const [told] = await rows(client, sql.runs.offer, { id, agentId, ...event });
  if (told === undefined) throw new Error('An event was not appended');
  return { step: 'offered', event: appendedEvent(told, frame) };
}
