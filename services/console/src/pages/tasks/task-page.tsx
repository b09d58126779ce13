import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { History, Pencil, Play, Trash2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { ApiError, explain } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { changeTask, runsQuery, taskQuery } from '../../api/tasks.ts';
import type { Task, TaskRun } from '../../api/tasks.ts';
import { NotFoundPage } from '../../app/error-pages.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmButton, DialogButton } from '../../ui/dialog.tsx';
import { EmptyState, ErrorNotice, toast, Waiting } from '../../ui/feedback.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { FactList, PagedList } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { duration, WEEK_MS } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { RunDialog, RunStatusBadge } from '../runs/run-dialog.tsx';
import styles from './run-history.module.css';
import { scheduleWords, zonedTime } from './schedule.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

export function TaskPage() {
  const { agentId, taskId } = useParams({ from: '/inside/agents/$agentId/tasks/$taskId' });
  const query = useQuery(taskQuery(taskId));
  const { data: task, error } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NotFoundPage />;
  if (task === undefined)
    return <Waiting query={query} label="Loading the task" title="Could not load the task." />;
  return <LoadedTask key={task.id} agentId={agentId} task={task} />;
}

function LoadedTask({ agentId, task }: { agentId: string; task: Task }) {
  const { run } = useSearch({ from: '/inside/agents/$agentId/tasks/$taskId' });
  const navigate = useNavigate({ from: '/agents/$agentId/tasks/$taskId' });
  const openRun = (runId: string | undefined): void =>
    void navigate({ search: { run: runId }, replace: runId === undefined });
  return (
    <Page
      title={task.name}
      description={
        <Link to="/agents/$agentId/tasks" params={{ agentId }}>
          All tasks
        </Link>
      }
      actions={<Actions task={task} agentId={agentId} />}
    >
      <Section title="Instructions">
        <OutsideText as="p" className="anywhere preserved" text={task.prompt} isProse />
        <TaskFacts task={task} />
      </Section>
      {task.trigger_id !== undefined && <TriggerPanel task={task} triggerId={task.trigger_id} />}
      <RunHistory taskId={task.id} onOpen={openRun} />
      {run !== undefined && <RunDialog runId={run} onClose={() => openRun(undefined)} />}
    </Page>
  );
}

function Actions({ task, agentId }: { task: Task; agentId: string }) {
  const navigate = useNavigate();
  const running = useMutation({
    mutationFn: () => call('post', '/api/client/tasks/{task_id}/run', { path: { task_id: task.id } }),
    meta: { done: 'A run has started.', stale: [['runs', task.id]] },
  });
  const remove = async (): Promise<void> => {
    await call('delete', '/api/client/tasks/{task_id}', { path: { task_id: task.id } });
    await navigate({ to: '/agents/$agentId/tasks', params: { agentId } });
  };
  return (
    <>
      <DialogButton icon={Pencil} dialog={(onClose) => <TaskDialog {...{ agentId, task, onClose }} />}>
        Edit
      </DialogButton>
      <ConfirmButton
        button={{ icon: Trash2, children: 'Delete' }}
        title={said`Delete ${task.name}?`}
        action="Delete task"
        onConfirm={remove}
        done={said`${task.name} is deleted.`}
        stale={[['tasks', agentId]]}
      >
        <p>
          Its open runs are cancelled{task.trigger_id !== undefined && ', and its trigger URL stops working'}.
          What its runs wrote into the chat stays.
        </p>
      </ConfirmButton>
      <Button variant="primary" icon={Play} does={running}>
        Run now
      </Button>
      <ErrorNotice error={running.error} title="Could not run the task." />
    </>
  );
}

function TaskFacts({ task }: { task: Task }) {
  const isCron = task.schedule !== 'once' && task.schedule !== 'event';
  const { next_run_at: next, timeout_seconds: timeout, retry } = task;
  const weekAhead = useNow().getTime() + WEEK_MS;
  return (
    <FactList
      className="small"
      facts={[
        [
          'Runs',
          <span key="schedule" className="line">
            {scheduleWords(task)}
            {isCron && <code className="muted">{task.schedule}</code>}
          </span>,
        ],
        next !== null && [
          'Next',
          Date.parse(next) < weekAhead
            ? said`${<RelativeTime at={next} />}, ${zonedTime(next, task.timezone)}`
            : zonedTime(next, task.timezone),
        ],
        timeout !== undefined && ['Time limit', duration(timeout * 1_000)],
        retry !== undefined && [
          'Retries',
          `${retry.max}, the first after ${duration(retry.backoff_seconds * 1_000)}`,
        ],
        ['Created', <RelativeTime key="at" at={task.created_at} />],
        ['Enabled', <EnabledSwitch key="enabled" task={task} />],
      ]}
    />
  );
}

/** A disabled task runs neither by its schedule nor by its trigger. */
export function EnabledSwitch({ task }: { task: Task }) {
  const change = useMutation({
    mutationFn: (enabled: boolean) => changeTask(task.id, { enabled }),
    onError: (error) => toast({ tone: 'bad', text: explain(error) }),
    meta: { stale: [['tasks']], answers: ['task', task.id] },
  });
  return (
    <SwitchField
      label={`${visibleText(task.name)} is on`}
      isLabelHidden
      isSelected={change.isPending ? change.variables : task.enabled}
      isDisabled={change.isPending}
      onChange={(enabled) => change.mutate(enabled)}
    />
  );
}

function RunHistory({ taskId, onOpen }: { taskId: string; onOpen: (runId: string) => void }) {
  const history = useInfiniteQuery(runsQuery(taskId));
  const runs = history.data?.pages.flat();
  return (
    <Section title="Runs" actions={runs !== undefined && runs.length > 0 && <RunStrip taskId={taskId} />}>
      <PagedList
        className={styles.list}
        pages={history}
        idOf={({ id }) => id}
        loading="Loading the runs"
        none={
          <EmptyState icon={<History />} title="No runs yet">
            Run the task now to see its first result.
          </EmptyState>
        }
        more="Show older runs"
      >
        {(run) => <RunRow run={run} onOpen={onOpen} />}
      </PagedList>
    </Section>
  );
}

function withoutSummary({ progress, finished_at: finishedAt, failure_reason: reason }: TaskRun): string {
  if (progress !== undefined)
    return progress.percent === undefined ? progress.text : `${progress.percent}%: ${progress.text}`;
  if (reason !== undefined) return reason === 'lost' ? 'The agent stopped responding' : 'Took too long';
  return finishedAt === null ? 'Not finished' : 'No summary';
}

function RunRow({ run, onOpen }: { run: TaskRun; onOpen: (runId: string) => void }) {
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
