import { Link } from '@tanstack/react-router';
import type { Task } from '../../api/tasks.ts';
import { Badge } from '../../ui/badge.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RunStatusBadge } from '../runs/run-status-badge.tsx';
import { EnabledSwitch } from './enabled-switch.tsx';
import { RunStrip } from './run-strip.tsx';
import { scheduleWords } from './schedule-words.ts';
import styles from './task-row.module.css';

/** A task in the list: its name, its next run, and the results of its runs. */
export function TaskRow({ task, agentId }: { task: Task; agentId: string }) {
  return (
    <li className={styles.row}>
      <div className={styles.texts}>
        <Link
          to="/agents/$agentId/tasks/$taskId"
          params={{ agentId, taskId: task.id }}
          className={styles.name}
        >
          <OutsideText text={task.name} />
        </Link>
        <span className={styles.schedule}>{scheduleWords(task)}</span>
        <span className={styles.facts}>
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
      <EnabledSwitch task={task} isLabelHidden />
    </li>
  );
}
