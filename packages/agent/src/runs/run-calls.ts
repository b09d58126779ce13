import type { TaskDueEvent, TaskRun, TaskTriggerEvent } from '../contract.js';
import { CallError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import { sendMessage } from '../messages/outgoing-message.js';

export interface RunOffer {
  runId: string;
  taskId: string;
  taskName: string;
  prompt: string;
  schedule: string | null;
  payload: Record<string, unknown> | null;
  /** `null` if the agent began the run itself. */
  event: TaskDueEvent | TaskTriggerEvent | null;
}

/** A summary may have so many characters (code points). */
const SUMMARY_LENGTH_MAX = 1_000;
/** A message may have so many. */
const TEXT_LENGTH_MAX = 32_768;

export type RunEnd = { status: 'completed' | 'failed'; summary: string };

export function offerOf(event: TaskDueEvent | TaskTriggerEvent): RunOffer {
  return {
    ...{ runId: event.run_id, taskId: event.task_id, taskName: event.task_name, prompt: event.task_prompt },
    schedule: event.type === 'task_due' ? event.schedule : null,
    payload: event.type === 'task_trigger' ? event.payload : null,
    event,
  };
}

/** For as long as the service cannot be reached. */
export function readRun(calls: Calls, runId: string, signal?: AbortSignal): Promise<TaskRun> {
  return calls.call<TaskRun>({
    ...{ method: 'GET', path: `/api/agent/tasks/runs/${runId}`, signal, retryMsMax: Infinity },
  });
}

/** The run has ended, or is another attempt's. */
export function isOver(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 409 || error.status === 404);
}

export async function beginRun(calls: Calls, taskId: string): Promise<RunOffer> {
  const { run_id: runId } = await calls.call<{ run_id: string }>({
    ...{ method: 'POST', path: `/api/agent/tasks/${taskId}/run/start` },
  });
  const { name: taskName, prompt } = await calls.call<{ name: string; prompt: string }>({
    ...{ method: 'GET', path: `/api/agent/tasks/${taskId}` },
  });
  return { runId, taskId, taskName, prompt, schedule: null, payload: null, event: null };
}

/** A longer text is sent as a report first. @returns `false` if it had ended otherwise, as by its person. */
export async function endRun(
  calls: Calls,
  { runId, taskName }: Pick<RunOffer, 'runId' | 'taskName'>,
  { status, summary }: RunEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const characters = [...summary];
  const isLong = characters.length > SUMMARY_LENGTH_MAX;
  if (isLong) {
    const report = { title: [...taskName].slice(0, 200).join('') };
    const text = summary.length > TEXT_LENGTH_MAX ? `${summary.slice(0, TEXT_LENGTH_MAX - 1)}…` : summary;
    await sendMessage(calls, { text, report }, { runId, signal }).catch((error: unknown) => {
      // The end of the run matters more than its report.
      if (!(error instanceof CallError)) throw error;
    });
  }
  const short = isLong ? `${characters.slice(0, SUMMARY_LENGTH_MAX - 1).join('')}…` : summary;
  const body = { status, ...(short.trim() === '' ? {} : { summary: short }) };
  try {
    const path = `/api/agent/tasks/runs/${runId}/complete`;
    await calls.call({ method: 'POST', path, body, signal, retryMsMax: Infinity });
    return true;
  } catch (error) {
    if (isOver(error)) return false;
    throw error;
  }
}
