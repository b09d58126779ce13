import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { agentQuery, isPolling } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { NotFoundPage } from '../../app/error-pages.tsx';
import { Avatar, Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { timeAgo } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './agent-layout.module.css';

export function AgentLayout() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId' });
  const query = useQuery(agentQuery(agentId));
  const { data: agent, error } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return <NotFoundPage />;
  if (agent === undefined) return <Waiting query={query} label="Loading the agent" />;
  const isInteractive = agent.kind === 'interactive';
  const link = {
    className: styles.link,
    activeProps: { className: styles.active ?? '' },
    params: { agentId },
  };
  return (
    <div className="column tall">
      <header className={styles.bar}>
        <div className={styles.ownTitle}>
          <AgentTitle agent={agent} />
        </div>
        <nav aria-label={`Pages of ${visibleText(agent.agent_name)}`} className={styles.nav}>
          <Link {...link} to="/agents/$agentId" activeOptions={{ exact: true, includeSearch: false }}>
            {isInteractive ? 'Chat' : 'Overview'}
          </Link>
          {isInteractive && (
            <Link {...link} to="/agents/$agentId/tasks">
              Tasks
            </Link>
          )}
          <Link {...link} to="/agents/$agentId/deliveries">
            Deliveries
          </Link>
          <Link {...link} to="/agents/$agentId/settings">
            Settings
          </Link>
        </nav>
      </header>
      <div className="fills">
        <Outlet />
      </div>
    </div>
  );
}

/** The agent whose page is open: its frame has read it, and shows why it could not. */
export function useAgent(): Agent {
  const { agentId } = useParams({ from: '/inside/agents/$agentId' });
  return useSuspenseQuery(agentQuery(agentId)).data;
}

/** On a phone it stands in the bar of the menu instead of the header. */
export function AgentTitle({ agent }: { agent: Agent }) {
  return (
    <div className={styles.title}>
      <Avatar name={agent.agent_name} seed={agent.agent_id} isOnline={agent.online} size="small" />
      <OutsideText as="span" className="ellipsis heavy" text={agent.agent_name} />
      <span role="status" className={styles.state}>
        <PresenceBadges agent={agent} />
      </span>
    </div>
  );
}

export function presenceWords(agent: Agent): 'Online' | 'Reachable by webhook' | 'Polls' | 'Offline' {
  if (agent.online) return 'Online';
  if (agent.webhook_url !== null) return 'Reachable by webhook';
  return isPolling(agent) ? 'Polls' : 'Offline';
}

const SECOND_MS = 1_000;

/** {@link isPolling}, which ends without a change of the agent. */
export function useIsPolling(agent: Agent): boolean {
  useNow(30 * SECOND_MS);
  return isPolling(agent);
}

/** When an agent last polled. Where a screen reader tells of changes, it hears only that the agent polls. */
export function Polled({ at, isQuiet = false }: { at: string; isQuiet?: boolean }) {
  const now = useNow(SECOND_MS);
  return (
    <>
      <span aria-hidden={isQuiet}>Polled {timeAgo(new Date(at), now)}</span>
      {isQuiet && <span className="visually-hidden">Polls</span>}
    </>
  );
}

export function PresenceBadges({ agent }: { agent: Agent }) {
  const trouble = deliveryTrouble(agent);
  useIsPolling(agent);
  const words = presenceWords(agent);
  const polledAt = words === 'Polls' ? agent.last_polled_at : null;
  return (
    <>
      <Badge tone={agent.online ? 'good' : 'neutral'}>
        {polledAt === null ? words : <Polled at={polledAt} isQuiet />}
      </Badge>
      {trouble !== null && <Badge tone={trouble.tone}>{trouble.phrase}</Badge>}
    </>
  );
}

/** That events do not reach the agent as they should: in a word for lists and a phrase for badges. */
interface DeliveryTrouble {
  word: string;
  phrase: string;
  tone: Tone;
}

/** `null` if deliveries go well. */
export function deliveryTrouble({ status, webhook_breaker: breaker }: Agent): DeliveryTrouble | null {
  if (breaker !== null) return { word: 'held back', phrase: 'Deliveries held back', tone: 'bad' };
  if (status === 'error') return { word: 'failing', phrase: 'Deliveries fail', tone: 'bad' };
  return null;
}
