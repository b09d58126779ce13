import type { Hints } from '@svc/events';
import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, Store } from '@svc/store';
import { dueTaskView, pendingTriggersView } from '../views/task-view.js';
import { found } from './found.js';

export interface AgentPollsDependencies {
  store: Pick<Store, 'channels' | 'runs'>;
  hints: Hints;
}

/** Operations by which an agent asks for its work and takes it (specification, "Tasks"), instead of having it pushed. */
export function agentPolls({ store, hints }: AgentPollsDependencies) {
  return {
    /** Changes nothing. */
    async listDueTasks({ auth }) {
      const due = await store.channels.poll.listDueTasks(auth.agentId);
      return { status: 200, body: due.map(dueTaskView) };
    },

    /** Leases what it returns. */
    async listPendingTriggers({ auth }) {
      const taken = await store.channels.poll.takePendingTriggers(auth.agentId);
      return { status: 200, body: pendingTriggersView(taken) };
    },

    async startRun({ auth: { agentId, ownerId: userId }, params: { task_id: taskId } }) {
      const { runId } = found(await store.runs.start(taskId, agentId));
      hints.runChanged({ agentId, userId, taskId, runId });
      return { status: 200, body: { run_id: runId } };
    },
  } satisfies OperationHandlers<AgentIdentity>;
}
