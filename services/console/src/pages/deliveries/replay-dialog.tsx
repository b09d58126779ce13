import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { replayCountQuery } from '../../api/events.ts';
import type { ReplayFilter } from '../../api/events.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { Field, SelectField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { filterOf, FIRST_DRAFT, OWN_PERIOD, PERIODS, RATES, STATES, TYPES } from './replay-draft.ts';
import type { ReplayDraft } from './replay-draft.ts';
import { countWords } from './replay-words.ts';

export function SendAgain({ agentId }: { agentId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<RotateCcw aria-hidden size={16} />} onPress={() => setOpen(true)}>
        Send again
      </Button>
      {/* Made anew each time, so that its times are of the moment when it opens. */}
      {isOpen && <ReplayDialog agentId={agentId} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReplayDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [openedAt] = useState(() => new Date());
  const [draft, setDraft] = useState<ReplayDraft>(FIRST_DRAFT);
  const change = (changed: Partial<ReplayDraft>): void => setDraft({ ...draft, ...changed });
  const { filter, errors } = filterOf(draft, openedAt);
  const starting = useMutation({
    mutationFn: async () => {
      if (filter === null) return;
      const body = { ...filter, rate_per_second: Number(draft.rate) };
      await call('post', '/api/client/agents/{agent_id}/replays', { path: { agent_id: agentId }, body });
    },
    onSuccess: onClose,
    meta: { done: 'Sending the events again. The progress is shown below.', stale: [['events', agentId]] },
  });
  return (
    <FormDialog
      title="Send events again"
      action="Send again"
      sending={starting}
      isDisabled={filter === null}
      onClose={onClose}
      onSubmit={() => starting.mutate()}
    >
      <div className="columns">
        <SelectField
          label="Events"
          options={STATES}
          value={draft.state}
          onChange={(state) => change({ state })}
        />
        <SelectField label="Type" options={TYPES} value={draft.type} onChange={(type) => change({ type })} />
        <SelectField
          label="Created"
          options={PERIODS}
          value={draft.period}
          onChange={(period) => change({ period })}
        />
        <SelectField label="Rate" options={RATES} value={draft.rate} onChange={(rate) => change({ rate })} />
      </div>
      {draft.period === OWN_PERIOD && (
        <>
          <Field
            label="From (your time)"
            type="datetime-local"
            isRequired
            value={draft.from}
            onChange={(from) => change({ from })}
            error={errors.from ?? fieldError(starting.error, 'from')}
          />
          <Field
            label="To (your time)"
            type="datetime-local"
            hint="Leave empty to use the current time."
            value={draft.to}
            onChange={(to) => change({ to })}
            error={errors.to ?? fieldError(starting.error, 'to')}
          />
        </>
      )}
      {filter !== null && <Count {...{ agentId, filter }} rate={Number(draft.rate)} />}
      <p className="muted small">
        They are sent oldest first, each with its original event id, so that the agent can recognize what it
        has already seen. New events do not wait for them.
      </p>
    </FormDialog>
  );
}

function Count({ agentId, filter, rate }: { agentId: string; filter: ReplayFilter; rate: number }) {
  const counted = useQuery(replayCountQuery(agentId, filter));
  if (counted.isError) return <ErrorNotice error={counted.error} title="The events could not be counted." />;
  return (
    <p role="status" className="strong">
      {counted.data === undefined ? 'Counting …' : countWords(counted.data, rate)}
    </p>
  );
}
