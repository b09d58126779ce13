import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { agentQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { NotFoundPage } from '../../app/error-pages.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Waiting } from '../../ui/feedback.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './agent-layout.module.css';
import { PresenceBadges } from './presence.tsx';

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
