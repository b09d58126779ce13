import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Archive, ShieldCheck, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Agent } from '../../api/agents.ts';
import { ApiError } from '../../api/api-error.ts';
import { conversationPagesQuery, conversationQuery, messagesQuery } from '../../api/conversations.ts';
import type { Conversation } from '../../api/conversations.ts';
import { decisionsOfAgentQuery } from '../../api/decisions.ts';
import { NotFoundPage } from '../../app/error-pages.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState, Waiting } from '../../ui/feedback.tsx';
import { LoadMore, PagedList } from '../../ui/lists.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Page, useDocumentTitle } from '../../ui/page.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useAgent } from '../agents/agent-layout.tsx';
import { useConversationChange } from '../conversations/use-conversation-actions.tsx';
import { DecisionCard } from '../decisions/decision-card.tsx';
import { useAttachments } from './attachments.tsx';
import styles from './chat-page.module.css';
import { Composer } from './composer.tsx';
import { ConversationBar } from './conversation-bar.tsx';
import { ChatFrame, History, useReading } from './history.tsx';
import { MessageList } from './message-list.tsx';
import { useOutgoing } from './outgoing.ts';

/** The conversation that the address names, else the newest one with the agent, else a new one. */
export function ChatPage() {
  const agent = useAgent();
  const { agent_id: agentId } = agent;
  const { conversation: named, at } = useSearch({ from: '/inside/agents/$agentId/' });
  const pages = useInfiniteQuery(conversationPagesQuery(agentId));
  const conversations = pages.data?.pages.flat();
  useDocumentTitle(agent.agent_name);
  if (agent.kind === 'approval-only')
    return <ApprovalsOverview agent={agent} conversation={conversations?.[0]} />;
  if (conversations === undefined) return <Waiting query={pages} label="Loading" />;
  return <Chat key={agentId} agent={agent} conversations={conversations} named={named} at={at} />;
}

interface ChatProps {
  agent: Agent;
  /** The newest with this agent. */
  conversations: readonly Conversation[];
  /** The conversation that the address names, or `new` for one that begins with the next message. */
  named: string | undefined;
  /** When the message was written that the address asks to show; the newest otherwise. */
  at: string | undefined;
}

function Chat({ agent, conversations, named, at }: ChatProps) {
  const conversationId = useConversation(conversations, named);
  const agentId = agent.agent_id;
  const isListed = conversations.some(({ id }) => id === conversationId);
  const { data: unlisted } = useQuery({
    ...conversationQuery(conversationId ?? ''),
    enabled: conversationId !== null && !isListed,
  });
  // What shows the messages reads them.
  const { error } = useInfiniteQuery({ ...messagesQuery(conversationId ?? '', at), enabled: false });
  const isGone = error instanceof ApiError && error.status === 404;
  const navigate = useNavigate();
  const attachments = useAttachments();
  const goTo = (conversation: string | undefined): void =>
    void navigate({ to: '/agents/$agentId', params: { agentId }, search: { conversation } });
  const outgoing = useOutgoing(agentId, conversationId, goTo);
  const [isDropTarget, setDropTarget] = useState(false);
  const toNewest = (): void => goTo(conversationId ?? undefined);
  if (unlisted !== undefined && unlisted.agent_id !== agentId) return <NotFoundPage />;

  return (
    <div
      className={classNames('column tall around', isDropTarget && styles.dropTarget)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setDropTarget(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropTarget(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setDropTarget(false);
        void attachments.add([...event.dataTransfer.files]);
      }}
    >
      {(conversations.length > 0 || conversationId !== null) && (
        <ConversationBar
          agentId={agentId}
          agentName={agent.agent_name}
          conversations={conversations}
          conversationId={conversationId}
        />
      )}
      {!isListed && unlisted?.archived === true && <PutAwayNotice conversationId={unlisted.id} />}
      {at === undefined || conversationId === null ? (
        <History
          key={conversationId ?? 'new'}
          agent={agent}
          conversationId={conversationId}
          outgoing={outgoing.items}
          onRetry={outgoing.retry}
        />
      ) : (
        <FoundMessages
          key={`${conversationId} ${at}`}
          agent={agent}
          conversationId={conversationId}
          at={at}
          onNewest={toNewest}
        />
      )}
      {!isGone && (
        <Composer
          agentId={agentId}
          agentName={agent.agent_name}
          attachments={attachments}
          onSend={(...sent) => {
            // A person who writes goes on at the end.
            if (at !== undefined) toNewest();
            return outgoing.send(...sent);
          }}
        />
      )}
    </div>
  );
}

/** Unless named, the newest when the page opens, or the first that comes: it stays until it is deleted. */
function useConversation(conversations: readonly Conversation[], named: string | undefined): string | null {
  const newest = conversations[0]?.id ?? null;
  const [first, setFirst] = useState(newest);
  const isGone = first !== null && !conversations.some(({ id }) => id === first);
  if (newest !== first && (first === null || isGone)) setFirst(newest);
  if (named === 'new') return null;
  return named ?? first ?? newest;
}

function PutAwayNotice({ conversationId }: { conversationId: string }) {
  const change = useConversationChange(conversationId);
  return (
    <div className={styles.notice}>
      <Archive aria-hidden size={16} />
      <span>This conversation is archived. The next message restores it.</span>
      <Button size="small" isPending={change.isPending} onPress={() => change.mutate({ archived: false })}>
        Restore
      </Button>
    </div>
  );
}

interface FoundMessagesProps {
  agent: Agent;
  conversationId: string;
  /** When the message was written that is to be seen. */
  at: string;
  onNewest: () => void;
}

/** A conversation up to a message that the person looks for, which stands at the end. */
function FoundMessages({ agent, conversationId, at, onNewest }: FoundMessagesProps) {
  const pages = useInfiniteQuery(messagesQuery(conversationId, at));
  const messages = useMemo(() => pages.data?.pages.flat().reverse() ?? [], [pages.data]);
  return (
    <ChatFrame
      label={`Messages with ${visibleText(agent.agent_name)} up to the one that was found`}
      onNewest={onNewest}
    >
      <Waiting query={pages} label="Loading messages" />
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

interface ApprovalsOverviewProps {
  agent: Agent;
  /** Which has all requests of such an agent. */
  conversation: Conversation | undefined;
}

function ApprovalsOverview({ agent, conversation }: ApprovalsOverviewProps) {
  const { id = null, last_message_at: at = null } = conversation ?? {};
  useReading(id, at === null ? undefined : { created_at: at, sender: 'agent' });
  return (
    <Page title="Approvals" description="This agent only asks for decisions." width="narrow">
      <PagedList
        className="stack gap-3"
        pages={useInfiniteQuery(decisionsOfAgentQuery(agent.agent_id))}
        idOf={({ decision_id: id }) => id}
        loading="Loading decisions"
        none={
          <EmptyState icon={<ShieldCheck size={26} />} title="No requests yet">
            When <OutsideText text={agent.agent_name} /> needs your decision, it appears here and in the
            inbox.
          </EmptyState>
        }
        more="Show older requests"
      >
        {(decision) => (
          <li>
            <DecisionCard decision={decision} />
          </li>
        )}
      </PagedList>
    </Page>
  );
}
