import { writtenJson } from '@svc/http-contract';
import type { components } from '@svc/http-contract';
import type { DueTask, PendingTrigger, TaskRecord, TaskSender } from '@svc/store';

/** A task as its user sees it: with who may call its trigger, if that is set. */
export function clientTaskView(task: TaskRecord) {
  return { ...taskView(task), ...(task.sender !== null && { sender: senderView(task.sender) }) };
}

function senderView({ scheme, header, deliveryIdHeader, secrets, formerUntil, setAt, refused }: TaskSender) {
  return {
    ...{ scheme, header, delivery_id_header: deliveryIdHeader, secrets },
    former_secrets_until: formerUntil?.toISOString() ?? null,
    set_at: setAt.toISOString(),
    refused:
      refused === null
        ? null
        : {
            count: refused.count,
            last_at: refused.lastAt.toISOString(),
            last_reason: refused.lastReason,
          },
  };
}

/** A task as its agent sees it; an event task shows its trigger id. */
export function taskView(task: TaskRecord) {
  return {
    id: task.taskId,
    name: task.name,
    prompt: task.prompt,
    schedule: task.schedule,
    trigger_type: task.triggerType,
    timezone: task.timezone,
    run_at: task.runAt?.toISOString() ?? null,
    enabled: task.enabled,
    next_run_at: task.nextRunAt?.toISOString() ?? null,
    last_run_status: task.lastRunStatus,
    ...(task.triggerId !== null && { trigger_id: task.triggerId }),
    ...(task.triggerHeaders.length > 0 && { trigger_headers: [...task.triggerHeaders] }),
    ...(task.timeoutSeconds !== null && { timeout_seconds: task.timeoutSeconds }),
    ...(task.retry !== null && {
      retry: { max: task.retry.max, backoff_seconds: task.retry.backoffSeconds },
    }),
    created_at: task.createdAt.toISOString(),
  };
}

/** A due task: exactly the fields of the specification ("tasks/due"). */
export function dueTaskView(task: DueTask) {
  return {
    id: task.taskId,
    name: task.name,
    prompt: task.prompt,
    schedule: task.schedule,
    trigger_type: task.triggerType,
    enabled: task.enabled,
  };
}

type PendingTriggerView = components['schemas']['PendingTrigger'];

/**
 * Queued triggers (specification, "Pending trigger event"). The payloads are passed on as they came, because parsing would change a number
 * that JavaScript cannot hold.
 */
export function pendingTriggersView(triggers: PendingTrigger[]): PendingTriggerView[] {
  return writtenJson(`[${triggers.map(pendingTriggerText).join(',')}]`);
}

function pendingTriggerText(trigger: PendingTrigger): string {
  const { task_id, task_name, task_prompt, headers } = JSON.parse(trigger.frame) as PendingTriggerView;
  const task = JSON.stringify({ id: trigger.eventId, task_id, task_name, task_prompt, headers });
  const run = JSON.stringify({ run_id: trigger.runId, received_at: trigger.receivedAt.toISOString() });
  return `${task.slice(0, -1)},"payload":${trigger.payloadText},${run.slice(1)}`;
}
