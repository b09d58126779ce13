import { useMutation, useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { isOpen, replayCountQuery, replaysQuery } from '../../api/events.ts';
import type { EventFilter, EventState, Replay, ReplayFilter } from '../../api/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { ErrorNotice, ProgressLine } from '../../ui/feedback.tsx';
import { Field, FilterField, SelectField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { ItemList, Row, RowNote } from '../../ui/lists.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useAgent } from '../agents/agent-layout.tsx';
import { AgentHealth } from './agent-health.tsx';
import { EventLog } from './event-log.tsx';
import { STATE_WORDS, TYPE_WORDS } from './event-words.ts';
import {
  countWords,
  filterOf,
  FIRST_DRAFT,
  madeOf,
  OWN_PERIOD,
  PERIODS,
  RATES,
  REPLAY_STATES,
  STATES,
  waitWords,
  whatOf,
} from './replay-words.ts';
import type { ReplayDraft } from './replay-words.ts';

export function DeliveriesPage() {
  const agent = useAgent();
  const { agent_id: agentId } = agent;
  const [filter, setFilter] = useState<EventFilter>({});
  return (
    <Page
      title="Deliveries"
      actions={
        <DialogButton
          icon={RotateCcw}
          dialog={(onClose) => <ReplayDialog agentId={agentId} onClose={onClose} />}
        >
          Send again
        </DialogButton>
      }
    >
      <AgentHealth key={agentId} agent={agent} />
      <ReplayList key={`replays of ${agentId}`} agentId={agentId} />
      <EventFilters filter={filter} onChange={setFilter} />
      <EventLog agent={agent} filter={filter} onClearFilter={() => setFilter({})} />
    </Page>
  );
}

const STATE_TEXTS = Object.fromEntries(
  Object.entries(STATE_WORDS).map(([state, { text }]) => [state, text]),
) as Record<EventState, string>;

function EventFilters(props: { filter: EventFilter; onChange: (filter: EventFilter) => void }) {
  const { filter, onChange } = props;
  return (
    <div className="actions" role="group" aria-label="Filter">
      <FilterField
        label="State"
        all="Any state"
        words={STATE_TEXTS}
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
      />
      <FilterField
        label="Type"
        all="Any type"
        words={TYPE_WORDS}
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
      />
    </div>
  );
}

const ENDED_SHOWN = 2;

function ReplayList({ agentId }: { agentId: string }) {
  const { data: replays = [] } = useQuery(replaysQuery(agentId));
  const [isLong, setLong] = useState(false);
  if (replays.length === 0) return null;
  const ended = replays.filter((replay) => !isOpen(replay));
  const shown = isLong ? ended : ended.slice(0, ENDED_SHOWN);
  return (
    <Section title="Sent again">
      <ItemList
        label="Sent again"
        items={[...replays.filter(isOpen), ...shown]}
        idOf={({ replay_id: id }) => id}
      >
        {(replay) => <ReplayRow replay={replay} />}
      </ItemList>
      {shown.length < ended.length && (
        <div>
          <Button size="small" variant="quiet" onPress={() => setLong(true)}>
            Show {ended.length - shown.length} earlier
          </Button>
        </div>
      )}
    </Section>
  );
}

function ReplayRow({ replay }: { replay: Replay }) {
  const cancelling = useMutation({
    mutationFn: () =>
      call('post', '/api/client/replays/{replay_id}/cancel', { path: { replay_id: replay.replay_id } }),
    meta: { stale: [['events', replay.agent_id]] },
  });
  const { text, tone } = REPLAY_STATES[replay.state];
  const mayCancel = replay.state === 'running' || replay.state === 'queued';
  const wait = waitWords(replay);
  return (
    <Row
      action={
        mayCancel && (
          <Button size="small" does={cancelling}>
            Cancel
          </Button>
        )
      }
    >
      <div className="stack gap-1">
        <span className="line">
          <strong>{whatOf(replay)}</strong>
          <Badge tone={tone}>{text}</Badge>
          <RelativeTime at={replay.created_at} className="muted small" />
        </span>
        {replay.state === 'running' && (
          <ProgressLine percent={replay.progress_percent} label="Progress through the log" />
        )}
        <RowNote>{madeOf(replay)}</RowNote>
        <RowNote>
          {writtenWords(replay)}, {replay.rate_per_second} per second
        </RowNote>
        {wait !== null && <RowNote>{wait}</RowNote>}
        <ErrorNotice error={cancelling.error} />
      </div>
    </Row>
  );
}

function writtenWords({ filter: { from, to } }: Replay): string {
  if (new Date(from).getTime() <= 0) return `Created before ${shortly(to)}`;
  return `Created from ${shortly(from)} to ${shortly(to)}`;
}

function shortly(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function ReplayDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [openedAt] = useState(() => new Date());
  const [draft, setDraft] = useState<ReplayDraft>(FIRST_DRAFT);
  const field = <Name extends keyof ReplayDraft>(name: Name) => ({
    value: draft[name],
    onChange: (value: ReplayDraft[Name]) => setDraft({ ...draft, [name]: value }),
  });
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
        <SelectField label="Events" options={STATES} {...field('state')} />
        <FilterField
          label="Type"
          isLabelHidden={false}
          all="All types"
          words={TYPE_WORDS}
          {...field('type')}
        />
        <SelectField label="Created" options={PERIODS} {...field('period')} />
        <SelectField label="Rate" options={RATES} {...field('rate')} />
      </div>
      {draft.period === OWN_PERIOD && (
        <>
          <Field
            label="From (your time)"
            type="datetime-local"
            isRequired
            {...field('from')}
            error={errors.from ?? fieldError(starting.error, 'from')}
          />
          <Field
            label="To (your time)"
            type="datetime-local"
            hint="Leave empty to use the current time."
            {...field('to')}
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
