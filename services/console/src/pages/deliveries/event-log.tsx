import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, CircleCheck, CircleX, Inbox, LoaderCircle, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { Agent } from '../../api/agents.ts';
import { call } from '../../api/client.ts';
import { decisionQuery } from '../../api/decisions.ts';
import { eventFrameQuery, eventsQuery } from '../../api/events.ts';
import type { AgentEvent, DeliveryAttempt, EventFilter } from '../../api/events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CodeBlock, CopiedCode } from '../../ui/copy-button.tsx';
import { EmptyState, ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { FactList, PagedList } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { duration } from '../../ui/time-format.ts';
import styles from './event-log.module.css';
import {
  isPaused,
  outcomeOf,
  PAUSED_WORDS,
  reasonOf,
  resultOf,
  STATE_WORDS,
  succeeded,
  TYPE_WORDS,
} from './event-words.ts';

interface EventLogProps {
  agent: Agent;
  filter: EventFilter;
  onClearFilter: () => void;
}

export function EventLog({ agent, filter, onClearFilter }: EventLogProps) {
  return (
    <div className="stack gap-4">
      <PagedList
        className="card-list"
        pages={useInfiniteQuery(eventsQuery(agent.agent_id, filter))}
        idOf={({ event_id: id }) => id}
        loading="Loading the events"
        failed="Could not load the events."
        none={<Nothing {...{ agent, filter, onClearFilter }} />}
        more="Show older events"
      >
        {(event) => <EventRow agent={agent} event={event} />}
      </PagedList>
    </div>
  );
}

function Nothing({ agent, filter, onClearFilter }: EventLogProps) {
  if (filter.state !== undefined || filter.type !== undefined) {
    return (
      <EmptyState
        icon={<SearchX />}
        title="No matching events"
        action={<Button onPress={onClearFilter}>Show all events</Button>}
      >
        No events match the filter.
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
        ? 'Send the agent a message, or run one of its tasks. Its events appear here, with every delivery attempt.'
        : 'Your answers to the requests of this agent appear here.'}
    </EmptyState>
  );
}

interface EventProps {
  agentId: string;
  event: AgentEvent;
}

function EventRow({ agent, event }: { agent: Agent; event: AgentEvent }) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const isKeptBack = isPaused(agent, event);
  const { text, tone } = isKeptBack ? PAUSED_WORDS : STATE_WORDS[event.state];
  return (
    <li className="divided">
      <AriaButton
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onPress={() => setOpen(!isOpen)}
      >
        <ChevronRight aria-hidden size={16} className={classNames(styles.chevron, isOpen && styles.turned)} />
        <span className="strong">{TYPE_WORDS[event.type]}</span>
        <Badge tone={tone}>{text}</Badge>
        <span className={styles.outcome}>
          {event.subject !== null && (
            <>
              <strong>
                <OutsideText
                  text={event.type === 'user_message' ? plainLine(event.subject) : event.subject}
                />
              </strong>
              {' · '}
            </>
          )}
          {isKeptBack ? 'Until the webhook accepts a delivery' : outcomeOf(event)}
        </span>
        <RelativeTime at={event.created_at} className={styles.time} />
      </AriaButton>
      <div id={detailsId} hidden={!isOpen} className={styles.details}>
        {isOpen && <EventDetails {...{ agentId: agent.agent_id, event }} />}
      </div>
    </li>
  );
}

function EventDetails({ agentId, event }: EventProps) {
  const frame = useQuery(eventFrameQuery(agentId, event.event_id));
  const again = useMutation({
    mutationFn: () =>
      call('post', '/api/client/events/{event_id}/redeliver', { path: { event_id: event.event_id } }),
    meta: { done: 'The event is on its way again.', stale: [['events']] },
  });
  return (
    <>
      <FactList
        className="small"
        facts={[
          ['About', <SubjectLinks key="about" {...{ agentId, event }} />],
          ['Event id', <CopiedCode key="id" text={event.event_id} what="event id" />],
          event.delivered_at !== null && ['Received', <RelativeTime key="at" at={event.delivered_at} />],
          event.next_attempt_at !== null && [
            'Next attempt',
            <RelativeTime key="next" at={event.next_attempt_at} />,
          ],
        ]}
      />
      {frame.data !== undefined && (
        <CodeBlock text={JSON.stringify(frame.data.event, null, 2)} what="event as the agent gets it" />
      )}
      <Waiting query={frame} title="Could not load what the event says." />
      {event.attempts.length > 0 && <AttemptList attempts={event.attempts} />}
      <ErrorNotice error={again.error} />
      <div>
        <Button size="small" does={again}>
          {event.state === 'delivered' ? 'Deliver again' : 'Try again now'}
        </Button>
      </div>
    </>
  );
}

/** What the event is about. Nothing of a decision or a message until it is known where it stands. */
function SubjectLinks({ agentId, event }: EventProps) {
  const { message_id: messageId, task_id: taskId, run_id: run, decision_id: decisionId } = event;
  const frame = useQuery(eventFrameQuery(agentId, event.event_id));
  const decision = useQuery({ ...decisionQuery(decisionId ?? ''), enabled: decisionId !== null });
  const conversation = decision.data?.conversation_id ?? frame.data?.event['conversation_id'];
  const toTask = { to: '/agents/$agentId/tasks/$taskId', params: { agentId, taskId: taskId ?? '' } } as const;
  return (
    <span className="line">
      {typeof conversation === 'string' && (
        <Link
          to="/agents/$agentId"
          params={{ agentId }}
          search={{ conversation, ...(messageId !== null && { at: justAfter(event.created_at) }) }}
        >
          {messageId === null ? 'Conversation of the decision' : 'Message'}
        </Link>
      )}
      {taskId !== null && <Link {...toTask}>Task</Link>}
      {taskId !== null && run !== null && (
        <Link {...toTask} search={{ run }}>
          Run
        </Link>
      )}
    </span>
  );
}

/** A message is dated a moment after its event. */
function justAfter(at: string): string {
  return new Date(Date.parse(at) + 1_000).toISOString();
}

function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ol className="stack gap-1" aria-label="Attempts">
      {attempts.map((attempt) => (
        <li key={attempt.delivery_id} className={styles.attempt}>
          <AttemptIcon attempt={attempt} />
          <OutsideText as="span" className="anywhere" text={resultOf(attempt)} />
          <span className="muted">{reasonOf(attempt)}</span>
          <span className="muted">{attempt.duration_ms !== null && duration(attempt.duration_ms)}</span>
          <RelativeTime at={attempt.started_at} className="muted" />
        </li>
      ))}
    </ol>
  );
}

function AttemptIcon({ attempt }: { attempt: DeliveryAttempt }) {
  if (succeeded(attempt)) return <CircleCheck aria-hidden size={16} className="good" />;
  if (attempt.duration_ms === null && attempt.error === null) return <LoaderCircle aria-hidden size={16} />;
  return <CircleX aria-hidden size={16} className="bad" />;
}
