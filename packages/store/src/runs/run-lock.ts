import { rows } from '@svc/database';
import { isFinished, ServiceError } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { runStatus } from '@svc/events';
import type { ClientBase } from 'pg';

/** A run of an agent, as the agent names it. */
export interface RunOfAgent {
  runId: string;
  agentId: string;
}

export interface HeldRun {
  status: RunStatus;
  task_id: string;
  attempt: number;
  waits_for_offer: boolean;
}

/**
 * Locks an open run of an agent until the end of the transaction.
 *
 * @param attempt the attempt that the agent works on. Without it, any may be under way.
 * @throws ServiceError `not_found`; `conflict` for a run that has ended, or is in another attempt.
 */
export async function lockOpenRun(
  client: ClientBase,
  { runId, agentId }: RunOfAgent,
  attempt?: number,
): Promise<HeldRun> {
  const [run] = await rows<HeldRun>(client, LOCK_RUN, [runId, agentId]);
  if (run === undefined) throw new ServiceError('not_found');
  if (isFinished(run.status)) throw conflict(`The run is already ${run.status}`);
  if (attempt !== undefined && attempt !== run.attempt)
    throw conflict(`The run is in its attempt ${run.attempt}`);
  return run;
}

/**
 * The same for whoever goes on with the run.
 *
 * @throws ServiceError also `conflict` if an attempt is named and the run waits to be offered: whoever worked on that attempt has given it back or lost it.
 */
export async function lockWorkedRun(
  client: ClientBase,
  of: RunOfAgent,
  attempt: number | undefined,
): Promise<HeldRun> {
  const run = await lockOpenRun(client, of, attempt);
  if (attempt !== undefined && run.waits_for_offer) throw conflict('The run waits to be offered again');
  return run;
}

const conflict = (detail: string): ServiceError => new ServiceError('conflict', { detail });

const LOCK_RUN = {
  name: 'run-lock-open-run',
  text: `
    SELECT ${runStatus('r')} AS status, r.task_id, coalesce(r.attempt, 1) AS attempt,
           r.status = 'pending' AND r.offer_at IS NOT NULL AS waits_for_offer
      FROM task_run r WHERE r.id = $1 AND r.agent_id = $2 FOR NO KEY UPDATE OF r`,
};
