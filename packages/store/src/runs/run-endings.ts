import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { inBulkhead } from '../database/bulkhead.js';
import { transaction } from '../database/transaction.js';
import {
  isFinished,
  newId,
  RUN_CANCELLED_TEXT,
  RUN_FAILURE_TEXTS,
  ServiceError,
  summaryOrDefault,
  conflict,
} from '@svc/domain';
import type { RunFailureReason, RunResult, RunStatus } from '@svc/domain';
import { appendedEvent, eventFrame } from '../events/frames/frames.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited } from '../audit/audit-log.js';

export interface EndedRun {
  agentId: string;
  taskId: string;
  conversationId: string;
  messageId: string;
}

/**
 * A run ends once, in one transaction with what follows from it. Its context blocks are removed. Its bubble
 * appears in the run's conversation, else in the agent's latest with its owner, else in a new one.
 */
export function runCompletionQueries(pool: Pool) {
  return {
    /**
     * The run's event needs no delivery any more. `null` if it was completed with the same status before.
     * @throws ServiceError `not_found`; `conflict` for a run that was cancelled, or has the other status.
     */
    complete(run: RunOfAgent & { status: RunResult; summary: string | null }): Promise<EndedRun | null> {
      const { runId, agentId, status, summary } = run;
      const end = { runId, agentId, status, summary, text: summaryOrDefault(summary, status) };
      return inBulkhead(pool, agentId, () => endRun(pool, end));
    },
  };
}

export function runCancellationQueries(pool: Pool) {
  return {
    /**
     * Undelivered events are dropped. An agent that asked for it gets one. `null` if it was cancelled before.
     * @throws ServiceError `not_found`; `conflict` for a run that its agent has finished.
     */
    cancel({ runId, userId, call }: { runId: string; userId: string } & Audited) {
      const end = { status: 'cancelled' as const, summary: null, text: RUN_CANCELLED_TEXT };
      return whileOpen(pool, { runId, ownerId: userId, ...end }, async (client, run, finish) => {
        // Agents, runs, counters, events: the locks are taken in this order.
        const event = await tellCancelled(client, runId, run);
        const ended = await finish();
        await writeAuditEntry(client, {
          ...{ userId, action: 'run.cancelled', subjectId: runId, agentId: run.agentId, call },
          details: { name: run.taskName, task_id: run.taskId },
        });
        return { ...ended, event };
      });
    },
  };
}

async function tellCancelled(
  client: ClientBase,
  runId: string,
  { agentId, taskId, taskName }: OpenRun,
): Promise<OutgoingEvent | null> {
  const eventId = newId('event');
  const ids = { event_id: eventId, run_id: runId, task_id: taskId };
  const frame = eventFrame({ type: 'run_cancelled', ...ids, task_name: taskName });
  const [appended] = await rows(client, sql.runs.tellCancelled, { eventId, agentId, taskId, frame });
  return appended === undefined ? null : appendedEvent(appended, frame);
}

/** `null` if its agent or its owner has ended it, or it was heard of in time: then nothing is written. */
export async function failRun(
  pool: Pool,
  run: RunOfAgent,
  reason: RunFailureReason,
): Promise<EndedRun | null> {
  try {
    const { runId, agentId } = run;
    const text = RUN_FAILURE_TEXTS[reason];
    return await endRun(pool, { runId, agentId, status: 'failed', summary: null, text, reason });
  } catch (error) {
    if (error instanceof ServiceError && (error.code === 'conflict' || error.code === 'not_found'))
      return null;
    throw error;
  }
}

/** At the word of its agent or of the agent's owner. */
interface RunEnd {
  runId: string;
  agentId?: string;
  ownerId?: string;
  status: RunStatus;
  summary: string | null;
  /** Of its bubble. */
  text: string;
  reason?: RunFailureReason;
}

function endRun(pool: Pool, end: RunEnd): Promise<EndedRun | null> {
  return whileOpen(pool, end, (_client, _run, finish) => finish());
}

/**
 * `null`, and nothing is written, if the run ended with the same status before.
 * @throws ServiceError `not_found`; `conflict` for a run that ended with another status.
 */
async function whileOpen<Written>(
  pool: Pool,
  end: RunEnd,
  work: (client: ClientBase, run: OpenRun, finish: () => Promise<EndedRun>) => Promise<Written>,
): Promise<Written | null> {
  try {
    return await transaction(pool, async (client) => {
      const run = await lockRun(client, end);
      // Begins when the run is locked, so that it sees every block and event of it.
      return work(client, run, () => finishRun(client, end, run));
    });
  } catch (error) {
    if (!(error instanceof FinishedBefore)) throw error;
    if (error.status === end.status) return null;
    throw conflict(error.message);
  }
}

/** By an earlier call, or because its task was deleted. Rolls back what was written so far. */
class FinishedBefore extends Error {
  readonly status: RunStatus;

  constructor(status: RunStatus) {
    super(`The run is already ${status}`);
    this.status = status;
  }
}

type OpenRun = Awaited<ReturnType<typeof lockRun>>;

async function lockRun(client: ClientBase, { runId: id, agentId, ownerId, text }: RunEnd) {
  const by = { agentId: agentId ?? null, ownerId: ownerId ?? null };
  for (;;) {
    const [run] = await rows(client, sql.runs.lockToEnd, { id, ...by, text });
    if (run === undefined) throw new ServiceError('not_found');
    if (isFinished(run.status)) throw new FinishedBefore(run.status);
    const { taskId, taskName, conversationId, createdAt } = run;
    if (taskId === null || taskName === null) throw new Error('An open run has no task');
    if (conversationId !== null && createdAt !== null)
      return { agentId: run.agentId, taskId, taskName, conversationId, createdAt };
    await rows(client, sql.runs.lockOpening, { openerId: run.agentId });
    const opened = { id: newId('conversation'), agentId: run.agentId, userId: run.ownerId };
    await rows(client, sql.runs.openConversation, opened);
  }
}

async function finishRun(client: ClientBase, end: RunEnd, run: OpenRun): Promise<EndedRun> {
  const { runId: id, status, summary, text, reason = null } = end;
  const { agentId, taskId, conversationId, createdAt } = run;
  const messageId = newId('message');
  const bubble = { messageId, conversationId, createdAt, text };
  const [finished] = await rows(client, sql.runs.finish, { id, status, summary, reason, ...bubble });
  if (finished === undefined) throw new FinishedBefore('cancelled');
  return { agentId, taskId, conversationId, messageId };
}

/** As the agent names it. */
export interface RunOfAgent {
  runId: string;
  agentId: string;
  /** Default: any. */
  attempt?: number | undefined;
}

/** @throws ServiceError `not_found`; `conflict` for a run that has ended, or is in another attempt. */
export async function lockOpenRun(client: ClientBase, { runId, agentId, attempt }: RunOfAgent) {
  const [run] = await rows(client, sql.runs.lock, { id: runId, agentId });
  if (run === undefined) throw new ServiceError('not_found');
  if (isFinished(run.status)) throw conflict(`The run is already ${run.status}`);
  if (attempt !== undefined && attempt !== run.attempt)
    throw conflict(`The run is in its attempt ${run.attempt}`);
  if (run.taskId === null) throw new Error('An open run has no task');
  return { ...run, taskId: run.taskId };
}

/**
 * The same for the agent that goes on with the run. A pending one begins: its event counts as delivered.
 * @throws ServiceError also `conflict` if an attempt is named and the run waits to be offered: the process
 *   that worked on that attempt has given it back or lost it.
 */
export async function takeOpenRun(client: ClientBase, run: RunOfAgent) {
  const { status, taskId, attempt, waitsForOffer, isTouched } = await lockOpenRun(client, run);
  if (run.attempt !== undefined && waitsForOffer) throw conflict('The run waits to be offered again');
  const hasBegun = status === 'pending';
  // Begins when the run is locked, so that it sees its event.
  if (hasBegun) await rows(client, sql.runs.begin, { id: run.runId });
  return { taskId, attempt, hasBegun, isTouched: isTouched || hasBegun };
}
