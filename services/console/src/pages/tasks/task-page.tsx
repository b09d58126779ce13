import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Pencil, Play, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { taskQuery } from '../../api/tasks.ts';
import type { Task } from '../../api/tasks.ts';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { FactList } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import { RunDialog } from '../runs/run-dialog.tsx';
import { RunHistory } from './run-history.tsx';
import { scheduleWords, zonedTime } from './schedule-words.ts';
import { TaskDialog } from './task-dialog.tsx';
import { EnabledSwitch } from './tasks-page.tsx';
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
      <Section title="Instructions">
        <OutsideText as="p" className="anywhere preserved" text={task.prompt} isProse />
        <TaskFacts task={task} />
      </Section>
      {task.trigger_id !== undefined && (
        <TriggerPanel agentId={agentId} task={task} triggerId={task.trigger_id} />
      )}
      <RunHistory taskId={task.id} onOpen={openRun} />
      {isChanging && <TaskDialog agentId={agentId} task={task} onClose={() => setChanging(false)} />}
      {run !== undefined && <RunDialog runId={run} onClose={() => openRun(undefined)} />}
    </Page>
  );
}

function Actions({ task, agentId, onChange }: { task: Task; agentId: string; onChange: () => void }) {
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
      <Button icon={<Pencil aria-hidden size={16} />} onPress={onChange}>
        Edit
      </Button>
      <ConfirmButton
        button={{ icon: <Trash2 aria-hidden size={16} />, children: 'Delete' }}
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
      <Button
        variant="primary"
        icon={<Play aria-hidden size={16} />}
        isPending={running.isPending}
        onPress={() => running.mutate()}
      >
        Run now
      </Button>
      <ErrorNotice error={running.error} title="Could not run the task." />
    </>
  );
}

function TaskFacts({ task }: { task: Task }) {
  const isCron = task.schedule !== 'once' && task.schedule !== 'event';
  const { next_run_at: next, timeout_seconds: timeout, retry } = task;
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
          <Fragment key="next">
            <RelativeTime at={next} />, {zonedTime(next, task.timezone)}
          </Fragment>,
        ],
        timeout !== undefined && ['Time limit', duration(timeout * 1_000)],
        retry !== undefined && [
          'Retries',
          `${retry.max}, the first after ${duration(retry.backoff_seconds * 1_000)}`,
        ],
        ['Created', <RelativeTime key="at" at={task.created_at} />],
        ['State', <EnabledSwitch key="state" task={task} />],
      ]}
    />
  );
}
