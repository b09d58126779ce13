import { viewOf, writtenJson } from '@svc/http-contract';
import type { components } from '@svc/http-contract';
import type {
  PendingTrigger,
  TaskRecord,
  ContextBlockRecord,
  ListedRuns,
  RunContents,
  RunRecord,
} from '@svc/store';

/** Only users see who may call the trigger. */
export function clientTaskView(task: TaskRecord) {
  const { sender } = task;
  const shown = sender && { ...sender, formerSecretsUntil: sender.formerUntil };
  return viewOf('Task', { ...viewedTask(task), sender: shown });
}

export function taskView(task: TaskRecord) {
  return viewOf('Task', { ...viewedTask(task), sender: null });
}

function viewedTask({ taskId: id, triggerHeaders, ...task }: TaskRecord) {
  return { ...task, id, triggerHeaders: triggerHeaders.length > 0 ? triggerHeaders : null };
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
  return viewOf('TaskRun', viewedRun(run));
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
  return viewOf('ClientRun', viewedRun(run));
}

/** With its task's name. */
export function runInProgressView(run: RunRecord) {
  return viewOf('RunInProgress', viewedRun(run));
}

export function clientRunDetailsView(run: RunRecord, blocks: readonly ContextBlockRecord[]) {
  return viewOf('ClientRunDetails', { ...viewedRun(run), context: blocks.map(viewedBlock) });
}

/** Of attempts, leases and progress nothing of runs without them. */
function viewedRun({ runId: id, attempt, leaseUntil, ...run }: RunRecord) {
  const { progressPercent: percent, progressText: text, progressAt: updatedAt } = run;
  return {
    ...{ ...run, id, attempt: attempt > 1 ? attempt : null, leaseExpiresAt: leaseUntil },
    progress: text === null || updatedAt === null ? null : { percent, text, updatedAt },
  };
}

export function contextBlockView(block: ContextBlockRecord) {
  return viewOf('ContextBlock', viewedBlock(block));
}

function viewedBlock({ blockId: id, text, createdAt }: ContextBlockRecord) {
  return { id, text, createdAt };
}
