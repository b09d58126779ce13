import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { deleteTask, runTaskNow, taskQuery } from '../../api/tasks.ts';
import type { Task } from '../../api/tasks.ts';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { toast } from '../../ui/toast.tsx';
import { RunDialog } from '../runs/run-dialog.tsx';
import { RunHistory } from './run-history.tsx';
import { scheduleWords, zonedTime } from './schedule-words.ts';
import { TaskDialog } from './task-dialog.tsx';
import styles from './task-page.module.css';
import { EnabledSwitch } from './tasks-page.tsx';
import { TriggerPanel } from './trigger-panel.tsx';

/** One task: what it does and when, its trigger, and the results of its runs. */
export function TaskPage() {
  const { agentId, taskId } = useParams({ from: '/inside/agents/$agentId/tasks/$taskId' });
  const { data: task, error, refetch } = useQuery(taskQuery(taskId));
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NotFoundPage />;
  if (task === undefined) {
    return error === null ? (
      <Loading label="Loading the task" />
    ) : (
      <ErrorNotice error={error} title="Could not load the task." onRetry={() => void refetch()} />
    );
  }
  return <LoadedTask key={task.id} agentId={agentId} task={task} />;
}

function LoadedTask({ agentId, task }: { agentId: string; task: Task }) {
  const [isChanging, setChanging] = useState(false);
  const { run } = useSearch({ from: '/inside/agents/$agentId/tasks/$taskId' });
  const navigate = useNavigate({ from: '/agents/$agentId/tasks/$taskId' });
  const openRun = (runId: string | undefined): void =>
    void navigate({ search: runId === undefined ? {} : { run: runId }, replace: runId === undefined });
  return (
    <Page
      title={task.name}
      description={
        <Link to="/agents/$agentId/tasks" params={{ agentId }}>
          All tasks
        </Link>
      }
      actions={<Actions task={task} agentId={agentId} onChange={() => setChanging(true)} />}
    >
      <Section title="What it does">
        <p className={styles.prompt}>
          <OutsideText text={task.prompt} isProse />
        </p>
        <TaskFacts task={task} />
      </Section>
      {task.trigger_id !== undefined && <TriggerPanel task={task} triggerId={task.trigger_id} />}
      <RunHistory taskId={task.id} onOpen={openRun} />
      {isChanging && <TaskDialog agentId={agentId} task={task} onClose={() => setChanging(false)} />}
      {run !== undefined && <RunDialog runId={run} onClose={() => openRun(undefined)} />}
    </Page>
  );
}

function Actions({ task, agentId, onChange }: { task: Task; agentId: string; onChange: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const running = useMutation({
    mutationFn: () => runTaskNow(task.id),
    onSuccess: () => toast({ tone: 'good', text: 'A run has started. It stands below.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['runs', task.id] }),
  });
  const remove = async (): Promise<void> => {
    await deleteTask(task.id);
    await navigate({ to: '/agents/$agentId/tasks', params: { agentId } });
    await queries.invalidateQueries({ queryKey: ['tasks', agentId] });
    toast({
      tone: 'good',
      text: (
        <>
          <OutsideText text={task.name} /> is deleted.
        </>
      ),
    });
  };
  return (
    <>
      <Button icon={<Pencil aria-hidden size={16} />} onPress={onChange}>
        Change
      </Button>
      <Button icon={<Trash2 aria-hidden size={16} />} onPress={() => setDeleting(true)}>
        Delete
      </Button>
      <Button
        variant="primary"
        icon={<Play aria-hidden size={16} />}
        isPending={running.isPending}
        onPress={() => running.mutate()}
      >
        Run now
      </Button>
      {running.isError && <ErrorNotice error={running.error} title="Could not run the task." />}
      <ConfirmDialog
        title={
          <>
            Delete <OutsideText text={task.name} />?
          </>
        }
        action="Delete task"
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={remove}
      >
        <p>
          Its open runs are cancelled{task.trigger_id !== undefined && ', and its trigger URL stops working'}.
          What its runs wrote into the chat stays.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** When a task runs, and whether it is enabled. */
function TaskFacts({ task }: { task: Task }) {
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
