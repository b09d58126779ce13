import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import { isFinished, newId, RUN_CANCELLED_TEXT, ServiceError } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { appendEvents, dropEventsOf, eventFrame } from '@svc/events';
import type { OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { takeBubblePlace } from './run-bubble.js';
import { RUN_ENDING, runWithAgent } from './run-ending.js';

/** A run that its agent's owner cancels. */
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
  /** For an agent that asked to be told. */
  event: OutgoingEvent | null;
}

export type RunCancellations = ReturnType<typeof runCancellationQueries>;

/** Cancels runs for the owners of their agents. */
export function runCancellationQueries(pool: Pool) {
  return {
    /**
     * Cancels a run, in one transaction with what follows from it. Its context blocks are removed, and its events that are not delivered are dropped. Its
     * bubble appears in the agent's latest conversation with its owner; if there is none, one is opened. An agent that asked for it gets
     * an event. If the run was cancelled before, nothing is written, and this returns `null`.
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

/** Its agent or another call was faster. What was written so far is rolled back with this error. */
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
  const [task] = await rows<{ id: string; name: string }>(client, READ_TASK, [cancellation.runId]);
  if (task === undefined) throw new Error('An open run has no task');
  const messageId = newId('message');
  const eventId = newId('event');
  const frame = eventFrame({
    type: 'run_cancelled',
    event_id: eventId,
    run_id: cancellation.runId,
    task_id: task.id,
    task_name: task.name,
  });
  const [cancelled] = await rows<CancelledRow>(client, CANCEL_RUN, [
    cancellation.runId,
    'cancelled' satisfies RunStatus,
    null,
    messageId,
    place.conversationId,
    place.createdAt,
    text,
    eventId,
    frame,
  ]);
  if (cancelled === undefined) throw new Error('A locked run was not found');
  const { seq, slot, is_reachable: isReachable } = cancelled;
  const event =
    seq === null || isReachable === null
      ? null
      : { eventId, agentId, seq, type: 'run_cancelled' as const, frame, slot, isReachable };
  return { agentId, taskId: task.id, conversationId: place.conversationId, messageId, event };
}

/** All is `null` if the agent did not ask to be told. */
interface CancelledRow {
  seq: number | null;
  slot: string | null;
  is_reachable: boolean | null;
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

const READ_TASK = {
  name: 'run-cancellation-read-task',
  text: 'SELECT t.id, t.name FROM task_run r JOIN task t ON t.id = r.task_id WHERE r.id = $1',
};

// The event names only the task. If it named the run, it would end with the run.
const CANCEL_RUN = {
  name: 'run-cancellation-cancel-2',
  text: `
    WITH ${RUN_ENDING}, ${dropEventsOf('ARRAY(SELECT id FROM finished)', 'run_cancelled')}, told AS (
      SELECT $8::text AS event_id, f.agent_id, 'run_cancelled' AS type, $9::text AS frame, f.task_id, 1 AS place
        FROM finished f JOIN agent a ON a.id = f.agent_id WHERE 'run_cancelled' = ANY (a.features)
    ), ${appendEvents('told', ['task_id'])}
    SELECT e.seq, e.slot, e.is_reachable FROM finished LEFT JOIN appended e ON true`,
};
