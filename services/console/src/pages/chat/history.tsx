import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, MessageCircle, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref, RefObject } from 'react';
import type { Agent } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { messagesQuery } from '../../api/conversations.ts';
import type { Message } from '../../api/conversations.ts';
import { messageEventsQuery } from '../../api/events.ts';
import { growingQuery } from '../../live/growing-messages.ts';
import type { GrowingMessage } from '../../live/growing-messages.ts';
import { refresh } from '../../live/touched-keys.ts';
import { typingQuery } from '../../live/typing.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { LoadMore } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { plainLine } from '../../ui/plain-text.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './history.module.css';
import { RunsInProgress } from './message-cards.tsx';
import { MessageList } from './message-list.tsx';
import { OutgoingMessage } from './outgoing-message.tsx';
import type { Outgoing } from './outgoing.ts';
import { unsent } from './unsent.ts';

interface HistoryProps {
  agent: Agent;
  conversationId: string | null;
  outgoing: readonly Outgoing[];
  onRetry: (item: Outgoing) => void;
}

/** It starts at the newest message and stays there. Older messages load when a person scrolls up. */
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
    // A person who sends wants to see how far it is, and why it is refused.
    if (sent !== undefined) toBottom();
  }, [sent, toBottom]);

  const isGone = pages.error instanceof ApiError && pages.error.status === 404;
  const onTheirWay = useMemo(() => unsent(messages, outgoing), [messages, outgoing]);
  const isEmpty = messages.length === 0 && growing.length === 0 && outgoing.length === 0;
  const isLoading = conversationId !== null && pages.isPending;
  return (
    <>
      <ChatFrame
        ref={scroller}
        label={`Messages with ${visibleText(agent.agent_name)}`}
        onNewest={isAtBottom ? undefined : toBottom}
      >
        {conversationId !== null && !isGone && messages.length === 0 && (
          <Waiting query={pages} label="Loading messages" />
        )}
        {isEmpty && !isLoading && !pages.isError && <Beginning agent={agent} />}
        {isGone ? (
          <EmptyState icon={<Trash2 size={26} />} title="This conversation is deleted">
            Choose another conversation, or start a new one.
          </EmptyState>
        ) : (
          <>
            <LoadMore pages={pages} label="Older messages" />
            <MessageList {...{ agent, messages, growing }} events={events ?? []} />
            <RunsInProgress agentId={agent.agent_id} conversationId={conversationId} />
            <TypingLine {...{ agent, conversationId, growing }} />
          </>
        )}
        {onTheirWay.map((item) => (
          <OutgoingMessage
            key={item.id}
            item={item}
            onRetry={onRetry}
            onButtonsGone={() => scroller.current?.focus({ preventScroll: true })}
          />
        ))}
      </ChatFrame>
      <Announcement message={messages.at(-1)} />
    </>
  );
}

function Beginning({ agent }: { agent: Agent }) {
  return (
    <EmptyState icon={<MessageCircle size={26} />} title={said`Say hello to ${agent.agent_name}`}>
      {agent.online
        ? 'It is connected and gets your message at once.'
        : agent.webhook_url === null
          ? 'It is not connected. Your message waits until it connects or polls.'
          : 'It is not connected. Your message goes to its webhook.'}
    </EmptyState>
  );
}

/** Announces a new message of the agent to screen readers, but none that was there when the page opened. */
function Announcement({ message }: { message: Message | undefined }) {
  const [openedAt] = useState(() => new Date().toISOString());
  const isNew = message !== undefined && message.sender === 'agent' && message.created_at > openedAt;
  return (
    <div role="status" className="visually-hidden">
      {isNew && visibleText(`${message.sender_name}: ${message.report_title ?? plainLine(message.text)}`)}
    </div>
  );
}

/** Screen readers hear it once, when it begins: not the text while it grows, but the whole message later. */
function TypingLine({
  agent,
  conversationId,
  growing,
}: {
  agent: Agent;
  conversationId: string | null;
  growing: readonly GrowingMessage[];
}) {
  const { data: isTyping } = useQuery(typingQuery(agent.agent_id, conversationId));
  const isWriting = isTyping || growing.some(({ state }) => state === 'writing');
  const isCut = growing.some(({ state }) => state === 'cut');
  return (
    <div aria-live="polite">
      {isWriting && (
        <p className={styles.line}>
          <OutsideText text={agent.agent_name} /> is typing…
        </p>
      )}
      {isCut && (
        <p className="visually-hidden">The message of {visibleText(agent.agent_name)} was cut off.</p>
      )}
    </div>
  );
}

/** In milliseconds. A message's process may have died without a word, or some of its text is missing. */
const ASKED_EVERY_MS = { whole: 4_000, gap: 1_000 };

/** What agents are writing in a conversation, without what its history has by now. */
function useGrowing(conversationId: string | null, messages: readonly Message[]): readonly GrowingMessage[] {
  const queries = useQueryClient();
  const known = useMemo(() => new Set(messages.map(({ id }) => id)), [messages]);
  const { data: all, refetch } = useQuery({
    ...growingQuery(conversationId ?? ''),
    enabled: conversationId !== null,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ messageId, state }) => state !== 'cut' && !known.has(messageId)) && ASKED_EVERY_MS.whole,
  });
  const growing = useMemo(() => all?.filter(({ messageId }) => !known.has(messageId)) ?? [], [all, known]);

  const hasGap = growing.some(({ state, ahead }) => state === 'writing' && ahead !== null);
  useEffect(() => {
    if (!hasGap) return;
    const timer = setInterval(() => void refetch(), ASKED_EVERY_MS.gap);
    return () => clearInterval(timer);
  }, [hasGap, refetch]);

  // The history was told of the message, or the hint was lost.
  const isOver = growing.some(({ state }) => state === 'over');
  useEffect(() => {
    if (!isOver || conversationId === null) return;
    void refresh(queries, { queryKey: messagesQuery(conversationId).queryKey });
  }, [isOver, conversationId, queries]);

  // What broke off is over as soon as the agent has sent something else.
  const newest = messages.at(-1)?.id;
  const isCut = growing.some(({ state }) => state === 'cut');
  useEffect(() => {
    if (isCut) void refetch();
  }, [newest, isCut, refetch]);

  return growing;
}

/** A position this near to the end counts as the end, in pixels. */
const NEAR_PX = 80;

/** Whether a list that grows upwards (`column-reverse`) shows its end, and a function that scrolls there. */
function useBottom(scroller: RefObject<HTMLElement | null>) {
  const [isAtBottom, setAtBottom] = useState(true);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // In such a list the end is at 0, and positions above it are negative.
    const onScroll = (): void => setAtBottom(-element.scrollTop < NEAR_PX);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  // At once: while content is added, a smooth scroll does not arrive.
  const toBottom = useCallback((): void => scroller.current?.scrollTo({ top: 0 }), [scroller]);
  return { isAtBottom, toBottom };
}

interface DroppedPagesOptions {
  pages: { isFetchingNextPage: boolean; data: { pages: readonly unknown[] } | undefined };
  conversationId: string | null;
  isAtBottom: boolean;
}

const PAGES_KEPT = 2;

/** Back at the newest message, older pages are dropped: every change reads all pages that are kept. */
function useDroppedPages({ pages, conversationId, isAtBottom }: DroppedPagesOptions): void {
  const queries = useQueryClient();
  const { isFetchingNextPage } = pages;
  const pageCount = pages.data?.pages.length ?? 0;
  useEffect(() => {
    if (conversationId === null || !isAtBottom || pageCount <= PAGES_KEPT || isFetchingNextPage) return;
    queries.setQueryData(
      messagesQuery(conversationId).queryKey,
      (held) =>
        held && { pages: held.pages.slice(0, PAGES_KEPT), pageParams: held.pageParams.slice(0, PAGES_KEPT) },
    );
  }, [queries, conversationId, isAtBottom, pageCount, isFetchingNextPage]);
}

/** Messages that follow within this time are marked as one, in milliseconds. */
const MARKED_AFTER_MS = 300;

/**
 * Marks as read when it opens, when a message of the agent comes, and when the person comes back to the page:
 * only while that has the focus. So "mark as unread" holds until one of them happens.
 */
export function useReading(
  conversationId: string | null,
  newest: Pick<Message, 'created_at' | 'sender'> | undefined,
): void {
  const at = newest?.created_at;
  const isOwn = newest?.sender === 'human';
  const opened = useRef<string | null>(null);
  /** The newest mark of those that follow each other. */
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (conversationId === null || at === undefined) return;
    const given = { path: { conversation_id: conversationId }, body: { read_through: at } };
    const look = (): void => {
      if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
      // A mark that is lost comes again with the next message, or when the person comes back.
      call('put', '/api/client/conversations/{conversation_id}/reading', given).catch(() => {});
    };
    const markSoon = (): void => {
      if (waiting.current === null)
        setTimeout(() => {
          waiting.current?.();
          waiting.current = null;
        }, MARKED_AFTER_MS);
      waiting.current = look;
    };
    // What a person writes themselves is not unread, and what was there before has its mark.
    if (opened.current !== conversationId || !isOwn) markSoon();
    opened.current = conversationId;
    const leaving = new AbortController();
    document.addEventListener('visibilitychange', look, leaving);
    window.addEventListener('focus', look, leaving);
    return () => leaving.abort();
  }, [conversationId, at, isOwn]);
}

interface ChatFrameProps {
  /** Scrolls; it is reached and scrolled by keyboard as well. */
  ref?: Ref<HTMLDivElement>;
  label: string;
  children: ReactNode;
  /** Leads to the newest message; without it that is in sight. */
  onNewest?: (() => void) | undefined;
}

export function ChatFrame({ ref, label, children, onNewest }: ChatFrameProps) {
  return (
    <div className="fills around">
      <div ref={ref} className={styles.scroller} role="region" aria-label={label} tabIndex={0}>
        <div className={styles.content}>{children}</div>
      </div>
      {onNewest !== undefined && (
        <div className={styles.jump}>
          <Button size="small" icon={ArrowDown} onPress={onNewest}>
            Newest
          </Button>
        </div>
      )}
    </div>
  );
}
