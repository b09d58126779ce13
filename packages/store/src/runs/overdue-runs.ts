import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { lockingTransaction } from '../database/bulkhead.js';
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

/** Its attempt is over, or it is to be offered again. */
export interface OverdueRun {
  runId: string;
  taskId: string;
  agentId: string;
  userId: string;
}

export type OverdueStep =
  | { step: 'retried' }
  | { step: 'offered'; event: OutgoingEvent }
  | { step: 'failed'; reason: RunFailureReason; conversationId: string; messageId: string };

export type OverdueRuns = ReturnType<typeof overdueRunQueries>;

/** After that a claimed run is overdue again. */
const CLAIM_SECONDS = 15;

/** Runs whose lease or time has ended, and runs that wait to be offered again. */
export function overdueRunQueries(pool: Pool) {
  return {
    /** Those of the earliest moment first, but locked ones. Some of `looked` had only prolonged the lease. */
    async claim(limit: number): Promise<{ looked: number; runs: OverdueRun[] }> {
      const found = await rows(pool, sql.runs.claimOverdue, { limit, claimSeconds: CLAIM_SECONDS });
      // There is no owner if the agent or the task is being deleted.
      const runs = found.flatMap(({ isOver, runId, taskId, agentId, userId }) =>
        isOver && taskId !== null && userId !== null ? [{ runId, taskId, agentId, userId }] : [],
      );
      return { looked: found.length, runs };
    },

    /**
     * An attempt that is over is followed by a wait, if the task has retries left, or else the run has failed
     * ({@link failRun}). A run that has waited is offered by a new event. `null` if nothing is due any more.
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
  // The agent gets the same frame. A payload that is not kept any more cannot be sent.
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

/** Signs of life that agents give of their runs. */
export function runSignQueries(pool: Pool) {
  return {
    /**
     * Takes the run on lease: if nothing more is heard of its agent before the lease ends, it is lost. A
     * pending run is running from then on, and its event counts as delivered by poll.
     * @throws ServiceError `not_found`; `conflict` as {@link takeOpenRun}.
     */
    heartbeat({ leaseSeconds, ...run }: RunOfAgent & { leaseSeconds: number }) {
      return lockingTransaction(pool, run.agentId, async (client) => {
        const taken = await takeOpenRun(client, run);
        const [lease] = await rows(client, sql.runs.takeLease, { id: run.runId, seconds: leaseSeconds });
        if (lease === undefined) throw new Error('An update returned no row');
        return { ...taken, ...lease };
      });
    },

    /**
     * Only the latest word is kept. A pending run is running from then on. `percent` is from 0 to 100. Throws
     * as a heartbeat.
     */
    progress({ percent, text, ...run }: RunOfAgent & { percent: number | null; text: string }) {
      return lockingTransaction(pool, run.agentId, async (client) => {
        const taken = await takeOpenRun(client, run);
        await rows(client, sql.runs.writeProgress, { id: run.runId, percent, text });
        return taken;
      });
    },

    /**
     * The run is pending and waits to be offered again at once, as the same attempt and with its scratchpad.
     * One that is pending already stays as it is.
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
