import type { OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity } from '@svc/store';
import type { agentRuns } from './operations/agent-runs.js';
import type { tasks } from './operations/tasks.js';

export interface AgentTaskOperations {
  tasks: ReturnType<typeof tasks>;
  runs: ReturnType<typeof agentRuns>;
}

/** `/api/agent/tasks`. Paths with a fixed part come before those that have a task's id in its place. */
export function agentTaskHandlers({ tasks, runs }: AgentTaskOperations) {
  return {
    listTasks: async ({ auth: { agentId } }) => ({
      status: 200,
      body: await tasks.list(agentId, { agentId }),
    }),
    createTask: async ({ auth: { agentId }, body }) => ({
      status: 200,
      body: await tasks.create(agentId, { agentId }, body),
    }),
    listDueTasks: async ({ auth }) => ({ status: 200, body: await runs.due(auth) }),
    listPendingTriggers: async ({ auth }) => ({ status: 200, body: await runs.pendingTriggers(auth) }),
    getRun: async ({ auth, params }) => ({ status: 200, body: await runs.read(auth, params.run_id) }),
    completeRun: async ({ auth, params, body }) => ({
      status: 200,
      body: await runs.complete(auth, params.run_id, body),
    }),
    appendContext: async ({ auth, params, body }) => ({
      status: 200,
      body: await runs.appendContext(auth, params.run_id, body.text),
    }),
    listContext: async ({ auth, params }) => ({ status: 200, body: await runs.context(auth, params.run_id) }),
    getTask: async ({ auth: { agentId }, params }) => ({
      status: 200,
      body: await tasks.read(params.task_id, { agentId }),
    }),
    updateTask: async ({ auth: { agentId }, params, body }) => ({
      status: 200,
      body: await tasks.change(params.task_id, { agentId }, body),
    }),
    async deleteTask({ auth: { agentId }, params }) {
      await tasks.delete(params.task_id, { agentId });
      return { status: 204 };
    },
    startRun: async ({ auth, params }) => ({ status: 200, body: await runs.start(auth, params.task_id) }),
  } satisfies OperationHandlers<AgentIdentity>;
}
