import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Inbox, MessagesSquare, Plus, Search } from 'lucide-react';
import { unreadCountQuery } from '../api/conversations.ts';
import { openDecisionCountQuery } from '../api/decisions.ts';
import type { SignedIn } from '../api/session.ts';
import { AgentList } from '../pages/agents/agent-list.tsx';
import { UnreadBadge } from '../pages/conversations/unread-badge.tsx';
import { CountBadge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './sidebar.module.css';

/** The navigation: the inbox, and every agent. */
export function Sidebar({ person }: { person: SignedIn }) {
  const { data: openDecisions = 0 } = useInfiniteQuery(openDecisionCountQuery);
  const { data: unread = 0 } = useQuery(unreadCountQuery);
  return (
    <div className={styles.sidebar}>
      <Link to="/" className={styles.brand}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        Agents
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        <Link to="/inbox" className={styles.link} activeProps={{ className: styles.active ?? '' }}>
          <Inbox aria-hidden size={18} />
          <span className={styles.grow}>Inbox</span>
          <CountBadge count={openDecisions} what="open decisions" />
        </Link>
        <Link to="/conversations" className={styles.link} activeProps={{ className: styles.active ?? '' }}>
          <MessagesSquare aria-hidden size={18} />
          <span className={styles.grow}>Conversations</span>
          <UnreadBadge count={unread} />
        </Link>
        <Link
          to="/search"
          className={styles.link}
          activeProps={{ className: styles.active ?? '' }}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search aria-hidden size={18} />
          <span className={styles.grow}>Search</span>
        </Link>
        <Link
          to="/"
          className={styles.link}
          activeOptions={{ exact: true }}
          activeProps={{ className: styles.active ?? '' }}
        >
          <Bot aria-hidden size={18} />
          <span className={styles.grow}>All agents</span>
        </Link>
      </nav>
      <div className={styles.heading}>
        <h2>Your agents</h2>
        <ButtonLink to="/agents/new" size="small" variant="quiet" icon={<Plus aria-hidden size={16} />}>
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
