import { ServiceError, SENDER_GRACE_SECONDS, standardWebhookKey } from '@svc/domain';
import type { Hints } from '@svc/events';
import type { OperationBody, OperationHandlers } from '@svc/http-contract';
import type { Clock } from '@svc/runtime';
import type { Store, TaskRecord } from '@svc/store';
import type { ClientCaller } from '../client-caller.js';
import { clientTaskView } from '../views/task-view.js';

export interface TaskSendersDependencies {
  store: Pick<Store, 'taskSenders'>;
  hints: Pick<Hints, 'runChanged'>;
  clock: Clock;
}

type NewSender = OperationBody<'setTriggerSender'>;

/** Operations of a user on who may call a task's trigger. A task of someone else is not found. */
export function taskSenders({ store, hints, clock }: TaskSendersDependencies) {
  return {
    async setTriggerSender({ auth: { userId, call }, params, body }) {
      const { scheme, secrets, grace_period_seconds: graceSeconds = SENDER_GRACE_SECONDS.default } = body;
      if (scheme === 'standard_webhooks') secrets.forEach(assertBase64);
      const sender = { scheme, secrets, graceSeconds, ...headersOf(body) };
      const now = new Date(clock.nowMs());
      const task = await store.taskSenders.setSender(params.task_id, { userId, call }, sender, now);
      return { status: 200, body: clientTaskView(changed(task)) };
    },

    async removeTriggerSender({ auth: { userId, call }, params }) {
      changed(await store.taskSenders.removeSender(params.task_id, { userId, call }));
      return { status: 204 };
    },
  } satisfies OperationHandlers<ClientCaller>;

  function changed(task: TaskRecord): TaskRecord {
    hints.runChanged({ agentId: task.agentId, userId: task.ownerId, taskId: task.taskId });
    return task;
  }
}

function headersOf({ scheme, header = null, delivery_id_header: deliveryIdHeader = null }: NewSender) {
  if (scheme === 'shared_header' && header === null) throw invalid('body.header', 'must be given');
  if (scheme !== 'shared_header' && header !== null) throw invalid('body.header', 'is not of this scheme');
  if (scheme !== 'shared_header' && deliveryIdHeader !== null)
    throw invalid('body.delivery_id_header', 'is not of this scheme');
  return {
    header: header?.toLowerCase() ?? null,
    deliveryIdHeader: deliveryIdHeader?.toLowerCase() ?? null,
  };
}

function assertBase64(secret: string, index: number): void {
  if (standardWebhookKey(secret) === null) throw invalid(`body.secrets.${index}`, 'must be base64');
}

function invalid(path: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { fields: [{ path, message }] });
}
