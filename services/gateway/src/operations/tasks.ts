import {
  instantOf,
  invalidField,
  previewSchedule,
  RETRY_BACKOFF_SECONDS_DEFAULT,
  SENDER_GRACE_SECONDS,
  standardWebhookKey,
  storableTextNotBlank,
} from '@svc/domain';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { AgentIdentity, TaskRecord, TaskScope } from '@svc/store';
import type { ClientCaller } from '../user-door.js';
import { clientTaskView, taskView } from '../views/task-view.js';
import { found } from './found.js';
import type { OperationParts } from './parts.js';

/** Operations of an agent on its tasks: `/api/agent/tasks`. */
export function agentTasks(deps: OperationParts) {
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
export function clientTasks(deps: OperationParts) {
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
      body: tasks.changed(await deps.store.tasks.rotateTrigger(params.task_id, { userId, call })),
    }),

    async setTriggerSender({ auth: { userId, call }, params, body }) {
      const { scheme, secrets, grace_period_seconds: graceSeconds = SENDER_GRACE_SECONDS.default } = body;
      if (scheme === 'standard_webhooks') secrets.forEach(assertBase64);
      const sender = { scheme, secrets, graceSeconds, ...headersOf(body) };
      const now = nowOf(deps);
      const task = await deps.store.taskSenders.setSender(params.task_id, { userId, call }, sender, now);
      return { status: 200, body: tasks.changed(task) };
    },

    async removeTriggerSender({ auth: { userId, call }, params }) {
      tasks.changed(await deps.store.taskSenders.removeSender(params.task_id, { userId, call }));
      return { status: 204 };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

/** The part that agents and users share. A task outside the scope is not found. */
function tasksInScope<View>({ store, hints, clock }: OperationParts, view: (task: TaskRecord) => View) {
  return {
    changed,

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

function nowOf({ clock }: Pick<OperationParts, 'clock'>): Date {
  return new Date(clock.nowMs());
}

function runAtOf({ run_at: runAt }: OperationBody<'updateTask'>): Date | null | undefined {
  return runAt === null || runAt === undefined ? runAt : instantOf(runAt, 'body.run_at');
}

function headersOf({
  scheme,
  header = null,
  delivery_id_header: deliveryIdHeader = null,
}: OperationBody<'setTriggerSender'>) {
  if (scheme === 'shared_header' && header === null) throw invalidField('body.header', 'must be given');
  if (scheme !== 'shared_header' && header !== null)
    throw invalidField('body.header', 'is not of this scheme');
  if (scheme !== 'shared_header' && deliveryIdHeader !== null)
    throw invalidField('body.delivery_id_header', 'is not of this scheme');
  return {
    header: header?.toLowerCase() ?? null,
    deliveryIdHeader: deliveryIdHeader?.toLowerCase() ?? null,
  };
}

function assertBase64(secret: string, index: number): void {
  if (standardWebhookKey(secret) === null) throw invalidField(`body.secrets.${index}`, 'must be base64');
}
