import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { isFinished, ServiceError } from '@svc/domain';
import type { ClientBase } from 'pg';

/** A run of an agent, as the agent names it. */
export interface RunOfAgent {
  runId: string;
  agentId: string;
  /** The attempt that the agent works on. Without it, any may be under way. */
  attempt?: number | undefined;
}

/**
 * Locks an open run of an agent until the end of the transaction.
 *
 * @throws ServiceError `not_found`; `conflict` for a run that has ended, or is in another attempt.
 */
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
 * The same for the agent that goes on with the run. One that is pending begins, and its event counts as delivered by poll.
 *
 * @throws ServiceError also `conflict` if an attempt is named and the run waits to be offered: the process that worked on that attempt has given it back or lost it.
 */
export async function takeOpenRun(client: ClientBase, run: RunOfAgent) {
  const { status, taskId, attempt, waitsForOffer, isTouched } = await lockOpenRun(client, run);
  if (run.attempt !== undefined && waitsForOffer) throw conflict('The run waits to be offered again');
  const hasBegun = status === 'pending';
  // By a statement that begins when the run is locked, so that it sees its event.
  if (hasBegun) await rows(client, sql.runs.begin, { id: run.runId });
  return { taskId, attempt, hasBegun, isTouched: isTouched || hasBegun };
}

const conflict = (detail: string): ServiceError => new ServiceError('conflict', { detail });
