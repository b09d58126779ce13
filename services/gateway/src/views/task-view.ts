import { writtenJson } from '@svc/http-contract';
import type { components } from '@svc/http-contract';
import type {
  DueTask,
  PendingTrigger,
  TaskRecord,
  TaskSender,
  ContextBlockRecord,
  ListedRuns,
  RunContents,
  RunRecord,
} from '@svc/store';

/** Only users see who may call the trigger. */
export function clientTaskView(task: TaskRecord) {
  return { ...taskView(task), ...(task.sender !== null && { sender: senderView(task.sender) }) };
}

function senderView({ scheme, header, deliveryIdHeader, secrets, formerUntil, setAt, refused }: TaskSender) {
  return {
    ...{ scheme, header, delivery_id_header: deliveryIdHeader, secrets },
    former_secrets_until: formerUntil?.toISOString() ?? null,
    set_at: setAt.toISOString(),
    refused: refused && {
      count: refused.count,
      last_at: refused.lastAt.toISOString(),
      last_reason: refused.lastReason,
    },
  };
}

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

/** Specification, "tasks/due". */
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

/** Specification, "Pending trigger event". Parsing would change a number that JavaScript cannot hold. */
export function pendingTriggersView(triggers: PendingTrigger[]): PendingTriggerView[] {
  return writtenJson(`[${triggers.map(pendingTriggerText).join(',')}]`);
}

function pendingTriggerText(trigger: PendingTrigger): string {
  const { task_id, task_name, task_prompt, headers } = JSON.parse(trigger.frame) as PendingTriggerView;
  const task = JSON.stringify({ id: trigger.eventId, task_id, task_name, task_prompt, headers });
  const run = JSON.stringify({ run_id: trigger.runId, received_at: trigger.receivedAt.toISOString() });
  return `${task.slice(0, -1)},"payload":${trigger.payloadText},${run.slice(1)}`;
}

/** The fields of the specification ("Task run"), and what only some runs have. */
export function runView(run: RunRecord) {
  return {
    id: run.runId,
    task_id: run.taskId,
    agent_id: run.agentId,
    status: run.status,
    summary: run.summary,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    ...runWatch(run),
  };
}

/** @param contents of the first runs; the others are left to the next page. `null`: it is not shown. */
export function runPageView(
  { runs, nextCursor }: ListedRuns,
  contents: readonly RunContents[] | null,
): components['schemas']['RunPage'] {
  if (contents === null) return { runs: runs.map(runView), next_cursor: nextCursor };
  const shown = runs.slice(0, contents.length);
  const next = shown.length < runs.length ? shown.at(-1)?.runId : nextCursor;
  const texts = shown.map((run, index) => openRunText(run, contents[index]));
  return writtenJson(`{"runs":[${texts.join(',')}],"next_cursor":${JSON.stringify(next)}}`);
}

/** Parsing a payload would change a number that JavaScript cannot hold. */
function openRunText(run: RunRecord, contents: RunContents | undefined): string {
  const text = JSON.stringify({ ...runView(run), prompt: contents?.prompt ?? '' });
  const payload = contents?.payloadText ?? null;
  return payload === null ? text : `${text.slice(0, -1)},"payload":${payload}}`;
}

export function clientRunView(run: RunRecord) {
  return {
    id: run.runId,
    task_id: run.taskId,
    agent_id: run.agentId,
    ...clientRunCourse(run),
  };
}

/** With its task's name. */
export function runInProgressView(run: RunRecord) {
  return {
    id: run.runId,
    task_id: run.taskId,
    task_name: run.taskName,
    agent_id: run.agentId,
    ...(run.conversationId !== null && { conversation_id: run.conversationId }),
    ...clientRunCourse(run),
  };
}

export function clientRunDetailsView(run: RunRecord, blocks: readonly ContextBlockRecord[]) {
  return { ...runInProgressView(run), event_id: run.eventId, context: blocks.map(contextBlockView) };
}

function clientRunCourse(run: RunRecord) {
  return {
    origin: run.origin,
    scheduled_for: run.scheduledFor?.toISOString() ?? null,
    status: run.status,
    summary: run.summary,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    ...runWatch(run),
  };
}

/** Of leases, retries, time-outs, progress and headers; nothing of runs without them. */
function runWatch({ attempt, failureReason, leaseUntil, headers, ...run }: RunRecord) {
  const { progressPercent: percent, progressText: text, progressAt } = run;
  return {
    ...(attempt > 1 && { attempt }),
    ...(failureReason !== null && { failure_reason: failureReason }),
    ...(leaseUntil !== null && { lease_expires_at: leaseUntil.toISOString() }),
    ...(headers !== null && { headers }),
    ...(text !== null &&
      progressAt !== null && {
        progress: { ...(percent !== null && { percent }), text, updated_at: progressAt.toISOString() },
      }),
  };
}

export function contextBlockView(block: ContextBlockRecord) {
  return { id: block.blockId, text: block.text, created_at: block.createdAt.toISOString() };
}
