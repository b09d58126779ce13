import { instantOf, previewSchedule, RETRY_BACKOFF_SECONDS_DEFAULT, storableTextNotBlank } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { Clock } from '@svc/runtime';
import type { AgentIdentity, Store, TaskRecord, TaskScope } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { clientTaskView, taskView } from '../views/task-view.js';
import { found } from './found.js';

export interface TasksDependencies {
  store: Pick<Store, 'agents' | 'deletions' | 'tasks'>;
  hints: Hints;
  clock: Clock;
}

/** Operations of an agent on its tasks: `/api/agent/tasks`. */
export function agentTasks(deps: TasksDependencies) {
  const tasks = tasksInScope(deps, taskView);
  return {
    listTasks: async ({ auth: { agentId }, query }) => ({
      status: 200,
      body: await tasks.list(agentId, query),
    }),
    createTask: async ({ auth: { agentId }, body }) => ({
      status: 200,
      body: await tasks.create(agentId, { agentId }, body),
    }),
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
  } satisfies OperationHandlers<AgentIdentity>;
}

/** Operations of a user on the tasks of their agents: `/api/client/agents/{agent_id}/tasks` and `/api/client/tasks`. */
export function clientTasks(deps: TasksDependencies) {
  const tasks = tasksInScope(deps, clientTaskView);
  return {
    async listAgentTasks({ auth: { userId }, params, query }) {
      found(await deps.store.agents.findOwned(params.agent_id, userId));
      return { status: 200, body: await tasks.list(params.agent_id, query) };
    },
    createAgentTask: async ({ auth: { userId, call }, params, body }) => ({
      status: 201,
      body: await tasks.create(params.agent_id, { userId, call }, body),
    }),
    /** The next runs of a schedule, for a form that the user is filling in. */
    async previewSchedule({ body: { schedule, timezone = 'UTC' } }) {
      const moments = previewSchedule({ schedule, timezone, now: nowOf(deps) });
      return { status: 200, body: { next_runs_at: moments.map((moment) => moment.toISOString()) } };
    },
    getAgentTask: async ({ auth: { userId }, params }) => ({
      status: 200,
      body: await tasks.read(params.task_id, { userId }),
    }),
    updateAgentTask: async ({ auth: { userId, call }, params, body }) => ({
      status: 200,
      body: await tasks.change(params.task_id, { userId, call }, body),
    }),
    async deleteAgentTask({ auth: { userId, call }, params }) {
      await tasks.delete(params.task_id, { userId, call });
      return { status: 204 };
    },
    rotateTrigger: async ({ auth: { userId, call }, params }) => ({
      status: 200,
      body: await tasks.rotateTrigger(params.task_id, { userId, call }),
    }),
  } satisfies OperationHandlers<ClientCaller>;
}

/** The part that agents and users share. A task outside the scope is not found. */
function tasksInScope<View>({ store, hints, clock }: TasksDependencies, view: (task: TaskRecord) => View) {
  return {
    async list(agentId: string, page: { limit?: number | undefined; cursor?: string | undefined }) {
      return (await store.tasks.listOf(agentId, page)).map(view);
    },

    async create(agentId: string, scope: TaskScope, body: OperationBody<'createTask' | 'createAgentTask'>) {
      const created = await store.tasks.create(
        {
          agentId,
          name: storableTextNotBlank(body.name, 'body.name'),
          prompt: storableTextNotBlank(body.prompt, 'body.prompt'),
          schedule: body.schedule,
          timezone: body.timezone ?? 'UTC',
          runAt: runAtOf(body) ?? null,
          enabled: body.enabled ?? true,
          ...limitsOf(body),
        },
        scope,
        nowOf({ clock }),
      );
      return changed(created);
    },

    async read(taskId: string, scope: TaskScope) {
      return view(await store.tasks.find(taskId, scope));
    },

    async change(taskId: string, scope: TaskScope, body: OperationBody<'updateTask' | 'updateAgentTask'>) {
      const { name, prompt } = body;
      return changed(
        await store.tasks.change(
          taskId,
          scope,
          {
            name: name === undefined ? undefined : storableTextNotBlank(name, 'body.name'),
            prompt: prompt === undefined ? undefined : storableTextNotBlank(prompt, 'body.prompt'),
            schedule: body.schedule,
            timezone: body.timezone,
            runAt: runAtOf(body),
            enabled: body.enabled,
            ...limitsOf(body),
          },
          nowOf({ clock }),
        ),
      );
    },

    async rotateTrigger(taskId: string, scope: TaskScope) {
      return changed(await store.tasks.rotateTrigger(taskId, scope));
    },

    async delete(taskId: string, scope: TaskScope): Promise<void> {
      changed(await store.tasks.delete(taskId, scope));
      // The task is marked as deleted already. Schedulers remove the rest.
      await store.deletions.step({ kind: 'task', id: taskId }).catch(() => undefined);
    },
  };

  function changed(task: TaskRecord) {
    hints.runChanged({ agentId: task.agentId, userId: task.ownerId, taskId: task.taskId });
    return view(task);
  }
}

/** What a body says of the time and the retries of runs; `null` takes them away. */
function limitsOf({ timeout_seconds: timeoutSeconds, retry }: OperationBody<'updateTask'>) {
  return {
    timeoutSeconds,
    retry: retry && {
      max: retry.max,
      backoffSeconds: retry.backoff_seconds ?? RETRY_BACKOFF_SECONDS_DEFAULT,
    },
  };
}

function nowOf({ clock }: Pick<TasksDependencies, 'clock'>): Date {
  return new Date(clock.nowMs());
}

function runAtOf({ run_at: runAt }: OperationBody<'updateTask'>): Date | null | undefined {
  return runAt === null || runAt === undefined ? runAt : instantOf(runAt, 'body.run_at');
}
