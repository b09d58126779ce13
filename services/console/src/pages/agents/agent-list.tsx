import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agentsQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { conversationsQuery } from '../../api/conversations.ts';
import { useLastSeen } from '../../api/last-seen.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { latestByAgent } from './latest-conversation.ts';
import type { LatestConversation } from './latest-conversation.ts';
import styles from './agent-list.module.css';

/** All agents, those with the newest message first, each with its state and its last message. */
export function AgentList() {
  const agents = useQuery(agentsQuery);
  const conversations = useQuery(conversationsQuery);
  const seen = useLastSeen();
  if (agents.isError) return <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />;
  if (agents.data === undefined) return null;
  if (agents.data.length === 0) return <p className={styles.none}>None yet. Make the first one.</p>;

  const latest = latestByAgent(conversations.data ?? [], seen);
  const activeAt = (agent: Agent): string => latest.get(agent.agent_id)?.at ?? agent.created_at;
  const sorted = agents.data.toSorted((a, b) => (activeAt(a) < activeAt(b) ? 1 : -1));
  return (
    <ul className={styles.list}>
      {sorted.map((agent) => (
        <AgentRow key={agent.agent_id} agent={agent} latest={latest.get(agent.agent_id)} />
      ))}
    </ul>
  );
}

function AgentRow({ agent, latest }: { agent: Agent; latest: LatestConversation | undefined }) {
  const state = agent.status === 'error' ? 'deliveries fail' : agent.online ? 'online' : 'offline';
  return (
    <li>
      <Link
        to="/agents/$agentId"
        params={{ agentId: agent.agent_id }}
        className={styles.row}
        activeProps={{ className: styles.active ?? '' }}
      >
        <Avatar name={agent.agent_name} seed={agent.agent_id} isOnline={agent.online} />
        <span className={styles.texts}>
          <span className={styles.line}>
            <span className={styles.name}>{agent.agent_name}</span>
            {latest && <RelativeTime at={latest.at} className={styles.time} />}
          </span>
          <span className="visually-hidden">, {state}. </span>
          <span className={styles.line}>
            <span className={styles.last}>{latest?.text ?? emptyLine(agent)}</span>
            {agent.status === 'error' && <span className={styles.failing}>failing</span>}
            {latest?.isUnseen === true && (
              <span className={styles.unseen}>
                <span className="visually-hidden">New messages</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function emptyLine(agent: Agent): string {
  return agent.kind === 'approval-only' ? 'Asks for approvals only' : 'No messages yet';
}
