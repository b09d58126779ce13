import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { Conversation } from '../../api/conversations.ts';
import { conversationsQuery, deleteConversation, messagesQuery } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { toast } from '../../ui/toast.ts';
import { useConversationActions } from '../conversations/use-conversation-actions.tsx';

export interface ConversationMenuProps {
  conversation: Conversation;
  agentName: string;
  /** Where the person goes when it is put away or deleted: another conversation, or `new`. */
  next: string;
}

/** What can be done with the conversation that is open. */
export function ConversationMenu({ conversation, agentName, next }: ConversationMenuProps) {
  const { id: conversationId, agent_id: agentId } = conversation;
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toNext = () =>
    navigate({ to: '/agents/$agentId', params: { agentId }, search: { conversation: next } });
  const { actions, dialog } = useConversationActions(conversation, { onPutAway: () => void toNext() });

  async function remove(): Promise<void> {
    try {
      await deleteConversation(conversationId);
    } catch (error) {
      // Somebody was faster, perhaps in another tab.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
    await toNext();
    queries.removeQueries({ queryKey: messagesQuery(conversationId).queryKey });
    await Promise.allSettled(
      [conversationsQuery.queryKey, ['decisions']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
    toast({ tone: 'good', text: 'The conversation is deleted.' });
  }

  return (
    <>
      <ActionMenu
        label="More actions"
        actions={[
          ...actions,
          {
            id: 'delete',
            label: 'Delete conversation…',
            icon: <Trash2 aria-hidden size={16} />,
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
