import { CallError } from '../errors.js';
import type { Calls } from '../http/calls.js';
import { sendMessage } from '../messages/outgoing-message.js';
import { isOver } from './run-lease.js';

/** A summary may have so many characters (code points). */
const SUMMARY_LENGTH_MAX = 1_000;
/** A message may have so many. */
const TEXT_LENGTH_MAX = 32_768;

export type RunEnd = { status: 'completed' | 'failed'; summary: string };

/** A longer text is sent as a report first. @returns `false` if it had ended otherwise, as by its person. */
export async function endRun(
  calls: Calls,
  { runId, taskName }: { runId: string; taskName: string },
  { status, summary }: RunEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const characters = [...summary];
  const isLong = characters.length > SUMMARY_LENGTH_MAX;
  if (isLong) await sendWhole(calls, { runId, taskName }, { summary, signal });
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

async function sendWhole(
  calls: Calls,
  { runId, taskName }: { runId: string; taskName: string },
  { summary, signal }: { summary: string; signal: AbortSignal },
): Promise<void> {
  const report = { title: [...taskName].slice(0, 200).join('') };
  const text = summary.length > TEXT_LENGTH_MAX ? `${summary.slice(0, TEXT_LENGTH_MAX - 1)}…` : summary;
  try {
    await sendMessage(calls, { text, report }, { runId, signal });
  } catch (error) {
    // The end of the run matters more than its report.
    if (!(error instanceof CallError)) throw error;
  }
}
