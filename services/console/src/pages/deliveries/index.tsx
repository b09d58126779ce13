import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { agentQuery } from '../../api/agents.ts';
import type { EventFilter, EventState, EventType } from '../../api/events.ts';
import { Loading } from '../../ui/feedback.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { AgentHealth } from './agent-health.tsx';
import { EventLog } from './event-log.tsx';
import { STATE_WORDS, TYPE_WORDS } from './event-words.ts';
import { SendAgain } from './replay-dialog.tsx';
import { ReplayList } from './replay-list.tsx';

export function DeliveriesPage() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId/deliveries' });
  const [filter, setFilter] = useState<EventFilter>({});
  const { data: agent } = useQuery(agentQuery(agentId));
  // The frame around this page shows a failure to load the agent.
  if (agent === undefined) return <Loading />;
  return (
    <Page title="Deliveries" actions={<SendAgain agentId={agentId} />}>
      <AgentHealth key={agentId} agent={agent} />
      <ReplayList key={`replays of ${agentId}`} agentId={agentId} />
      <EventFilters filter={filter} onChange={setFilter} />
      <EventLog agent={agent} filter={filter} onClearFilter={() => setFilter({})} />
    </Page>
  );
}

const ANY = 'any';

const STATES = [
  { id: ANY, label: 'Any state' },
  ...Object.entries(STATE_WORDS).map(([id, { text }]) => ({ id, label: text })),
];
const TYPES = [
  { id: ANY, label: 'Any type' },
  ...Object.entries(TYPE_WORDS).map(([id, label]) => ({ id, label })),
];

function EventFilters(props: { filter: EventFilter; onChange: (filter: EventFilter) => void }) {
  const { filter, onChange } = props;
  const { state, type } = filter;
  const change = (next: { state: string; type: string }): void =>
    onChange({
      ...(next.state !== ANY && { state: next.state as EventState }),
      ...(next.type !== ANY && { type: next.type as EventType }),
    });
  return (
    <div className="actions" role="group" aria-label="Filter">
      <SelectField
        label="State"
        isLabelHidden
        options={STATES}
        value={state ?? ANY}
        onChange={(id) => change({ state: id, type: type ?? ANY })}
      />
      <SelectField
        label="Type"
        isLabelHidden
        options={TYPES}
        value={type ?? ANY}
        onChange={(id) => change({ state: state ?? ANY, type: id })}
      />
    </div>
  );
}
