import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import { isFinished, newId, RUN_CANCELLED_TEXT, ServiceError } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { dropEventsOf } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { takeBubblePlace } from './run-bubble.js';
import { RUN_ENDING, runWithAgent } from './run-ending.js';

/** A run that its agent's owner wants no more. */
export interface RunCancellation {
  runId: string;
  userId: string;
}

/** What a cancellation wrote. */
export interface CancelledRun {
  agentId: string;
  taskId: string;
  conversationId: string;
  messageId: string;
}

export type RunCancellations = ReturnType<typeof runCancellationQueries>;

/** The end of a run at the hand of its agent's owner. */
export function runCancellationQueries(pool: Pool) {
  return {
    /**
     * Cancels a run, in one transaction with what follows from it: its context blocks go, its events that are not delivered are dropped, and
     * its bubble appears in the agent's latest conversation with its owner, which is opened if there is none. `null` where the run
     * was cancelled before: nothing is written then.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that its agent has finished.
     */
    async cancel(cancellation: RunCancellation): Promise<CancelledRun | null> {
      const { status } = await findRun(pool, FIND_RUN, cancellation);
      if (isFinished(status)) return assertRepeat(status);
      try {
        return await transaction(pool, (client) => cancelOpen(client, cancellation));
      } catch (error) {
        if (error instanceof FinishedMeanwhile) return assertRepeat(error.status);
        throw error;
      }
    },
  };
}

/** Its agent was faster, or another call. What was written so far is rolled back with it. */
class FinishedMeanwhile extends Error {
  constructor(readonly status: RunStatus) {
    super(`The run is ${status}`);
  }
}

function assertRepeat(status: RunStatus): null {
  if (status === 'cancelled') return null;
  throw new ServiceError('conflict', { detail: `The run is already ${status}` });
}

/** Takes the locks in the order of all statements: agent, conversation, run, event. */
async function cancelOpen(client: ClientBase, cancellation: RunCancellation): Promise<CancelledRun> {
  const { agent_id: agentId } = await findRun(client, SHARE_AGENT, cancellation);
  const text = RUN_CANCELLED_TEXT;
  const place = await takeBubblePlace(client, { agentId, userId: cancellation.userId, text });
  // The statement after this one begins when the run is locked, so that it sees every block and event of it.
  const { status } = await findRun(client, LOCK_RUN, cancellation);
  if (isFinished(status)) throw new FinishedMeanwhile(status);
  const messageId = newId('message');
  const [cancelled] = await rows<{ task_id: string }>(client, CANCEL_RUN, [
    cancellation.runId,
    'cancelled' satisfies RunStatus,
    null,
    messageId,
    place.conversationId,
    place.createdAt,
    text,
  ]);
  if (cancelled === undefined) throw new Error('A locked run was not found');
  return { agentId, taskId: cancelled.task_id, conversationId: place.conversationId, messageId };
}

interface RunRow {
  status: RunStatus;
  agent_id: string;
}

async function findRun(
  client: Pool | ClientBase,
  statement: Statement,
  { runId, userId }: RunCancellation,
): Promise<RunRow> {
  const [row] = await rows<RunRow>(client, statement, [runId, userId]);
  if (row === undefined) throw new ServiceError('not_found');
  return row;
}

const RUN_OF_USER = runWithAgent('a.owner_id = $2');

const FIND_RUN = { name: 'run-cancellation-find', text: RUN_OF_USER };
const SHARE_AGENT = { name: 'run-cancellation-share-agent', text: `${RUN_OF_USER} FOR KEY SHARE OF a` };
const LOCK_RUN = { name: 'run-cancellation-lock', text: `${RUN_OF_USER} FOR NO KEY UPDATE OF r` };

const CANCEL_RUN = {
  name: 'run-cancellation-cancel',
  text: `
    WITH ${RUN_ENDING}, ${dropEventsOf('ARRAY(SELECT id FROM finished)', 'run_cancelled')}
    SELECT task_id FROM finished`,
};
