import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowDown, MessageCircle, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Agent } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Message } from '../../api/conversations.ts';
import { messagesQuery } from '../../api/conversations.ts';
import { messageEventsQuery } from '../../api/events.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loading } from '../../ui/loading.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './history.module.css';
import { MessageList } from './message-list.tsx';
import { OutgoingMessage } from './outgoing-message.tsx';
import { RunsInProgress } from './runs-in-progress.tsx';
import { TypingLine } from './typing-line.tsx';
import { useGrowing } from './use-growing.ts';
import { useBottom } from './use-bottom.ts';
import { useDroppedPages } from './use-dropped-pages.ts';
import { useReading } from './use-reading.ts';
import { outgoingStore } from './outgoing.ts';
import type { Outgoing } from './outgoing.ts';
import { unsent } from './unsent.ts';

export interface HistoryProps {
  agent: Agent;
  conversationId: string | null;
  outgoing: readonly Outgoing[];
  onRetry: (item: Outgoing) => void;
}

/** The messages of a conversation. It starts at the newest message and stays there. Older messages load when a person scrolls up. */
export function History({ agent, conversationId, outgoing, onRetry }: HistoryProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery({
    ...messagesQuery(conversationId ?? ''),
    enabled: conversationId !== null,
  });
  const { data: events } = useQuery(messageEventsQuery(agent.agent_id));
  const messages = useMemo(() => pages.data?.pages.flat().reverse() ?? [], [pages.data]);
  const growing = useGrowing(conversationId, messages);
  const { isAtBottom, toBottom } = useBottom(scroller);
  useDroppedPages({ pages, conversationId, isAtBottom });
  useReading(conversationId, messages.at(-1));
  const sent = outgoing.at(-1)?.id;
  useEffect(() => {
    // Whoever sends wants to see how far it is, and why it is refused.
    if (sent !== undefined) toBottom();
  }, [sent, toBottom]);

  const isGone = pages.error instanceof ApiError && pages.error.status === 404;
  const onTheirWay = useMemo(
    () => unsent(messages, outgoing, outgoingStore.isAnswered),
    [messages, outgoing],
  );
  const isEmpty = messages.length === 0 && growing.length === 0 && outgoing.length === 0;
  const isLoading = conversationId !== null && pages.isPending;
  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="region"
        aria-label={`Messages with ${visibleText(agent.agent_name)}`}
        tabIndex={0}
      >
        <div className={styles.content}>
          {isGone && <Gone />}
          {pages.isError && !isGone && messages.length === 0 && (
            <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {isLoading && !pages.isError && <Loading label="Loading messages" />}
          {isEmpty && !isLoading && !pages.isError && <Beginning agent={agent} />}
          {!isGone && <LoadMore pages={pages} label="Older messages" />}
          {!isGone && (
            <MessageList agent={agent} messages={messages} growing={growing} events={events ?? []} />
          )}
          {!isGone && <RunsInProgress agentId={agent.agent_id} conversationId={conversationId} />}
          {!isGone && <TypingLine agent={agent} conversationId={conversationId} growing={growing} />}
          {onTheirWay.map((item) => (
            <OutgoingMessage
              key={item.id}
              item={item}
              onRetry={onRetry}
              onButtonsGone={() => scroller.current?.focus({ preventScroll: true })}
            />
          ))}
        </div>
      </div>
      {!isAtBottom && (
        <div className={styles.jump}>
          <Button size="small" icon={<ArrowDown aria-hidden size={16} />} onPress={toBottom}>
            Newest
          </Button>
        </div>
      )}
      <Announcement message={messages.at(-1)} />
    </div>
  );
}

function Beginning({ agent }: { agent: Agent }) {
  return (
    <EmptyState
      icon={<MessageCircle size={26} />}
      title={
        <>
          Say hello to <OutsideText text={agent.agent_name} />
        </>
      }
    >
      {agent.online
        ? 'It is connected and gets your message at once.'
        : agent.webhook_url === null
          ? 'It is offline. Your message waits until it connects.'
          : 'It is not connected. Your message goes to its webhook.'}
    </EmptyState>
  );
}

function Gone() {
  return (
    <EmptyState icon={<Trash2 size={26} />} title="This conversation is deleted">
      Choose another conversation above, or begin a new one.
    </EmptyState>
  );
}

/** Announces a new message of the agent to screen readers, but none that was there when the page opened. */
function Announcement({ message }: { message: Message | undefined }) {
  const [openedAt] = useState(() => new Date().toISOString());
  const isNew = message !== undefined && message.sender === 'agent' && message.created_at > openedAt;
  return (
    <div role="status" className="visually-hidden">
      {isNew &&
        visibleText(`${message.sender_name}: ${message.report_title ?? message.text}`, { isProse: true })}
    </div>
  );
}
