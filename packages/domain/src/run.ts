/**
 * `pending`: it is not known that the agent has it. `running`: delivered, started or first touched.
 * `cancelled`: by its owner, with its task, or as the oldest of too many waiting triggers.
 */
export const RUN_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How an agent may finish a run (specification, "Tasks"). */
export type RunResult = 'completed' | 'failed';

export type RunOrigin = 'schedule' | 'trigger' | 'manual';

/** A finished run takes no context blocks and no other result. */
export function isFinished(status: RunStatus): boolean {
  return status !== 'pending' && status !== 'running';
}

/** Why the service ended an attempt: its lease ended, or it took longer than its task allows. */
export type RunFailureReason = 'lost' | 'timeout';

export const RUN_FAILURE_TEXTS: Readonly<Record<RunFailureReason, string>> = {
  lost: 'The run was lost: its agent was not heard of in time.',
  timeout: 'The run took longer than it may.',
};

export const RUN_CANCELLED_TEXT = 'The run was cancelled.';

export function summaryOrDefault(summary: string | null, result: RunResult): string {
  if (summary !== null && summary.trim() !== '') return summary;
  return result === 'completed' ? 'Completed without a summary.' : 'Failed without a summary.';
}

/** How often a run that was lost or took too long is offered again, and its wait before the first time. */
export interface RetryPolicy {
  max: number;
  backoffSeconds: number;
}

export const RETRY_WAIT_SECONDS_MAX = 21_600;

/** The wait after an attempt, which counts from 1; it doubles each time. `null` if the run has failed. */
export function retryWaitSeconds(policy: RetryPolicy | null, attempt: number): number | null {
  if (policy === null || attempt > policy.max) return null;
  return Math.min(RETRY_WAIT_SECONDS_MAX, policy.backoffSeconds * 2 ** (attempt - 1));
}
