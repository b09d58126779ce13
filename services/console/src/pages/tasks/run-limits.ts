import type { NewTask, Task } from '../../api/tasks.ts';

/** The time and the retries of a task's runs as the form holds them: numbers as they are typed, empty for none. */
export interface LimitsDraft {
  timeoutSeconds: string;
  retries: string;
  backoffSeconds: string;
}

const BACKOFF_SECONDS_AT_FIRST = '30';

export function limitsDraftOf(task: Task | undefined): LimitsDraft {
  const { timeout_seconds: timeout, retry } = task ?? {};
  return {
    timeoutSeconds: timeout === undefined ? '' : String(timeout),
    retries: retry === undefined ? '' : String(retry.max),
    backoffSeconds: retry === undefined ? BACKOFF_SECONDS_AT_FIRST : String(retry.backoff_seconds),
  };
}

/** The fields of a task that the draft describes. Of a new task nothing is said that was left empty. */
export function limitsOf(
  draft: LimitsDraft,
  task: Task | undefined,
): Pick<NewTask, 'timeout_seconds' | 'retry'> {
  const timeout = draft.timeoutSeconds.trim();
  const retries = draft.retries.trim();
  const nothing = task === undefined ? undefined : null;
  const limits = {
    timeout_seconds: timeout === '' ? nothing : numberOf(timeout),
    retry:
      retries === ''
        ? nothing
        : { max: numberOf(retries), backoff_seconds: numberOf(draft.backoffSeconds.trim()) },
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}

/** What is no number is sent as one that the service refuses at its field. */
function numberOf(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : -1;
}
