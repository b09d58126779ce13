import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Plus } from 'lucide-react';
import { agentsQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { Avatar } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { ItemList } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { PresenceBadges } from './agent-layout.tsx';
import styles from './agents-page.module.css';

export function AgentsPage() {
  const query = useQuery(agentsQuery);
  const { data: agents } = query;
  return (
    <Page
      title="All agents"
      description={agents !== undefined && agents.length > 0 ? summary(agents) : undefined}
      actions={
        <ButtonLink to="/agents/new" variant="primary" icon={Plus}>
          New agent
        </ButtonLink>
      }
    >
      {agents === undefined && <Waiting query={query} label="Loading agents" />}
      <ItemList
        className={styles.grid}
        items={agents}
        idOf={({ agent_id: id }) => id}
        none={
          <EmptyState icon={<Bot size={26} />} title="Connect your first agent">
            An agent is your program. Create one here, copy its code into your program, and start a
            conversation.
          </EmptyState>
        }
      >
        {(agent) => <AgentCard agent={agent} />}
      </ItemList>
    </Page>
  );
}

function AgentCard({ agent }: { agent: Agent }) {
  return (
    <li className={styles.card}>
      <Avatar name={agent.agent_name} seed={agent.agent_id} isOnline={agent.online} />
      <div className="stack gap-2px narrowable">
        <Link to="/agents/$agentId" params={{ agentId: agent.agent_id }} className={styles.name}>
          <OutsideText text={agent.agent_name} />
        </Link>
        <span className="muted small">
          {agent.kind === 'approval-only' ? 'Approvals only' : 'Interactive'} · created{' '}
          <RelativeTime at={agent.created_at} />
        </span>
        <span className={styles.badges}>
          <PresenceBadges agent={agent} />
        </span>
      </div>
    </li>
  );
}

function summary(agents: readonly Agent[]): string {
  const online = agents.filter((agent) => agent.online).length;
  return `${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}, ${online} online`;
}
