import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { runsInProgressQuery } from '../../api/runs.ts';
import type { RunInProgress } from '../../api/runs.ts';
import { ItemList } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { CancelRun, RunDialog, RunProgress, RunStatusBadge } from '../runs/run-dialog.tsx';
import card from './card-button.module.css';
import styles from './runs-in-progress.module.css';

export function RunsInProgress({
  agentId,
  conversationId,
}: {
  agentId: string;
  conversationId: string | null;
}) {
  const { data } = useQuery(runsInProgressQuery(agentId));
  // The run that is shown may end meanwhile, and its dialog stays.
  const [openId, setOpenId] = useState<string | null>(null);
  const runs = data?.runs.filter((run) => (run.conversation_id ?? data.conversation_id) === conversationId);
  return (
    <>
      <ItemList
        className={styles.list}
        label="Runs in progress"
        items={runs?.toReversed()}
        idOf={({ id }) => id}
      >
        {(run) => <Bubble run={run} onOpen={() => setOpenId(run.id)} />}
      </ItemList>
      {openId !== null && <RunDialog runId={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

function Bubble({ run, onOpen }: { run: RunInProgress; onOpen: () => void }) {
  return (
    <li className={styles.bubble}>
      <Button className={styles.open ?? ''} onPress={onOpen}>
        <span className={card.icon}>
          <ListChecks aria-hidden size={20} />
        </span>
        <span className="grid narrowable grows">
          <span className={card.title}>
            <OutsideText text={run.task_name ?? 'Task'} /> <RunStatusBadge status={run.status} />
          </span>
          {run.progress !== undefined && <RunProgress progress={run.progress} />}
        </span>
      </Button>
      <CancelRun run={run} size="small" />
    </li>
  );
}
