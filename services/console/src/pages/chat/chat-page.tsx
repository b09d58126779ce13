import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { agentQuery } from '../../api/agents.ts';
import { conversationsQuery } from '../../api/conversations.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { ApprovalsOverview } from './approvals-overview.tsx';
import { Chat } from './chat.tsx';

/** The conversation that the address names, else the newest one with the agent, else a new one. */
export function ChatPage() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId/' });
  const { conversation: named } = useSearch({ from: '/inside/agents/$agentId/' });
  const { data: agent } = useQuery(agentQuery(agentId));
  const { data: conversations, error, refetch } = useQuery(conversationsQuery);
  useDocumentTitle(agent?.agent_name ?? 'Chat');
  if (agent?.kind === 'approval-only') return <ApprovalsOverview agent={agent} />;
  if (agent === undefined || conversations === undefined) {
    return error === null ? <Loading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  }
  const own = conversations.filter((conversation) => conversation.agent_id === agentId);
  return <Chat key={agentId} agent={agent} conversations={own} named={named} />;
}
