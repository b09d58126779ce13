import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { redeliverFailed } from '../../api/events.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { toast } from '../../ui/toast.ts';

const HOUR_MS = 3_600_000;
const PERIODS = [
  { id: 'hour', label: 'Of the last hour', lengthMs: HOUR_MS },
  { id: 'day', label: 'Of the last day', lengthMs: 24 * HOUR_MS },
  { id: 'week', label: 'Of the last week', lengthMs: 7 * 24 * HOUR_MS },
  { id: 'ever', label: 'All there are', lengthMs: Infinity },
] as const;

type Period = (typeof PERIODS)[number]['id'];

/** Sends the events that failed since a time again, when the cause is mended. */
export function RedeliverFailed({ agentId }: { agentId: string }) {
  const [isOpen, setOpen] = useState(false);
  const [period, setPeriod] = useState<Period>('day');
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => redeliverFailed(agentId, startOf(period)),
    onSuccess: ({ redelivered, more }) => {
      setOpen(false);
      const rest = more ? ' There are more: do it again when these have arrived.' : '';
      toast({ tone: redelivered === 0 ? 'neutral' : 'good', text: `${spoken(redelivered)}${rest}` });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['events'] }),
  });
  return (
    <>
      <Button icon={<RotateCcw aria-hidden size={16} />} onPress={() => setOpen(true)}>
        Redeliver failed
      </Button>
      <Dialog
        title="Deliver failed events again"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" isPending={again.isPending} onPress={() => again.mutate()}>
              Deliver again
            </Button>
          </>
        }
      >
        <SelectField label="Which" options={PERIODS} value={period} onChange={setPeriod} />
        <p>
          They are sent the oldest first, each under the event id that it had, so the agent can tell what it
          has already seen.
        </p>
        {again.isError && <ErrorNotice error={again.error} />}
      </Dialog>
    </>
  );
}

function startOf(period: Period): Date {
  const lengthMs = PERIODS.find(({ id }) => id === period)?.lengthMs ?? Infinity;
  return new Date(Math.max(0, Date.now() - lengthMs));
}

function spoken(count: number): string {
  if (count === 0) return 'Nothing has failed in that time.';
  return `${count} ${count === 1 ? 'event is' : 'events are'} on the way again.`;
}
