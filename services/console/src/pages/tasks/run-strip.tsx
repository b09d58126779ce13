import { useInfiniteQuery } from '@tanstack/react-query';
import { runsQuery } from '../../api/tasks.ts';
import type { TaskRun } from '../../api/tasks.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './run-strip.module.css';

const SHOWN_MAX = 20;

/** The statuses of a task's newest runs as a strip: the oldest left, the newest right. */
export function RunStrip({ taskId }: { taskId: string }) {
  const { data } = useInfiniteQuery(runsQuery(taskId));
  const runs = (data?.pages[0] ?? []).slice(0, SHOWN_MAX).reverse();
  if (runs.length === 0) return <span className={styles.none}>{data && 'No runs yet'}</span>;
  return (
    <span className={styles.strip} role="img" aria-label={inWords(runs)} title={inWords(runs)}>
      {runs.map((run) => (
        <span key={run.id} className={classNames(styles.bar, styles[run.status])} />
      ))}
    </span>
  );
}

function inWords(runs: readonly TaskRun[]): string {
  const counts = new Map<string, number>();
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`);
  return `The last ${runs.length === 1 ? 'run' : `${runs.length} runs`}: ${parts.join(', ')}`;
}
