import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Archive, MessagesSquare } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import { conversationPagesQuery, pinnedConversationsQuery } from '../../api/conversations.ts';
import type { Conversation, ConversationShelf } from '../../api/conversations.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { ItemList, LoadMore } from '../../ui/lists.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { pinnedFirst } from './conversation-words.ts';

interface ConversationListProps {
  /** `null` for all agents. */
  agentId: string | null;
  shelf: ConversationShelf;
}

export function ConversationList({ agentId, shelf }: ConversationListProps) {
  const region = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(conversationPagesQuery(agentId, shelf));
  const pinned = useQuery({ ...pinnedConversationsQuery(agentId), enabled: shelf === 'active' });
  const { data: agents } = useQuery(agentsQuery);
  const conversations = useMemo(
    () => pinnedFirst(shelf === 'active' ? (pinned.data ?? []) : [], pages.data?.pages.flat() ?? []),
    [shelf, pinned.data, pages.data],
  );
  useKeptFocus(region, conversations);
  const isReady = pages.data !== undefined && (shelf === 'archived' || pinned.data !== undefined);
  const missing = [pages, pinned].find(({ data }) => data === undefined);
  return (
    <div ref={region} tabIndex={-1} className="stack-3 unoutlined">
      {!isReady && missing && (
        <Waiting
          query={missing}
          label="Loading the conversations"
          title="Could not load the conversations."
        />
      )}
      {isReady && (
        <>
          <ItemList
            className="card-list"
            label="Conversations"
            items={conversations}
            idOf={({ id }) => id}
            none={<Nothing shelf={shelf} />}
          >
            {(conversation) => (
              <ConversationRow
                conversation={conversation}
                agent={agents?.find((agent) => agent.agent_id === conversation.agent_id)}
              />
            )}
          </ItemList>
          <LoadMore pages={pages} label="Show older conversations" />
        </>
      )}
    </div>
  );
}

function Nothing({ shelf }: { shelf: ConversationShelf }) {
  if (shelf === 'archived')
    return (
      <EmptyState icon={<Archive />} title="No archived conversations">
        A conversation that you archive stays here until its next message.
      </EmptyState>
    );
  return (
    <EmptyState icon={<MessagesSquare />} title="No conversations yet">
      Write to one of your agents, or wait until one writes to you.
    </EmptyState>
  );
}

/** If the row that had the focus has gone, the one at its place gets it; if it was moved, it has it again. */
function useKeptFocus(region: RefObject<HTMLElement | null>, conversations: readonly Conversation[]): void {
  const shown = useRef(conversations);
  const inHand = useRef<string | null>(null);
  useLayoutEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      const row = target instanceof Element ? target.closest('[data-conversation]') : null;
      // A menu or a dialog of a row stands elsewhere in the page.
      if (row === null && target instanceof Element && !isOver(target)) inHand.current = null;
      else if (row !== null) inHand.current = row.getAttribute('data-conversation');
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = conversations;
    const place = before.findIndex(({ id }) => id === inHand.current);
    const list = region.current;
    if (place === -1 || list === null || document.activeElement !== document.body) return;
    const rows = [...list.querySelectorAll('[data-conversation]')];
    const same = rows.find((row) => row.getAttribute('data-conversation') === inHand.current);
    const next = same ?? rows[Math.min(place, rows.length - 1)];
    (next?.querySelector<HTMLElement>('a') ?? list).focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  }, [conversations, region]);
}

function isOver(element: Element): boolean {
  return element.closest('[role=menu], [role=dialog]') !== null;
}
