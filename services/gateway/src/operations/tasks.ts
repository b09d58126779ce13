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
import type { ClientCaller } from '../user-guard.js';
import { clientTaskView, taskView } from '../views/task-view.js';
import { found } from './parts.js';
import type { OperationParts } from './parts.js';

/** `/api/agent/tasks`. */
export function agentTasks(parts: OperationParts) {
  const { store } = parts;
  return {
    async listTasks({ auth: { agentId }, query }) {
      return (await store.tasks.listOf(agentId, query)).map(taskView);
    },

    async createTask({ auth: { agentId }, body }) {
      return taskView(await create(parts, agentId, { agentId }, body));
    },

    async getTask({ auth: { agentId }, params }) {
      return taskView(await store.tasks.find(params.task_id, { agentId }));
    },

    async updateTask({ auth: { agentId }, params, body }) {
      return taskView(await change(parts, params.task_id, { agentId }, body));
    },

    async deleteTask({ auth: { agentId }, params }) {
      await remove(parts, params.task_id, { agentId });
    },
  } satisfies OperationHandlers<AgentIdentity>;
}

/** `/api/client/agents/{agent_id}/tasks` and `/api/client/tasks`. */
export function clientTasks(parts: OperationParts) {
  const { store } = parts;
  return {
    async listAgentTasks({ auth: { userId }, params, query }) {
      found(await store.agents.findOwned(params.agent_id, userId));
      return (await store.tasks.listOf(params.agent_id, query)).map(clientTaskView);
    },

    async createAgentTask({ auth: { userId, call }, params, body }) {
      const task = await create(parts, params.agent_id, { userId, call }, body);
      return clientTaskView(task);
    },

    /** For a form that the user is filling in. */
    async previewSchedule({ body: { schedule, timezone = 'UTC' } }) {
      const moments = previewSchedule({ schedule, timezone, now: nowOf(parts) });
      return { next_runs_at: moments.map((moment) => moment.toISOString()) };
    },

    async getAgentTask({ auth: { userId }, params }) {
      return clientTaskView(await store.tasks.find(params.task_id, { userId }));
    },

    async updateAgentTask({ auth: { userId, call }, params, body }) {
      const task = await change(parts, params.task_id, { userId, call }, body);
      return clientTaskView(task);
    },

    async deleteAgentTask({ auth: { userId, call }, params }) {
      await remove(parts, params.task_id, { userId, call });
    },

    async rotateTrigger({ auth: { userId, call }, params }) {
      const task = await store.tasks.rotateTrigger(params.task_id, { userId, call });
      return clientTaskView(announced(parts, task));
    },

    async setTriggerSender({ auth: { userId, call }, params, body }) {
      const { scheme, secrets, grace_period_seconds: graceSeconds = SENDER_GRACE_SECONDS.default } = body;
      if (scheme === 'standard_webhooks') secrets.forEach(assertBase64);
      const sender = { scheme, secrets, graceSeconds, ...headersOf(body) };
      const scope = { userId, call };
      const task = await store.tasks.setSender(params.task_id, scope, sender, nowOf(parts));
      return clientTaskView(announced(parts, task));
    },

    async removeTriggerSender({ auth: { userId, call }, params }) {
      announced(parts, await store.tasks.removeSender(params.task_id, { userId, call }));
    },
  } satisfies OperationHandlers<ClientCaller>;
}

async function create(
  parts: OperationParts,
  agentId: string,
  scope: TaskScope,
  body: OperationBody<'createTask' | 'createAgentTask'>,
): Promise<TaskRecord> {
  const task = {
    agentId,
    name: storableTextNotBlank(body.name, 'body.name'),
    prompt: storableTextNotBlank(body.prompt, 'body.prompt'),
    schedule: body.schedule,
    timezone: body.timezone ?? 'UTC',
    runAt: runAtOf(body) ?? null,
    enabled: body.enabled ?? true,
    triggerHeaders: headerNames(body),
    ...limitsOf(body),
  };
  return announced(parts, await parts.store.tasks.create(task, scope, nowOf(parts)));
}

/** A task outside the scope is not found. */
async function change(
  parts: OperationParts,
  taskId: string,
  scope: TaskScope,
  body: OperationBody<'updateTask' | 'updateAgentTask'>,
): Promise<TaskRecord> {
  const { name, prompt } = body;
  const changes = {
    name: name === undefined ? undefined : storableTextNotBlank(name, 'body.name'),
    prompt: prompt === undefined ? undefined : storableTextNotBlank(prompt, 'body.prompt'),
    schedule: body.schedule,
    timezone: body.timezone,
    runAt: runAtOf(body),
    enabled: body.enabled,
    triggerHeaders: headerNames(body),
    ...limitsOf(body),
  };
  return announced(parts, await parts.store.tasks.change(taskId, scope, changes, nowOf(parts)));
}

async function remove(parts: OperationParts, taskId: string, scope: TaskScope): Promise<void> {
  announced(parts, await parts.store.tasks.delete(taskId, scope));
  // Schedulers remove what is left.
  await parts.store.deletions.step({ kind: 'task', id: taskId }).catch(() => undefined);
}

function announced({ hints }: OperationParts, task: TaskRecord): TaskRecord {
  hints.runChanged({ agentId: task.agentId, userId: task.ownerId, taskId: task.taskId });
  return task;
}

/** `null` takes time-outs or retries away. */
function limitsOf({ timeout_seconds: timeoutSeconds, retry }: OperationBody<'updateTask'>) {
  return {
    timeoutSeconds,
    retry: retry && {
      max: retry.max,
      backoffSeconds: retry.backoff_seconds ?? RETRY_BACKOFF_SECONDS_DEFAULT,
    },
  };
}

function headerNames({ trigger_headers: names }: OperationBody<'updateTask'>): string[] | undefined {
  return names && [...new Set(names.map((name) => name.toLowerCase()))];
}

function nowOf({ clock }: Pick<OperationParts, 'clock'>): Date {
  return new Date(clock.nowMs());
}

function runAtOf({ run_at: runAt }: OperationBody<'updateTask'>): Date | null | undefined {
  return runAt === null || runAt === undefined ? runAt : instantOf(runAt, 'body.run_at');
}

function headersOf(body: OperationBody<'setTriggerSender'>) {
  const { scheme, header = null, delivery_id_header: deliveryIdHeader = null } = body;
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
