import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Agent } from '../../api/agents.ts';
import { foundMessagesQuery } from '../../api/conversations.ts';
import { EmptyState, ErrorNotice, Loading } from '../../ui/feedback.tsx';
import { LoadMore } from '../../ui/lists.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { ChatFrame } from './chat-frame.tsx';
import { MessageList } from './message-list.tsx';

interface FoundMessagesProps {
  agent: Agent;
  conversationId: string;
  /** When the message was written that is to be seen. */
  at: string;
  onNewest: () => void;
}

/** A conversation up to a message that the person looks for, which stands at the end. */
export function FoundMessages({ agent, conversationId, at, onNewest }: FoundMessagesProps) {
  const pages = useInfiniteQuery(foundMessagesQuery(conversationId, at));
  const messages = useMemo(() => pages.data?.pages.flat().reverse() ?? [], [pages.data]);
  return (
    <ChatFrame
      label={`Messages with ${visibleText(agent.agent_name)} up to the one that was found`}
      onNewest={onNewest}
    >
      {pages.isError && !pages.isFetchNextPageError && (
        <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isPending && <Loading label="Loading messages" />}
      {pages.isSuccess && messages.length === 0 && (
        <EmptyState icon={<Trash2 size={26} />} title="This message is deleted">
          The newest messages are still there.
        </EmptyState>
      )}
      <LoadMore pages={pages} label="Older messages" />
      <MessageList agent={agent} messages={messages} growing={[]} events={[]} />
    </ChatFrame>
  );
}
