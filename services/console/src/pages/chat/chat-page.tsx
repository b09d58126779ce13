import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams, useSearch } from '@tanstack/react-router';
import { agentQuery } from '../../api/agents.ts';
import { conversationPagesQuery } from '../../api/conversations.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { pinnedFirst } from '../conversations/pinned-first.ts';
import { ApprovalsOverview } from './approvals-overview.tsx';
import { Chat } from './chat.tsx';

/** The conversation that the address names, else the newest one with the agent, else a new one. */
export function ChatPage() {
  const { agentId } = useParams({ from: '/inside/agents/$agentId/' });
  const { conversation: named, at } = useSearch({ from: '/inside/agents/$agentId/' });
  const { data: agent } = useQuery(agentQuery(agentId));
  const pages = useInfiniteQuery(conversationPagesQuery(agentId));
  const conversations = useMemo(() => pages.data && pinnedFirst([], pages.data.pages.flat()), [pages.data]);
  const { error, refetch } = pages;
  useDocumentTitle(agent?.agent_name ?? 'Chat');
  if (agent?.kind === 'approval-only') return <ApprovalsOverview agent={agent} />;
  if (agent === undefined || conversations === undefined) {
    return error === null ? <Loading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />;
  }
  const older = pages.hasNextPage ? () => void pages.fetchNextPage() : null;
  return (
    <Chat
      key={agentId}
      agent={agent}
      conversations={conversations}
      onOlderConversations={older}
      named={named}
      at={at}
    />
  );
}
