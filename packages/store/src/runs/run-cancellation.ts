import { rows } from '@svc/database';
import { newId, RUN_CANCELLED_TEXT } from '@svc/domain';
import { appendedColumns, appendedEvent, appendEvents, dropEventsOf, eventFrame } from '@svc/events';
import type { AppendedRow, OutgoingEvent } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { endingStatements, endRun, FinishedBefore, RUN_ENDING } from './run-ending.js';
import type { EndedRun } from './run-ending.js';

/** A run that its agent's owner cancels. */
export interface RunCancellation extends Audited {
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
     * Cancels a run, in one transaction with what follows from it ({@link endRun}). Its context blocks are removed, and its events that are not delivered
     * are dropped. An agent that asked for it gets an event. If the run was cancelled before, nothing is written, and this returns `null`.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that its agent has finished.
     */
    async cancel(cancellation: RunCancellation): Promise<CancelledRun | null> {
      const { runId, userId } = cancellation;
      return endRun(pool, RUN_OF_USER, {
        runId,
        by: userId,
        status: 'cancelled',
        summary: null,
        text: RUN_CANCELLED_TEXT,
        write: (client, ended) => write(client, cancellation, ended),
      });
    },
  };
}

async function write(
  client: ClientBase,
  { runId, userId, call }: RunCancellation,
  { agentId, conversationId, messageId, values }: EndedRun,
): Promise<CancelledRun> {
  const [task] = await rows<{ id: string; name: string }>(client, READ_TASK, [runId]);
  if (task === undefined) throw new Error('An open run has no task');
  const eventId = newId('event');
  const frame = eventFrame({
    type: 'run_cancelled',
    event_id: eventId,
    run_id: runId,
    task_id: task.id,
    task_name: task.name,
  });
  const [cancelled] = await rows<CancelledRow>(client, CANCEL_RUN, [...values, eventId, frame]);
  if (cancelled === undefined) throw new FinishedBefore('cancelled');
  await writeAuditEntry(client, {
    ...{ userId, action: 'run.cancelled', subjectId: runId, agentId, call },
    details: { name: task.name, task_id: task.id },
  });
  const event = cancelled.event_id === null ? null : appendedEvent(cancelled, frame);
  return { agentId, taskId: task.id, conversationId, messageId, event };
}

/** All is `null` if the agent did not ask to be told. */
type CancelledRow = AppendedRow | { event_id: null };

const RUN_OF_USER = endingStatements({ name: 'run-cancellation', who: 'a.owner_id = $2' });

const READ_TASK = {
  name: 'run-cancellation-read-task',
  text: 'SELECT t.id, t.name FROM task_run r JOIN task t ON t.id = r.task_id WHERE r.id = $1',
};

// The event is of the task. If it were of the run, it would end with the run.
const CANCEL_RUN = {
  name: 'run-cancellation-cancel-7',
  text: `
    WITH ${RUN_ENDING}, ${dropEventsOf('ARRAY(SELECT id FROM finished)', 'run_cancelled')}, told AS (
      SELECT $8::text AS event_id, f.agent_id, 'run_cancelled' AS type, $9::text AS frame, f.task_id AS subject_id, 1 AS place
        FROM finished f JOIN agent a ON a.id = f.agent_id WHERE 'run_cancelled' = ANY (a.features)
    ), ${appendEvents('told')}
    SELECT ${appendedColumns()} FROM finished LEFT JOIN appended ON true`,
};
