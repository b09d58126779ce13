import { useQuery } from '@tanstack/react-query';
import { ChevronRight, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Message } from '../../api/conversations.ts';
import { runQuery } from '../../api/runs.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import styles from '../chat/card-button.module.css';
import { RunDialog, RunStatusBadge } from './run-dialog.tsx';

interface RunBubbleProps {
  runId: string;
  /** The message that tells of the run's end, or `null` if this message only belongs to the run. */
  message: Message | null;
}

export function RunBubble({ runId, message }: RunBubbleProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: run } = useQuery(runQuery(runId));
  const name = run?.task_name ?? message?.report_title ?? 'Task';
  return (
    <>
      <Button className={styles.card} onPress={() => setOpen(true)}>
        <span className={styles.icon}>
          <ListChecks aria-hidden size={20} />
        </span>
        <span className="grid narrowable grows">
          <span className={styles.title}>
            <OutsideText text={name} /> {run !== undefined && <RunStatusBadge status={run.status} />}
          </span>
          <OutsideText
            as="span"
            className={styles.detail}
            text={plainLine(message?.text ?? '') || 'Open the run'}
            isProse
          />
        </span>
        <ChevronRight aria-hidden size={18} className="muted rigid" />
      </Button>
      {isOpen && <RunDialog runId={runId} onClose={() => setOpen(false)} />}
    </>
  );
}
