import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import { isFinished, newId, ServiceError, summaryOrDefault } from '@svc/domain';
import type { RunResult, RunStatus } from '@svc/domain';
import { endEventsOf } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { takeBubblePlace } from './run-bubble.js';
import { RUN_ENDING, runWithAgent } from './run-ending.js';

export interface RunCompletion {
  runId: string;
  agentId: string;
  status: RunResult;
  summary: string | null;
}

/** What a completion wrote. */
export interface CompletedRun {
  taskId: string;
  conversationId: string;
  messageId: string;
}

export type RunCompletions = ReturnType<typeof runCompletionQueries>;

export function runCompletionQueries(pool: Pool) {
  return {
    /**
     * Completes a run, in one transaction with what follows from it. Its context blocks are removed, and its event needs no delivery any more. Its
     * bubble appears in the agent's latest conversation with its owner; if there is none, one is opened. If the run was completed
     * with the same status before, nothing is written, and this returns `null`.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that was cancelled, or completed with the other status.
     */
    async complete(completion: RunCompletion): Promise<CompletedRun | null> {
      const { status } = await findRun(pool, FIND_RUN, completion);
      if (isFinished(status)) return assertRepeat(status, completion);
      try {
        return await transaction(pool, (client) => finish(client, completion));
      } catch (error) {
        if (error instanceof FinishedMeanwhile) return assertRepeat(error.status, completion);
        throw error;
      }
    },
  };
}

/** Another completion was faster, or the task was deleted. What was written so far is rolled back with this error. */
class FinishedMeanwhile extends Error {
  constructor(readonly status: RunStatus) {
    super(`The run is ${status}`);
  }
}

function assertRepeat(status: RunStatus, completion: RunCompletion): null {
  if (status === completion.status) return null;
  throw new ServiceError('conflict', { detail: `The run is already ${status}` });
}

/** Takes the locks in the order of all statements: agent, conversation, run, event. */
async function finish(client: ClientBase, completion: RunCompletion): Promise<CompletedRun> {
  const text = summaryOrDefault(completion.summary, completion.status);
  const { owner_id: userId } = await findRun(client, SHARE_AGENT, completion);
  const place = await takeBubblePlace(client, { agentId: completion.agentId, userId, text });
  // The statements after this one begin when the run is locked, so that they see every block and event of it.
  const { status } = await findRun(client, LOCK_RUN, completion);
  if (isFinished(status)) throw new FinishedMeanwhile(status);
  const messageId = newId('message');
  const [finished] = await rows<{ task_id: string }>(client, FINISH_RUN, [
    completion.runId,
    completion.status,
    completion.summary,
    messageId,
    place.conversationId,
    place.createdAt,
    text,
  ]);
  if (finished === undefined) throw new Error('A locked run was not found');
  return { taskId: finished.task_id, conversationId: place.conversationId, messageId };
}

interface RunRow {
  status: RunStatus;
  owner_id: string;
}

async function findRun(
  client: Pool | ClientBase,
  statement: Statement,
  completion: RunCompletion,
): Promise<RunRow> {
  const [row] = await rows<RunRow>(client, statement, [completion.runId, completion.agentId]);
  if (row === undefined) throw new ServiceError('not_found');
  return row;
}

const RUN_OF_AGENT = runWithAgent('a.id = $2');

const FIND_RUN = { name: 'run-completion-find', text: RUN_OF_AGENT };
const SHARE_AGENT = { name: 'run-completion-share-agent', text: `${RUN_OF_AGENT} FOR KEY SHARE OF a` };
const LOCK_RUN = { name: 'run-completion-lock', text: `${RUN_OF_AGENT} FOR NO KEY UPDATE OF r` };

const FINISH_RUN = {
  name: 'run-completion-finish-2',
  text: `
    WITH ${RUN_ENDING}, ${endEventsOf('finished')}
    SELECT task_id FROM finished`,
};
