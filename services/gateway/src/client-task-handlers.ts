import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { clientRuns } from './operations/client-runs.js';
import type { tasks } from './operations/tasks.js';

export interface ClientTaskOperations {
  tasks: ReturnType<typeof tasks>;
  runs: ReturnType<typeof clientRuns>;
}

/** `/api/client/agents/{agent_id}/tasks`, `/api/client/tasks` and `/api/client/runs`. */
export function clientTaskHandlers({ tasks, runs }: ClientTaskOperations) {
  return {
    listAgentTasks: async ({ auth: { userId }, params }) => ({
      status: 200,
      body: await tasks.list(params.agent_id, { userId }),
    }),
    createAgentTask: async ({ auth: { userId }, params, body }) => ({
      status: 201,
      body: await tasks.create(params.agent_id, { userId }, body),
    }),
    previewSchedule: async ({ body }) => ({ status: 200, body: tasks.preview(body) }),
    getAgentTask: async ({ auth: { userId }, params }) => ({
      status: 200,
      body: await tasks.read(params.task_id, { userId }),
    }),
    updateAgentTask: async ({ auth: { userId }, params, body }) => ({
      status: 200,
      body: await tasks.change(params.task_id, { userId }, body),
    }),
    async deleteAgentTask({ auth: { userId }, params }) {
      await tasks.delete(params.task_id, { userId });
      return { status: 204 };
    },
    runTaskNow: async ({ auth, params }) => ({ status: 202, body: await runs.runNow(auth, params.task_id) }),
    rotateTrigger: async ({ auth: { userId }, params }) => ({
      status: 200,
      body: await tasks.rotateTrigger(params.task_id, { userId }),
    }),
    listTaskRuns: async ({ auth, params, query }) => ({
      status: 200,
      body: await runs.list(auth, params.task_id, query),
    }),
    getTaskRun: async ({ auth, params }) => ({ status: 200, body: await runs.read(auth, params.run_id) }),
  } satisfies OperationHandlers<SessionUser>;
}
