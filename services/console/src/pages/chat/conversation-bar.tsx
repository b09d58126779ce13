import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Conversation } from '../../api/conversations.ts';
import { conversationQuery, pinnedConversationsQuery } from '../../api/conversations.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { relativeTime } from '../../ui/time-format.ts';
import { conversationName } from '../conversations/conversation-words.ts';
import { pinnedFirst } from '../conversations/pinned-first.ts';
import styles from './conversation-bar.module.css';
import { ConversationMenu } from './conversation-menu.tsx';

const LABEL_LENGTH_MAX = 48;

export interface ConversationBarProps {
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
