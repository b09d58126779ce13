import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { runsQuery } from '../../api/tasks.ts';
import type { TaskRun } from '../../api/tasks.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { RunStatusBadge } from '../runs/run-dialog.tsx';
import styles from './run-history.module.css';

export function RunHistory({ taskId, onOpen }: { taskId: string; onOpen: (runId: string) => void }) {
  const history = useInfiniteQuery(runsQuery(taskId));
  const runs = history.data?.pages.flat();
  return (
    <Section title="Runs" actions={runs !== undefined && runs.length > 0 && <RunStrip taskId={taskId} />}>
      <Waiting query={history} label="Loading the runs" />
      <ItemList
        className={styles.list}
        items={runs}
        idOf={({ id }) => id}
        none={
          <EmptyState icon={<History />} title="No runs yet">
            Run the task now to see its first result.
          </EmptyState>
        }
      >
        {(run) => <Row run={run} onOpen={onOpen} />}
      </ItemList>
      <LoadMore pages={history} label="Show older runs" />
    </Section>
  );
}

function withoutSummary({ progress, finished_at: finishedAt, failure_reason: reason }: TaskRun): string {
  if (progress !== undefined)
    return progress.percent === undefined ? progress.text : `${progress.percent}%: ${progress.text}`;
  if (reason !== undefined) return reason === 'lost' ? 'The agent stopped responding' : 'Took too long';
  return finishedAt === null ? 'Not finished' : 'No summary';
}

function Row({ run, onOpen }: { run: TaskRun; onOpen: (runId: string) => void }) {
  const { started_at: startedAt, finished_at: finishedAt } = run;
  return (
    <li>
      <AriaButton className={styles.row} onPress={() => onOpen(run.id)}>
        <RunStatusBadge status={run.status} />
        <OutsideText
          as="span"
          className={styles.summary}
          text={run.summary === null ? withoutSummary(run) : plainLine(run.summary)}
          isProse
        />
        <span className="muted tiny">
          {finishedAt !== null && duration(Date.parse(finishedAt) - Date.parse(startedAt))}
        </span>
        <RelativeTime at={startedAt} className="muted tiny" />
      </AriaButton>
    </li>
  );
}

const SHOWN_MAX = 20;

/** The statuses of a task's newest runs as a strip: the oldest left, the newest right. */
export function RunStrip({ taskId }: { taskId: string }) {
  const { data } = useInfiniteQuery(runsQuery(taskId));
  const runs = (data?.pages[0] ?? []).slice(0, SHOWN_MAX).reverse();
  if (runs.length === 0) return <span className="muted tiny">{data && 'No runs yet'}</span>;
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
