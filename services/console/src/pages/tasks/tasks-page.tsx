import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CalendarClock, Plus } from 'lucide-react';
import { useState } from 'react';
import { tasksQuery } from '../../api/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Contained } from '../../ui/contained.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskRow } from './task-row.tsx';
import styles from './tasks-page.module.css';

/** An agent's tasks: those on a schedule, those that run once, and those that run when somebody calls. */
export function TasksPage() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId/tasks' });
  const { data: tasks, error, refetch } = useQuery(tasksQuery(agentId));
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setCreating(true)}>
      New task
    </Button>
  );
  return (
    <Page title="Tasks" actions={create}>
      {tasks === undefined && error === null && <Loading label="Loading the tasks" />}
      {error !== null && (
        <ErrorNotice error={error} title="Could not load the tasks." onRetry={() => void refetch()} />
      )}
      {tasks?.length === 0 && (
        <EmptyState icon={<CalendarClock />} title="No tasks yet">
          A task tells the agent to do something by the clock, once, or whenever another system calls its
          trigger URL. Make the first one, or let the agent make its own.
        </EmptyState>
      )}
      {tasks !== undefined && tasks.length > 0 && (
        <ul className={styles.list}>
          {tasks.map((task) => (
            <Contained key={task.id} isItem>
              <TaskRow task={task} agentId={agentId} />
            </Contained>
          ))}
        </ul>
      )}
      {isCreating && <TaskDialog agentId={agentId} onClose={() => setCreating(false)} />}
    </Page>
  );
}
