import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleAlert, Clock, Hourglass, Unplug } from 'lucide-react';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Agent } from '../../api/agents.ts';
import type { Message } from '../../api/conversations.ts';
import { decisionQuery } from '../../api/decisions.ts';
import type { AgentEvent } from '../../api/events.ts';
import { mediaPath } from '../../api/media-path.ts';
import { CHANNEL_WORDS } from '../../generated/channel-words.ts';
import type { GrowingMessage } from '../../live/growing-messages.ts';
import { Avatar } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Waiting } from '../../ui/feedback.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { clockTime, fullTime } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { DecisionCard } from '../decisions/decision-card.tsx';
import { isPaused, PAUSED_WORDS, succeeded } from '../deliveries/event-words.ts';
import { MessageMenu, QuickReplies } from './message-actions.tsx';
import { MessageFiles, MessageImages, ReportCard, RunBubble } from './message-cards.tsx';
import styles from './message-item.module.css';

interface MessageItemProps {
  agent: Agent;
  message: Message;
  /** The event that carried a message to the agent, if it is known. */
  event: AgentEvent | undefined;
  isFirstOfGroup: boolean;
  /** How far a message is that the agent is writing; undefined for one of the history. */
  growing?: GrowingMessage['state'] | undefined;
  hasOpenReplies: boolean;
}

/** It is not drawn again while only another one grows. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { agent, message, event, isFirstOfGroup, growing, hasOpenReplies } = props;
  const isOwn = message.sender === 'human';
  const at = new Date(message.created_at);
  const time = (
    <time dateTime={message.created_at} title={fullTime(at)} className="muted tiny">
      {clockTime(at)}
    </time>
  );
  return (
    <li
      className={classNames(styles.item, isOwn ? styles.own : styles.theirs, isFirstOfGroup && styles.first)}
      aria-busy={growing === 'writing' ? true : undefined}
    >
      {!isOwn && (
        <span className={styles.gutter}>
          {isFirstOfGroup && <Avatar name={message.sender_name} seed={agent.agent_id} size="small" />}
        </span>
      )}
      <div className={styles.column}>
        {isFirstOfGroup && !isOwn && (
          <p className={styles.head}>
            <OutsideText as="strong" text={message.sender_name} />
            {time}
          </p>
        )}
        <Body message={message} />
        {growing === 'cut' && (
          <p className="row muted small gap-6px">
            <Unplug aria-hidden size={14} />
            <span>
              This message was cut off. <OutsideText text={message.sender_name} /> did not finish it.
            </span>
          </p>
        )}
        {hasOpenReplies && <QuickReplies message={message} />}
        {isOwn && (
          <p className="row muted tiny gap-6px">
            <span className="visually-hidden">{visibleText(message.sender_name)}, </span>
            {time}
            {event !== undefined && <DeliveryState agent={agent} event={event} />}
          </p>
        )}
      </div>
      {growing === undefined && <MessageMenu agent={agent} message={message} className={styles.menu} />}
    </li>
  );
});

function Body({ message }: { message: Message }) {
  const { kind, text, decision_id: decisionId, task_run_id: runId, audio_url: audioUrl } = message;
  const [openedAt] = useState(() => Date.now());
  const isNew = Date.parse(message.created_at) > openedAt - 2_000;
  const entrance = isNew ? styles.entering : undefined;
  if (kind === 'decision' && decisionId !== null)
    return <DecisionMessage decisionId={decisionId} className={entrance} />;
  if (kind === 'run' && runId !== null) return <RunBubble runId={runId} message={message} />;
  if (message.report_title !== null) return <ReportCard message={message} title={message.report_title} />;
  return (
    <>
      {message.image_urls.length > 0 && <MessageImages message={message} />}
      {audioUrl !== null && (
        <audio
          className={styles.audio}
          controls
          preload="metadata"
          src={mediaPath(audioUrl)}
          aria-label={`Voice message from ${visibleText(message.sender_name)}`}
        />
      )}
      {message.files !== undefined && <MessageFiles files={message.files} />}
      {text !== '' && (
        <div className={classNames(styles.bubble, entrance)}>
          {message.sender === 'agent' ? (
            <Markdown text={text} />
          ) : (
            <OutsideText as="p" className="anywhere preserved" text={text} isProse />
          )}
        </div>
      )}
      {runId !== null && <RunBubble runId={runId} message={null} />}
      {decisionId !== null && <DecisionMessage decisionId={decisionId} className={entrance} />}
    </>
  );
}

function DecisionMessage({ decisionId, className }: { decisionId: string; className?: string | undefined }) {
  const query = useQuery(decisionQuery(decisionId));
  const { data } = query;
  return (
    <div className={classNames(styles.decision, className)}>
      {data === undefined ? (
        <Waiting query={query} label="Loading the decision" />
      ) : (
        <DecisionCard decision={data} />
      )}
    </div>
  );
}

const ICONS: Record<DeliveryWords['tone'], ReactNode> = {
  good: <Check aria-hidden size={13} />,
  quiet: <Clock aria-hidden size={13} />,
  warn: <Hourglass aria-hidden size={13} />,
  bad: <CircleAlert aria-hidden size={13} />,
};

const CLASSES = { good: 'muted', quiet: 'muted', warn: 'warn', bad: 'strong bad' };

/** The delivery state beside a message. If the delivery failed, it links to the event log. */
function DeliveryState({ agent, event }: { agent: Agent; event: AgentEvent }) {
  const words = deliveryWords(agent, event);
  const content = (
    <>
      {ICONS[words.tone]} {words.short}
    </>
  );
  const look = { className: classNames(styles.state, CLASSES[words.tone]), title: words.long };
  if (words.tone === 'good' || words.tone === 'quiet') return <span {...look}>{content}</span>;
  return (
    <Link to="/agents/$agentId/deliveries" params={{ agentId: agent.agent_id }} {...look}>
      {content}
    </Link>
  );
}

interface DeliveryWords {
  /** Short enough to stand beside a message. */
  short: string;
  long: string;
  tone: 'quiet' | 'good' | 'warn' | 'bad';
}

function deliveryWords(agent: Agent, event: AgentEvent): DeliveryWords {
  if (isPaused(agent, event))
    return {
      short: PAUSED_WORDS.text,
      long: 'It is sent when the webhook accepts a delivery.',
      tone: 'warn',
    };
  const failures = event.attempts.filter((attempt) => !succeeded(attempt));
  switch (event.state) {
    case 'delivered': {
      const { short, long } = CHANNEL_WORDS[event.channel ?? 'websocket'];
      return { short, long, tone: 'good' };
    }
    case 'waiting':
      return {
        short: 'Waiting',
        long: 'The agent is not connected. It gets this when it connects or polls.',
        tone: 'warn',
      };
    case 'failed':
      return { short: 'Not delivered', long: `The webhook failed ${times(failures.length)}.`, tone: 'bad' };
    case 'pending':
      if (event.next_attempt_at === null)
        return { short: 'Sending', long: 'On its way to the agent.', tone: 'quiet' };
      return {
        short: 'Retrying',
        long: `The webhook failed ${times(failures.length)}. It is tried again soon.`,
        tone: 'warn',
      };
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
