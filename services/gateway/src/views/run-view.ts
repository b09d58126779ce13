import type { ContextBlockRecord, RunRecord } from '@svc/store';

/** A run as its agent sees it: the fields of the specification ("Task run"), and what only runs have whose agent or task asks for it. */
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

/** A run as the client API shows it. */
export function clientRunView(run: RunRecord) {
  return {
    id: run.runId,
    task_id: run.taskId,
    agent_id: run.agentId,
    ...clientRunCourse(run),
  };
}

/** A run that says how far it is, with its task's name. */
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

/** A run with what belongs to it, as the client API shows it. */
export function clientRunDetailsView(run: RunRecord, blocks: readonly ContextBlockRecord[]) {
  return { ...runInProgressView(run), context: blocks.map(contextBlockView) };
}

/** The origin and the result of a run. */
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

/** What is known of a run by leases, retries, time-outs, progress and headers; nothing of any other run. */
function runWatch({ attempt, failureReason, leaseUntil, progress, headers }: RunRecord) {
  return {
    ...(attempt > 1 && { attempt }),
    ...(failureReason !== null && { failure_reason: failureReason }),
    ...(leaseUntil !== null && { lease_expires_at: leaseUntil.toISOString() }),
    ...(headers !== null && { headers }),
    ...(progress !== null && {
      progress: {
        ...(progress.percent !== null && { percent: progress.percent }),
        text: progress.text,
        updated_at: progress.at.toISOString(),
      },
    }),
  };
}

export function contextBlockView(block: ContextBlockRecord) {
  return { id: block.blockId, text: block.text, created_at: block.createdAt.toISOString() };
}
