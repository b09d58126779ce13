import type { Task } from '../../api/tasks.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { scheduleWords, zonedTime } from './schedule-words.ts';
import styles from './task-facts.module.css';

/** When a task runs, and whether it is enabled. */
export function TaskFacts({ task }: { task: Task }) {
  const isCron = task.schedule !== 'once' && task.schedule !== 'event';
  return (
    <dl className={styles.facts}>
      <dt>Runs</dt>
      <dd>
        {scheduleWords(task)}
        {isCron && <code className={styles.expression}>{task.schedule}</code>}
      </dd>
      {task.next_run_at !== null && (
        <>
          <dt>Next</dt>
          <dd>
            <RelativeTime at={task.next_run_at} />, {zonedTime(task.next_run_at, task.timezone)}
          </dd>
        </>
      )}
      {task.timeout_seconds !== undefined && (
        <>
          <dt>Time of a run</dt>
          <dd>{duration(task.timeout_seconds * 1_000)}</dd>
        </>
      )}
      {task.retry !== undefined && (
        <>
          <dt>Retries</dt>
          <dd>
            {task.retry.max}, the first after {duration(task.retry.backoff_seconds * 1_000)}
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <RelativeTime at={task.created_at} />
      </dd>
      <dt>State</dt>
      <dd>
        <EnabledSwitch task={task} />
      </dd>
    </dl>
  );
}
