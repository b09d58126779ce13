import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CalendarClock, Plus } from 'lucide-react';
import { tasksQuery } from '../../api/tasks.ts';
import type { Task } from '../../api/tasks.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DialogButton } from '../../ui/dialog.tsx';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { ItemList } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RunStatusBadge } from '../runs/run-dialog.tsx';
import { scheduleWords } from './schedule.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { EnabledSwitch, RunStrip } from './task-page.tsx';
import styles from './tasks-page.module.css';

export function TasksPage() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId/tasks' });
  const query = useQuery(tasksQuery(agentId));
  const navigate = useNavigate();
  // Its page shows what there is to copy and to check: the trigger URL, the next runs.
  const toPage = ({ id: taskId }: Task): void =>
    void navigate({ to: '/agents/$agentId/tasks/$taskId', params: { agentId, taskId } });
  const create = (
    <DialogButton
      variant="primary"
      icon={Plus}
      dialog={(onClose) => <TaskDialog {...{ agentId, onClose }} onSaved={toPage} />}
    >
      New task
    </DialogButton>
  );
  return (
    <Page title="Tasks" actions={create}>
      <Waiting query={query} label="Loading the tasks" title="Could not load the tasks." />
      <ItemList
        className="stack gap-3"
        items={query.data?.toReversed()}
        idOf={({ id }) => id}
        none={
          <EmptyState icon={<CalendarClock />} title="No tasks yet">
            A task tells the agent to do something on a schedule, once, or whenever another system calls its
            trigger URL. Create the first one, or let the agent create its own.
          </EmptyState>
        }
      >
        {(task) => <TaskRow task={task} agentId={agentId} />}
      </ItemList>
    </Page>
  );
}

function TaskRow({ task, agentId }: { task: Task; agentId: string }) {
  return (
    <li className={styles.row}>
      <div className="stack gap-2px narrowable">
        <Link
          to="/agents/$agentId/tasks/$taskId"
          params={{ agentId, taskId: task.id }}
          className={classNames('anywhere heavy plain-link', styles.name)}
        >
          <OutsideText text={task.name} />
        </Link>
        <span className="muted small">{scheduleWords(task)}</span>
        <span className="line muted tiny">
          {!task.enabled && <Badge>Off</Badge>}
          {task.last_run_status !== null && <RunStatusBadge status={task.last_run_status} />}
          {task.next_run_at !== null && (
            <span>
              Next <RelativeTime at={task.next_run_at} />
            </span>
          )}
        </span>
      </div>
      <RunStrip taskId={task.id} />
      <EnabledSwitch task={task} />
    </li>
  );
}
