import { useQueryClient } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { cancelRun } from '../../api/runs.ts';
import type { RunInProgress } from '../../api/runs.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

export interface CancelRunProps {
  run: Pick<RunInProgress, 'id' | 'finished_at'>;
  /** Default: `normal`. */
  size?: 'small' | 'normal';
}

/** Ends a run that goes on, after one question. */
export function CancelRun({ run, size = 'normal' }: CancelRunProps) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const cancel = async (): Promise<void> => {
    try {
      await cancelRun(run.id);
      toast({ tone: 'good', text: 'The run is cancelled.' });
    } finally {
      // Where it was refused, the agent has finished it meanwhile.
      await queries.invalidateQueries({ queryKey: ['run', run.id] });
      await queries.invalidateQueries({ queryKey: ['runs'] });
      await queries.invalidateQueries({ queryKey: ['runs-in-progress'] });
    }
  };
  const isOpen = run.finished_at === null;
  return (
    <>
      {isOpen && (
        <div>
          <Button
            variant={size === 'small' ? 'secondary' : 'danger'}
            size={size}
            icon={<CircleStop aria-hidden size={16} />}
            onPress={() => setAsking(true)}
          >
            Cancel run
          </Button>
        </div>
      )}
      <ConfirmDialog
        title="Cancel this run?"
        action="Cancel run"
        refusal="Let it go on"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={cancel}
      >
        <p>
          Its scratchpad is deleted, and the agent can neither go on with it nor complete it. This cannot be
          undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
