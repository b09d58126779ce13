import { rows, transaction } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import { isFinished, newId, ServiceError } from '@svc/domain';
import type { RunStatus } from '@svc/domain';
import { OPEN_RUN, runStatus } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { NOTHING_UNDER_WAY } from './run-columns.js';
import { moveLatestOn, takeBubblePlace } from './run-bubble.js';
import type { BubblePlace } from './run-bubble.js';

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

/** How a run is locked: with its agent and the conversation of its bubble, or alone. */
export interface EndingStatements {
  lockAll: WrittenStatement;
  lockRun: WrittenStatement;
}

/** @param who a condition on `agent a` and `$2`: whose word counts. */
export function endingStatements({ name, who }: { name: string; who: string }): EndingStatements {
  const text = `
    SELECT ${runStatus('r')} AS status, a.id AS agent_id, a.owner_id FROM agent a JOIN task_run r ON r.agent_id = a.id
     WHERE r.id = $1 AND ${who} AND a.deleted_at IS NULL`;
  // A run that has ended is only read. If the agent has no conversation yet, the run is not locked.
  const lockAll = `
    WITH known AS MATERIALIZED (${text} FOR KEY SHARE OF a
    ), ${moveLatestOn({ from: 'known k', where: `k.status IN ${OPEN_RUN}`, agentId: 'k.agent_id', userId: 'k.owner_id', text: '$3' })}
    ), locked AS MATERIALIZED (
      SELECT ${runStatus('r')} AS status FROM task_run r WHERE r.id = $1 AND (SELECT count(*) FROM moved) > 0 FOR NO KEY UPDATE OF r
    )
    SELECT coalesce(l.status, k.status) AS status, k.agent_id, k.owner_id, m.id, m.last_message_at
      FROM known k LEFT JOIN moved m ON true LEFT JOIN locked l ON true`;
  return {
    lockAll: { name: `${name}-lock-all-3`, text: lockAll },
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
  try {
    return await transaction(pool, (client) => endOpen(client, statements, end));
  } catch (error) {
    if (error instanceof FinishedBefore) return assertRepeat(error.status, end);
    throw error;
  }
}

/** The run has ended: by an earlier call, or because its task was deleted. What was written so far is rolled back with this error. */
export class FinishedBefore extends Error {
  readonly status: RunStatus;

  constructor(status: RunStatus) {
    super(`The run is ${status}`);
    this.status = status;
  }
}

function assertRepeat(status: RunStatus, end: { status: RunStatus }): null {
  if (status === end.status) return null;
  throw new ServiceError('conflict', { detail: `The run is already ${status}` });
}

async function endOpen<Written>(
  client: ClientBase,
  statements: EndingStatements,
  end: RunEnd<Written>,
): Promise<Written> {
  const { runId, summary, text } = end;
  const { agentId, conversationId, createdAt } = await lock(client, statements, end);
  // The statements after this one begin when the run is locked, so that they see every block and event of it.
  const messageId = newId('message');
  const values = [runId, end.status, summary, messageId, conversationId, createdAt, text];
  return end.write(client, { agentId, conversationId, messageId, values });
}

/** Takes the locks in the order of all statements, agent, conversation and run: by one statement, if there is a conversation. */
async function lock(
  client: ClientBase,
  { lockAll, lockRun }: EndingStatements,
  { runId, by, text }: { runId: string; by: string; text: string },
): Promise<BubblePlace & { agentId: string }> {
  const run = openOne(await rows<HeldRow>(client, lockAll, [runId, by, text]));
  const agentId = run.agent_id;
  if (run.id !== null && run.last_message_at !== null)
    return { agentId, conversationId: run.id, createdAt: run.last_message_at };
  const place = await takeBubblePlace(client, { agentId, userId: run.owner_id, text });
  openOne(await rows<{ status: RunStatus }>(client, lockRun, [runId, by]));
  return { agentId, ...place };
}

interface HeldRow {
  status: RunStatus;
  agent_id: string;
  owner_id: string;
  /** The conversation and its time; `null` if the agent has no conversation yet. */
  id: string | null;
  last_message_at: Date | null;
}

function openOne<Row extends { status: RunStatus }>([row]: Row[]): Row {
  if (row === undefined) throw new ServiceError('not_found');
  if (isFinished(row.status)) throw new FinishedBefore(row.status);
  return row;
}

/**
 * Common table expressions that end a run whose row is locked: they remove its context blocks and write its bubble. `$1` is the run, `$2` its status,
 * `$3` its summary, `$4` the message, `$5` its conversation, `$6` its time and `$7` what it says. `finished (id, task_id, agent_id, event_id)` is the run; it is
 * empty if the task was deleted since the run was locked.
 */
export const RUN_ENDING = `
    finished AS (
      UPDATE task_run r SET status = $2, summary = $3, finished_at = now(), ${NOTHING_UNDER_WAY} WHERE r.id = $1 AND ${runStatus('r')} IN ${OPEN_RUN}
      RETURNING r.id, r.task_id, r.agent_id, r.event_id
    ), cleared AS (
      DELETE FROM context_block b USING finished f WHERE b.run_id = f.id
    ), bubble AS (
      INSERT INTO message (id, conversation_id, sender, sender_name, kind, text, report_title, task_run_id, created_at)
      SELECT $4, $5, 'agent', a.agent_name, 'run', $7, t.name, f.id, $6
        FROM finished f JOIN agent a ON a.id = f.agent_id LEFT JOIN task t ON t.id = f.task_id
    )`;
