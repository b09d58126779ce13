import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  Bot,
  Braces,
  Check,
  ChevronsUpDown,
  Inbox,
  LogOut,
  MessagesSquare,
  Plus,
  Search,
  UserCog,
} from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { sessionQuery } from '../api/account.ts';
import type { SignedIn } from '../api/account.ts';
import { agentsQuery } from '../api/agents.ts';
import type { Agent } from '../api/agents.ts';
import { explain } from '../api/api-error.ts';
import { callJson } from '../api/client.ts';
import { conversationsQuery, unreadCountQuery } from '../api/conversations.ts';
import type { Conversation } from '../api/conversations.ts';
import { openDecisionCountQuery } from '../api/decisions.ts';
import { deliveryTrouble, presenceWords } from '../pages/agents/agent-layout.tsx';
import { forgetDrafts } from '../pages/chat/composer.tsx';
import { messageLine } from '../pages/conversations/conversation-words.ts';
import { Avatar, CountBadge, UnreadBadge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { toast, Waiting } from '../ui/feedback.tsx';
import { ItemList } from '../ui/lists.tsx';
import menu from '../ui/menu.module.css';
import { OutsideText } from '../ui/outside-text.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import styles from './sidebar.module.css';

const LINK = { className: styles.link, activeProps: { className: 'soft-accent' } };

export function Sidebar({ person }: { person: SignedIn }) {
  const { data: openDecisions = 0 } = useInfiniteQuery(openDecisionCountQuery);
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  return (
    <div className="column tall">
      <Link to="/" className={styles.brand}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        Agents
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <Link to="/inbox" {...LINK}>
          <Inbox aria-hidden size={18} />
          <span className="grows">Inbox</span>
          <CountBadge count={openDecisions} what="open decisions" />
        </Link>
        <Link to="/conversations" {...LINK}>
          <MessagesSquare aria-hidden size={18} />
          <span className="grows">Conversations</span>
          <UnreadBadge count={unread} />
        </Link>
        <Link to="/search" {...LINK} aria-keyshortcuts="Control+K Meta+K">
          <Search aria-hidden size={18} />
          <span className="grows">Search</span>
        </Link>
        <Link to="/" {...LINK} activeOptions={{ exact: true }}>
          <Bot aria-hidden size={18} />
          <span className="grows">All agents</span>
        </Link>
      </nav>
      <div className={styles.heading}>
        <h2 className="muted heavy">Your agents</h2>
        <ButtonLink to="/agents/new" size="small" variant="quiet" icon={Plus}>
          New agent
        </ButtonLink>
      </div>
      <nav aria-label="Agents" className={styles.agents}>
        <AgentList />
      </nav>
      <AccountMenu person={person} />
    </div>
  );
}

function AgentList() {
  const agents = useQuery(agentsQuery);
  const conversations = useQuery(conversationsQuery);
  if (agents.data === undefined) return <Waiting query={agents} />;

  const latest = latestByAgent(conversations.data ?? []);
  const activeAt = (agent: Agent): string => latest.get(agent.agent_id)?.at ?? agent.created_at;
  const sorted = agents.data.toSorted((a, b) => (activeAt(a) < activeAt(b) ? 1 : -1));
  return (
    <ItemList
      className="stack gap-2px"
      items={sorted}
      idOf={({ agent_id: id }) => id}
      none={<p className={styles.none}>No agents yet.</p>}
    >
      {(agent) => <AgentRow agent={agent} latest={latest.get(agent.agent_id)} />}
    </ItemList>
  );
}

function AgentRow({ agent, latest }: { agent: Agent; latest: LatestConversation | undefined }) {
  const trouble = deliveryTrouble(agent);
  const state = (trouble?.phrase ?? presenceWords(agent)).toLowerCase();
  return (
    <li>
      <Link
        to="/agents/$agentId"
        params={{ agentId: agent.agent_id }}
        className={styles.row}
        activeProps={{ className: styles.current ?? '' }}
      >
        <Avatar name={agent.agent_name} seed={agent.agent_id} isOnline={agent.online} />
        <span className="grid narrowable grows">
          <span className="row gap-2 narrowable spread">
            <OutsideText as="span" className="ellipsis strong" text={agent.agent_name} />
            {latest && <RelativeTime at={latest.at} className="muted tiny rigid" />}
          </span>
          <span className="visually-hidden">, {state}. </span>
          <span className="row gap-2 narrowable spread">
            <OutsideText
              as="span"
              className="ellipsis muted small"
              text={latest?.text ?? emptyLine(agent)}
              isProse
            />
            {trouble !== null && (
              <span aria-hidden className={classNames('tiny strong rigid', trouble.tone)}>
                {trouble.word}
              </span>
            )}
            <UnreadBadge count={latest?.unreadCount ?? 0} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function emptyLine(agent: Agent): string {
  return agent.kind === 'approval-only' ? 'Approvals only' : 'No recent messages';
}

interface LatestConversation {
  at: string;
  text: string;
  /** Messages of the agent, in all these conversations, that the person has not read. */
  unreadCount: number;
}

/** Per agent the conversation with the newest message; `conversations` comes newest first. */
function latestByAgent(conversations: readonly Conversation[]): Map<string, LatestConversation> {
  const latest = new Map<string, LatestConversation>();
  for (const { agent_id: agentId, last_message_at: at, ...conversation } of conversations) {
    const known = latest.get(agentId);
    const { last_message_text: text, unread_count: unreadCount } = conversation;
    if (known !== undefined) known.unreadCount += unreadCount;
    else if (at !== null) latest.set(agentId, { at, text: messageLine(text), unreadCount });
  }
  return latest;
}

const THEMES: readonly { id: Theme; label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

function AccountMenu({ person }: { person: SignedIn }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(readTheme);

  async function leave(): Promise<void> {
    try {
      await callJson('/api/auth/sign-out', {});
      // No data of this person may remain for the next one at this screen.
      queries.clear();
      queries.setQueryData(sessionQuery.queryKey, null);
      forgetDrafts();
      window.location.assign('/sign-in');
    } catch (error) {
      toast({ tone: 'bad', text: `Could not sign out. ${explain(error)}` });
    }
  }

  return (
    <MenuTrigger>
      <Button className={styles.trigger}>
        <Avatar name={person.name} seed={person.id} size="small" />
        <span className="visually-hidden">Account of </span>
        <span className={styles.names}>
          <span className={styles.name}>{person.name}</span>{' '}
          <span className="ellipsis tiny">{person.email}</span>
        </span>
        <ChevronsUpDown aria-hidden size={16} />
      </Button>
      <Popover placement="top start" className={menu.popover ?? ''} offset={6}>
        <Menu className={menu.menu ?? ''} aria-label="Account">
          <MenuSection
            selectionMode="single"
            selectedKeys={[theme]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const [chosen] = keys as Set<Theme>;
              if (chosen === undefined) return;
              setTheme(chosen);
              chooseTheme(chosen);
            }}
          >
            <Header className={styles.header}>Theme</Header>
            {THEMES.map(({ id, label }) => (
              <MenuItem key={id} id={id} className={menu.item ?? ''}>
                {({ isSelected }) => (
                  <>
                    <span className={menu.mark}>{isSelected && <Check aria-hidden size={16} />}</span>
                    {label}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={styles.separator} />
          <MenuItem className={menu.item ?? ''} onAction={() => void navigate({ to: '/account' })}>
            <UserCog aria-hidden size={16} /> Account
          </MenuItem>
          <MenuItem className={menu.item ?? ''} href="/docs" target="_blank">
            <BookOpen aria-hidden size={16} /> Documentation
          </MenuItem>
          <MenuItem className={menu.item ?? ''} href="/docs/api/" target="_blank">
            <Braces aria-hidden size={16} /> API reference
          </MenuItem>
          <MenuItem className={menu.item ?? ''} onAction={() => void leave()}>
            <LogOut aria-hidden size={16} /> Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** `theme.js` reads the same key before the first paint. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
