import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MessagesSquare, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { goneAfter } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { conversationQuery, conversationsQuery, messagesQuery } from '../../api/conversations.ts';
import type { Conversation } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { UnreadBadge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { conversationName } from '../conversations/conversation-words.ts';
import { useConversationActions } from '../conversations/use-conversation-actions.tsx';
import styles from './conversation-bar.module.css';

interface ConversationBarProps {
  agentId: string;
  agentName: string;
  /** Those that are not archived, newest first. */
  conversations: readonly Conversation[];
  conversationId: string | null;
}

export function ConversationBar(props: ConversationBarProps) {
  const { agentId, agentName, conversations, conversationId } = props;
  const inList = conversations.find(({ id }) => id === conversationId);
  const { data: asked } = useQuery({
    ...conversationQuery(conversationId ?? ''),
    enabled: conversationId !== null && inList === undefined,
  });
  const open = inList ?? asked;
  const others = conversations.filter(({ id }) => id !== conversationId);
  const unread = others.reduce((sum, { unread_count: count }) => sum + count, 0);
  return (
    <div className={styles.bar}>
      <h2 className="ellipsis muted small strong narrowable grows">
        {conversationId === null ? (
          'New conversation'
        ) : (
          <OutsideText text={open === undefined ? '' : conversationName(open)} isProse />
        )}
      </h2>
      {others.length > 0 && (
        <ButtonLink
          to="/conversations"
          search={{ agent: agentId }}
          size="small"
          variant="quiet"
          icon={MessagesSquare}
          badge={<UnreadBadge count={unread} />}
        >
          Conversations
        </ButtonLink>
      )}
      <ButtonLink
        to="/agents/$agentId"
        params={{ agentId }}
        search={{ conversation: 'new' }}
        size="small"
        variant="quiet"
        aria-label="New conversation"
        icon={Plus}
      >
        New
      </ButtonLink>
      {open !== undefined && (
        <ConversationMenu conversation={open} agentName={agentName} next={others[0]?.id ?? 'new'} />
      )}
    </div>
  );
}

interface ConversationMenuProps {
  conversation: Conversation;
  agentName: string;
  /** Where the person goes when it is put away or deleted: another conversation, or `new`. */
  next: string;
}

function ConversationMenu({ conversation, agentName, next }: ConversationMenuProps) {
  const { id: conversationId, agent_id: agentId } = conversation;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toNext = () =>
    navigate({ to: '/agents/$agentId', params: { agentId }, search: { conversation: next } });
  const { actions, dialog } = useConversationActions(conversation, { onPutAway: () => void toNext() });

  async function remove(): Promise<void> {
    const path = { conversation_id: conversationId };
    await goneAfter(call('delete', '/api/client/conversations/{conversation_id}', { path }));
    await toNext();
    queries.removeQueries({ queryKey: messagesQuery(conversationId).queryKey });
  }

  return (
    <>
      <ActionMenu
        label="More actions"
        actions={[
          ...actions,
          {
            label: 'Delete conversation…',
            icon: Trash2,
            isDanger: true,
            onAction: () => setAsking(true),
          },
        ]}
      />
      {dialog}
      <ConfirmDialog
        title="Delete this conversation?"
        action="Delete conversation"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={remove}
        done="The conversation is deleted."
        stale={[conversationsQuery.queryKey, ['decisions']]}
      >
        <p>
          All its messages, their files and the requests in it are deleted. <OutsideText text={agentName} />{' '}
          is told that you have dismissed the open requests, and can no longer write here. It may still know
          what it has received. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
