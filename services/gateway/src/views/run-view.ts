import type { ContextBlockRecord, RunRecord } from '@svc/store';

/** A run as its agent sees it: exactly the fields of the specification ("Task run"). */
export function runView(run: RunRecord) {
  return {
    id: run.runId,
    task_id: run.taskId,
    agent_id: run.agentId,
    status: run.status,
    summary: run.summary,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
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

/** A run with what belongs to it, as the client API shows it. */
export function clientRunDetailsView(run: RunRecord, blocks: readonly ContextBlockRecord[]) {
  return {
    id: run.runId,
    task_id: run.taskId,
    task_name: run.taskName,
    agent_id: run.agentId,
    ...clientRunCourse(run),
    context: blocks.map(contextBlockView),
  };
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
  };
}

export function contextBlockView(block: ContextBlockRecord) {
  return { id: block.blockId, text: block.text, created_at: block.createdAt.toISOString() };
}
