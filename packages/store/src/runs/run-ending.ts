import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import { isFinished, newId, ServiceError } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { runStatus } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { takeBubblePlace } from './run-bubble.js';

/** How a run ends, and at whose word. */
export interface RunEnd<Written> {
  runId: string;
  /** The id that {@link endingStatements} compares as `$2`. */
  by: string;
  status: RunStatus;
  summary: string | null;
  /** What its bubble says. */
  text: string;
  /** Ends the locked run with {@link RUN_ENDING}. */
  write(client: ClientBase, ended: EndedRun): Promise<Written>;
}

/** What is known of a run that is being ended. */
export interface EndedRun {
  agentId: string;
  conversationId: string;
  messageId: string;
  /** `$1` to `$7` of {@link RUN_ENDING}. */
  values: unknown[];
}

/** How a run is found, its agent kept and the run locked. */
export interface EndingStatements {
  find: Statement;
  shareAgent: Statement;
  lockRun: Statement;
}

/** @param who a condition on `agent a` and `$2`: whose word counts. */
export function endingStatements({ name, who }: { name: string; who: string }): EndingStatements {
  const text = `
    SELECT ${runStatus('r')} AS status, a.id AS agent_id, a.owner_id FROM agent a JOIN task_run r ON r.agent_id = a.id
     WHERE r.id = $1 AND ${who} AND a.deleted_at IS NULL`;
  return {
    find: { name: `${name}-find`, text },
    shareAgent: { name: `${name}-share-agent`, text: `${text} FOR KEY SHARE OF a` },
    lockRun: { name: `${name}-lock`, text: `${text} FOR NO KEY UPDATE OF r` },
  };
}

/**
 * Ends a run once, in one transaction with what follows from it. Its bubble appears in the agent's latest conversation with its owner; if there is none, one
 * is opened. If the run ended with the same status before, nothing is written, and this returns `null`.
 *
 * @throws ServiceError `not_found`; `conflict` for a run that ended with another status.
 */
export async function endRun<Written>(
  pool: Pool,
  statements: EndingStatements,
  end: RunEnd<Written>,
): Promise<Written | null> {
  const { status } = await find(pool, statements.find, end);
  if (isFinished(status)) return assertRepeat(status, end);
  try {
    return await transaction(pool, (client) => endOpen(client, statements, end));
  } catch (error) {
    if (error instanceof FinishedMeanwhile) return assertRepeat(error.status, end);
    throw error;
  }
}

/** Another call was faster, or the task was deleted. What was written so far is rolled back with this error. */
class FinishedMeanwhile extends Error {
  constructor(readonly status: RunStatus) {
    super(`The run is ${status}`);
  }
}

function assertRepeat(status: RunStatus, end: { status: RunStatus }): null {
  if (status === end.status) return null;
  throw new ServiceError('conflict', { detail: `The run is already ${status}` });
}

/** Takes the locks in the order of all statements: agent, conversation, run, event. */
async function endOpen<Written>(
  client: ClientBase,
  { shareAgent, lockRun }: EndingStatements,
  end: RunEnd<Written>,
): Promise<Written> {
  const { runId, summary, text } = end;
  const { agent_id: agentId, owner_id: userId } = await find(client, shareAgent, end);
  const { conversationId, createdAt } = await takeBubblePlace(client, { agentId, userId, text });
  // The statements after this one begin when the run is locked, so that they see every block and event of it.
  const { status } = await find(client, lockRun, end);
  if (isFinished(status)) throw new FinishedMeanwhile(status);
  const messageId = newId('message');
  const values = [runId, end.status, summary, messageId, conversationId, createdAt, text];
  return end.write(client, { agentId, conversationId, messageId, values });
}

interface RunRow {
  status: RunStatus;
  agent_id: string;
  owner_id: string;
}

async function find(
  client: Pool | ClientBase,
  statement: Statement,
  { runId, by }: { runId: string; by: string },
): Promise<RunRow> {
  const [row] = await rows<RunRow>(client, statement, [runId, by]);
  if (row === undefined) throw new ServiceError('not_found');
  return row;
}

/**
 * Common table expressions that end a run whose row is locked: they remove its context blocks and write its bubble. `$1` is the run, `$2` its status,
 * `$3` its summary, `$4` the message, `$5` its conversation, `$6` its time and `$7` what it says. `finished (id, task_id, agent_id, event_id)` is the run.
 */
export const RUN_ENDING = `
    finished AS (
      UPDATE task_run SET status = $2, summary = $3, finished_at = now() WHERE id = $1 RETURNING id, task_id, agent_id, event_id
    ), cleared AS (
      DELETE FROM context_block b USING finished f WHERE b.run_id = f.id
    ), bubble AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, report_title, task_run_id, created_at)
      SELECT $4, $5, 'agent', a.agent_name, 'run', $7, t.name, f.id, $6
        FROM finished f JOIN agent a ON a.id = f.agent_id LEFT JOIN task t ON t.id = f.task_id
    )`;
