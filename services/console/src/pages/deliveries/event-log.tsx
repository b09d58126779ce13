import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox, SearchX } from 'lucide-react';
import type { Agent } from '../../api/agents.ts';
import { eventsQuery } from '../../api/events.ts';
import type { EventFilter } from '../../api/events.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LogList } from '../../ui/card-list.tsx';
import { Contained } from '../../ui/contained.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { EventRow } from './event-row.tsx';

export interface EventLogProps {
  agent: Agent;
  filter: EventFilter;
  onClearFilter: () => void;
}

/** An agent's events, newest first. Older ones come as a person scrolls. */
export function EventLog({ agent, filter, onClearFilter }: EventLogProps) {
  const log = useInfiniteQuery(eventsQuery(agent.agent_id, filter));
  if (log.isPending) return <Loading label="Loading the events" />;
  if (log.data === undefined) {
    return (
      <ErrorNotice error={log.error} title="Could not load the events." onRetry={() => void log.refetch()} />
    );
  }
  const events = log.data.pages.flat();
  if (events.length === 0) return <Nothing {...{ agent, filter, onClearFilter }} />;
  return (
    <LogList pages={log} more="Show older events">
      {events.map((event) => (
        <Contained key={event.event_id} isItem>
          <EventRow event={event} />
        </Contained>
      ))}
    </LogList>
  );
}

function Nothing({ agent, filter, onClearFilter }: EventLogProps) {
  if (filter.state !== undefined || filter.type !== undefined) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No such events"
        action={<Button onPress={onClearFilter}>Show all events</Button>}
      >
        None of this agent’s events fit the filter.
      </EmptyState>
    );
  }
  const isInteractive = agent.kind === 'interactive';
  return (
    <EmptyState
      icon={<Inbox />}
      title="No events yet"
      action={
        isInteractive && (
          <ButtonLink to="/agents/$agentId" params={{ agentId: agent.agent_id }}>
            Open the chat
          </ButtonLink>
        )
      }
    >
      {isInteractive
        ? 'Write to the agent, or run one of its tasks: what it is told then stands here, with every attempt to reach it.'
        : 'When you answer a request of this agent, the answer that it is told stands here.'}
    </EmptyState>
  );
}
