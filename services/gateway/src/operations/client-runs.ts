import { PAGE_SIZE } from '@svc/domain';
import type { Announcer, Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { Store } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { clientRunDetailsView, clientRunView, runInProgressView } from '../views/run-view.js';
import { found } from './found.js';

export interface ClientRunsDependencies {
  store: Pick<Store, 'agents' | 'contextBlocks' | 'runCancellations' | 'runNow' | 'runs' | 'tasks'>;
  announcer: Announcer;
  hints: Hints;
}

/** Operations of a user on the runs of tasks. */
export function clientRuns({ store, announcer, hints }: ClientRunsDependencies) {
  return {
    async runTaskNow({ auth: { userId, call }, params: { task_id: taskId } }) {
      const fired = found(await store.runNow.fire({ taskId, userId, call }));
      const { agentId, runId, event } = fired;
      announcer.announce(event);
      hints.runChanged({ agentId, userId, taskId, runId });
      return { status: 202, body: { run_id: runId } };
    },

    async listTaskRuns({ auth: { userId }, params: { task_id: taskId }, query }) {
      await store.tasks.find(taskId, { userId });
      const page = { limit: query.limit ?? PAGE_SIZE.default, cursor: query.cursor };
      const runs = await store.runs.listOf(taskId, page);
      return { status: 200, body: runs.map(clientRunView) };
    },

    async listRunsInProgress({ auth: { userId }, params: { agent_id: agentId } }) {
      found(await store.agents.findOwned(agentId, userId));
      const { runs, conversationId } = await store.runs.inProgress(agentId, userId);
      return { status: 200, body: { conversation_id: conversationId, runs: runs.map(runInProgressView) } };
    },

    async getTaskRun({ auth: { userId }, params: { run_id: runId } }) {
      const run = found(await store.runs.find(runId, { userId }));
      const blocks = found(await store.contextBlocks.listOf(runId, { userId }));
      return { status: 200, body: clientRunDetailsView(run, blocks) };
    },

    async cancelTaskRun({ auth: { userId, call }, params: { run_id: runId } }) {
      const cancelled = await store.runCancellations.cancel({ runId, userId, call });
      if (cancelled !== null) {
        const { agentId, taskId, conversationId, messageId, event } = cancelled;
        if (event !== null) announcer.announce(event);
        hints.runChanged({ agentId, userId, taskId, runId });
        hints.messageChanged({ agentId, userId, conversationId, messageId });
      }
      return { status: 200, body: clientRunView(found(await store.runs.find(runId, { userId }))) };
    },
  } satisfies OperationHandlers<ClientCaller>;
}
