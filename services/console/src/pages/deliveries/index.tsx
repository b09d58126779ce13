import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { agentQuery } from '../../api/agents.ts';
import type { EventFilter } from '../../api/events.ts';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { AgentHealth } from './agent-health.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventLog } from './event-log.tsx';
import { SendAgain } from './replay-dialog.tsx';
import { ReplayList } from './replay-list.tsx';

/** How events reach an agent, and the state of each event. */
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
