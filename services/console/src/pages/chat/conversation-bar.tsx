import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import {
  conversationQuery,
  conversationsQuery,
  deleteConversation,
  messagesQuery,
  pinnedConversationsQuery,
} from '../../api/conversations.ts';
import type { Conversation } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { relativeTime } from '../../ui/time-format.ts';
import { conversationName, pinnedFirst } from '../conversations/conversation-words.ts';
import { useConversationActions } from '../conversations/use-conversation-actions.tsx';
import styles from './conversation-bar.module.css';

const LABEL_LENGTH_MAX = 48;

interface ConversationBarProps {
  agentId: string;
  agentName: string;
  /** Those that are not put away, newest first. */
  conversations: readonly Conversation[];
  /** Loads those before them; `null` if these are all. */
  onOlder: (() => void) | null;
  conversationId: string | null;
}

/** Chooses one of an agent's conversations, starts a new one, and has a menu for the one that is open. */
export function ConversationBar(props: ConversationBarProps) {
  const { agentId, agentName, conversations, onOlder, conversationId } = props;
  const navigate = useNavigate();
  const { data: pinned = [] } = useQuery(pinnedConversationsQuery(agentId));
  const listed = pinnedFirst(pinned, conversations);
  const inList = listed.find(({ id }) => id === conversationId);
  const { data: asked } = useQuery({
    ...conversationQuery(conversationId ?? ''),
    enabled: conversationId !== null && inList === undefined,
  });
  const open = inList ?? asked;
  const options = listed.map((conversation) => ({ id: conversation.id, label: labelOf(conversation) }));
  if (conversationId === null) options.unshift({ id: 'new', label: 'New conversation' });
  else if (!options.some(({ id }) => id === conversationId))
    options.push({
      id: conversationId,
      label: open === undefined ? 'Older conversation' : labelOf(open),
    });
  const unread = listed.find(({ id, unread_count: count }) => id !== conversationId && count > 0);
  return (
    <div className={styles.bar}>
      {options.length > 1 && (
        <SelectField
          label="Conversation"
          isLabelHidden
          options={options}
          value={conversationId ?? 'new'}
          {...(onOlder !== null && { onEnd: onOlder })}
          onChange={(id) =>
            void navigate({ to: '/agents/$agentId', params: { agentId }, search: { conversation: id } })
          }
        />
      )}
      {unread !== undefined && (
        <ButtonLink
          to="/agents/$agentId"
          params={{ agentId }}
          search={{ conversation: unread.id }}
          size="small"
          className={styles.unread ?? ''}
        >
          New in another conversation
        </ButtonLink>
      )}
      <ButtonLink
        to="/agents/$agentId"
        params={{ agentId }}
        search={{ conversation: 'new' }}
        size="small"
        variant="quiet"
        className={styles.begin ?? ''}
        icon={<Plus aria-hidden size={16} />}
      >
        New conversation
      </ButtonLink>
      {open !== undefined && (
        <ConversationMenu
          conversation={open}
          agentName={agentName}
          next={conversations.find(({ id }) => id !== conversationId)?.id ?? 'new'}
        />
      )}
    </div>
  );
}

function labelOf(conversation: Conversation): string {
  const { last_message_at: at, pinned, unread_count: unread } = conversation;
  const name = conversationName(conversation);
  return [
    name.length > LABEL_LENGTH_MAX ? `${name.slice(0, LABEL_LENGTH_MAX)}…` : name,
    ...(at === null ? [] : [relativeTime(new Date(at), new Date())]),
    ...(pinned ? ['pinned'] : []),
    ...(unread > 0 ? [`${unread >= 100 ? '100+' : unread} new`] : []),
  ].join(' · ');
}

interface ConversationMenuProps {
  conversation: Conversation;
  agentName: string;
  /** Where the person goes when it is put away or deleted: another conversation, or `new`. */
  next: string;
}

/** What can be done with the conversation that is open. */
function ConversationMenu({ conversation, agentName, next }: ConversationMenuProps) {
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
      // It was changed meanwhile, perhaps in another tab.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
    }
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
