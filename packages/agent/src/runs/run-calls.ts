import type { TaskDueEvent, TaskRun } from '../contract.js';
import { CallError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import { sendMessage } from '../messages/outgoing-message.js';

/** The event that brought a run, or what takes its place. */
export interface RunOffer extends Pick<TaskDueEvent, 'run_id' | 'task_id' | 'task_name' | 'task_prompt'> {
  schedule?: string;
  payload?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The agent began the run itself. */
  isBegunHere?: true;
}

/** A summary may have so many characters (code points). */
const SUMMARY_LENGTH_MAX = 1_000;
/** A message may have so many. */
const TEXT_LENGTH_MAX = 32_768;

export type RunEnd = { status: 'completed' | 'failed'; summary: string };

/** For as long as the service cannot be reached. */
export function readRun(calls: Calls, runId: string, signal?: AbortSignal): Promise<TaskRun> {
  const path = `/api/agent/tasks/runs/${runId}`;
  return calls.call<TaskRun>({ method: 'GET', path, signal, retryMsMax: Infinity });
}

/** The run has ended, or is another attempt's. */
export function isOver(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 409 || error.status === 404);
}

export async function beginRun(calls: Calls, taskId: string): Promise<RunOffer> {
  const path = `/api/agent/tasks/${taskId}`;
  const { run_id } = await calls.call<{ run_id: string }>({ method: 'POST', path: `${path}/run/start` });
  const { name, prompt } = await calls.call<{ name: string; prompt: string }>({ method: 'GET', path });
  return { run_id, task_id: taskId, task_name: name, task_prompt: prompt, isBegunHere: true };
}

/** A longer text is sent as a report first. @returns `false` if it had ended otherwise, as by its person. */
export async function endRun(
  calls: Calls,
  { run_id: runId, task_name: taskName }: RunOffer,
  { status, summary }: RunEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const short = cut(summary, SUMMARY_LENGTH_MAX);
  if (short !== summary) {
    const report = { title: [...taskName].slice(0, 200).join('') };
    const text = cut(summary, TEXT_LENGTH_MAX);
    await sendMessage(calls, { text, report }, { runId, signal }).catch((error: unknown) => {
      // The end of the run matters more than its report.
      if (!(error instanceof CallError)) throw error;
    });
  }
  const body = { status, summary: short.trim() === '' ? undefined : short };
  try {
    const path = `/api/agent/tasks/runs/${runId}/complete`;
    await calls.call({ method: 'POST', path, body, signal, retryMsMax: Infinity });
    return true;
  } catch (error) {
    if (isOver(error)) return false;
    throw error;
  }
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
