import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { agentsQuery } from '../../api/agents.ts';
import type { Agent } from '../../api/agents.ts';
import { conversationsQuery, CONVERSATIONS_LISTED_MAX } from '../../api/conversations.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Contained } from '../../ui/contained.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UnreadBadge } from '../conversations/unread-badge.tsx';
import { deliveryTrouble } from './delivery-trouble.ts';
import { latestByAgent } from './latest-conversation.ts';
import type { LatestConversation } from './latest-conversation.ts';
import styles from './agent-list.module.css';

/** All agents, those with the newest message first, each with its state and its last message. */
export function AgentList() {
  const agents = useQuery(agentsQuery);
  const conversations = useQuery(conversationsQuery);
  if (agents.isError) return <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />;
  if (agents.data === undefined) return null;
  if (agents.data.length === 0) return <p className={styles.none}>None yet. Make the first one.</p>;

  const latest = latestByAgent(conversations.data ?? []);
  const isWhole = (conversations.data?.length ?? 0) < CONVERSATIONS_LISTED_MAX;
  const activeAt = (agent: Agent): string => latest.get(agent.agent_id)?.at ?? agent.created_at;
  const sorted = agents.data.toSorted((a, b) => (activeAt(a) < activeAt(b) ? 1 : -1));
  return (
    <ul className={styles.list}>
      {sorted.map((agent) => (
        <Contained key={agent.agent_id} isItem>
          <AgentRow agent={agent} latest={latest.get(agent.agent_id)} isWhole={isWhole} />
        </Contained>
      ))}
    </ul>
  );
}

interface AgentRowProps {
  agent: Agent;
  latest: LatestConversation | undefined;
  /** The list has all conversations, so an agent without one there has none. */
  isWhole: boolean;
}

function AgentRow({ agent, latest, isWhole }: AgentRowProps) {
  const trouble = deliveryTrouble(agent);
  const state = trouble?.phrase.toLowerCase() ?? (agent.online ? 'online' : 'offline');
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
            <span className={styles.name}>
              <OutsideText text={agent.agent_name} />
            </span>
            {latest && <RelativeTime at={latest.at} className={styles.time} />}
          </span>
          <span className="visually-hidden">, {state}. </span>
          <span className={styles.line}>
            <span className={styles.last}>
              {latest === undefined ? (
                isWhole && emptyLine(agent)
              ) : (
                <OutsideText text={latest.text} isProse />
              )}
            </span>
            {trouble !== null && (
              <span aria-hidden className={classNames(styles.trouble, styles[trouble.tone])}>
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
  return agent.kind === 'approval-only' ? 'Asks for approvals only' : 'No messages yet';
}
