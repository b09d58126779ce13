import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Archive, MessagesSquare, Pin } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { agentsQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { conversationPagesQuery, pinnedConversationsQuery } from '../../api/conversations.ts';
import type { Conversation, ConversationShelf } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Avatar, UnreadBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { FilterField } from '../../ui/fields.tsx';
import { ItemList, LoadMore } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page, Tabs } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { conversationName, messageLine, pinnedFirst } from './conversation-words.ts';
import styles from './index.module.css';
import { useConversationActions } from './use-conversation-actions.tsx';

export function ConversationsPage() {
  const { agent: named, show = 'active' } = useSearch({ from: '/inside/conversations' });
  const navigate = useNavigate();
  const { data: agents = [], isPending } = useQuery(agentsQuery);
  const words = Object.fromEntries(agents.map(({ agent_id: id, agent_name: name }) => [id, name]));
  // An agent that is gone filters nothing.
  const agentId = isPending || Object.hasOwn(words, named ?? '') ? named : undefined;
  const go = (agent: string | undefined, shelf: string): void => {
    const search = { agent, show: shelf === 'archived' ? shelf : undefined } as const;
    void navigate({ to: '/conversations', search, replace: true });
  };
  return (
    <Page
      title="Conversations"
      width="narrow"
      actions={
        agents.length > 1 && (
          <div className={styles.filter}>
            <FilterField
              label="Agent"
              all="All agents"
              words={words}
              value={agentId}
              onChange={(id) => go(id, show)}
            />
          </div>
        )
      }
    >
      <Tabs
        label="Conversations"
        selected={show}
        onSelect={(id) => go(agentId, id)}
        items={[
          { id: 'active', label: 'Active', content: <ConversationList agentId={agentId} shelf="active" /> },
          {
            id: 'archived',
            label: 'Archived',
            content: <ConversationList agentId={agentId} shelf="archived" />,
          },
        ]}
      />
    </Page>
  );
}

interface ConversationListProps {
  /** All agents without one. */
  agentId: string | undefined;
  shelf: ConversationShelf;
}

function ConversationList({ agentId, shelf }: ConversationListProps) {
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
    <div ref={region} tabIndex={-1} className="stack gap-3 unoutlined">
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

interface ConversationRowProps {
  conversation: Conversation;
  agent: Agent | undefined;
}

function ConversationRow({ conversation, agent }: ConversationRowProps) {
  const { id, agent_id: agentId, title, last_message_at: at, unread_count: unread, pinned } = conversation;
  const { actions, dialog } = useConversationActions(conversation);
  const name = conversationName(conversation);
  const agentName = agent?.agent_name ?? 'Agent';
  const excerpt = title === null ? null : messageLine(conversation.last_message_text);
  return (
    <li className={styles.row} data-conversation={id}>
      <Avatar name={agentName} seed={agentId} isOnline={agent?.online} />
      <div className="stack gap-2px narrowable grows">
        <div className="row gap-2 narrowable spread">
          <Link
            to="/agents/$agentId"
            params={{ agentId }}
            search={{ conversation: id }}
            className={classNames(styles.name, unread > 0 && styles.unread)}
          >
            <OutsideText text={name} isProse />
          </Link>
          {at !== null && <RelativeTime at={at} className="muted tiny rigid" />}
        </div>
        <div className="row gap-2 narrowable spread">
          <span className="flex gap-2 narrowable muted small grows">
            <OutsideText as="span" className={classNames('ellipsis text', styles.agent)} text={agentName} />
            {excerpt !== null && <OutsideText as="span" className="ellipsis" text={excerpt} isProse />}
          </span>
          {pinned && (
            <span className="flex muted rigid">
              <Pin aria-hidden size={14} />
              <span className="visually-hidden">Pinned</span>
            </span>
          )}
          <UnreadBadge count={unread} />
        </div>
      </div>
      <ActionMenu label={`Actions for ${visibleText(name)}`} actions={actions} className={styles.menu} />
      {dialog}
    </li>
  );
}
