/**
 * `pending`: created by the service, and it is not known that the agent has it. `running`: delivered, started or first touched.
 * `cancelled`: before the run was finished, its owner cancelled it, its task was deleted, or it was the oldest of too many waiting triggers.
 */
export const RUN_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How an agent may finish a run (specification, "Tasks"). */
export const RUN_RESULTS = ['completed', 'failed'] as const;
export type RunResult = (typeof RUN_RESULTS)[number];

/** What created a run: an occurrence of the schedule, a call of the trigger, or the owner by hand. */
export const RUN_ORIGINS = ['schedule', 'trigger', 'manual'] as const;
export type RunOrigin = (typeof RUN_ORIGINS)[number];

/** A finished run takes no context blocks and no other result. */
export function isFinished(status: RunStatus): boolean {
  return status !== 'pending' && status !== 'running';
}

/** Why the service ended a run, or an attempt of it: its lease ended, or it took longer than its task allows. */
export const RUN_FAILURE_REASONS = ['lost', 'timeout'] as const;
export type RunFailureReason = (typeof RUN_FAILURE_REASONS)[number];

/** The text of the bubble of a run that the service ended. */
export const RUN_FAILURE_TEXTS: Readonly<Record<RunFailureReason, string>> = {
  lost: 'The run was lost: its agent was not heard of in time.',
  timeout: 'The run took longer than it may.',
};

/** The text of the bubble of a run that its owner has cancelled. */
export const RUN_CANCELLED_TEXT = 'The run was cancelled.';

/** The text of the run's bubble in the chat if the agent gave no summary. */
export function summaryOrDefault(summary: string | null, result: RunResult): string {
  if (summary !== null && summary.trim() !== '') return summary;
  return result === 'completed' ? 'Completed without a summary.' : 'Failed without a summary.';
}

/** How often a run that was lost or took too long is offered again, and how long it waits before the first time. */
export interface RetryPolicy {
  max: number;
  backoffSeconds: number;
}

/** The longest wait before a run is offered again, in seconds. */
export const RETRY_WAIT_SECONDS_MAX = 21_600;

/**
 * What follows the end of a run's attempt, which counts from 1: how long the run waits before it is offered again, in seconds, or `null` if it has failed. The
 * wait doubles from attempt to attempt.
 */
export function retryWaitSeconds(policy: RetryPolicy | null, attempt: number): number | null {
  if (policy === null || attempt > policy.max) return null;
  return Math.min(RETRY_WAIT_SECONDS_MAX, policy.backoffSeconds * 2 ** (attempt - 1));
}
