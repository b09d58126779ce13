import { rows } from '@svc/database';
import { summaryOrDefault } from '@svc/domain';
import type { RunResult } from '@svc/domain';
import { endEventsOf } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { endingStatements, endRun, FinishedBefore, RUN_ENDING } from './run-ending.js';
import type { EndedRun } from './run-ending.js';

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
     * Completes a run, in one transaction with what follows from it ({@link endRun}). Its context blocks are removed, and its event needs no delivery any
     * more. If the run was completed with the same status before, nothing is written, and this returns `null`.
     *
     * @throws ServiceError `not_found`; `conflict` for a run that was cancelled, or completed with the other status.
     */
    async complete(completion: RunCompletion): Promise<CompletedRun | null> {
      const { agentId, status, summary } = completion;
      const text = summaryOrDefault(summary, status);
      return endRun(pool, RUN_OF_AGENT, { ...completion, by: agentId, text, write });
    },
  };
}

async function write(
  client: ClientBase,
  { conversationId, messageId, values }: EndedRun,
): Promise<CompletedRun> {
  const [finished] = await rows<{ task_id: string }>(client, FINISH_RUN, values);
  if (finished === undefined) throw new FinishedBefore('cancelled');
  return { taskId: finished.task_id, conversationId, messageId };
}

const RUN_OF_AGENT = endingStatements({ name: 'run-completion', who: 'a.id = $2' });

const FINISH_RUN = {
  name: 'run-completion-finish-4',
  text: `
    WITH ${RUN_ENDING}, ${endEventsOf('finished')}
    SELECT task_id FROM finished`,
};
