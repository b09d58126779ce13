import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Conversation } from '../../api/conversations.ts';
import { useLastSeen } from '../../api/last-seen.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { relativeTime } from '../../ui/time-format.ts';
import styles from './conversation-bar.module.css';
import { ConversationMenu } from './conversation-menu.tsx';

const LABEL_LENGTH_MAX = 48;
const SHOWN_MAX = 50;

export interface ConversationBarProps {
  agentId: string;
  agentName: string;
  conversations: readonly Conversation[];
  conversationId: string | null;
}

/** Chooses one of an agent's conversations, starts a new one, and deletes the one that is open. */
export function ConversationBar(props: ConversationBarProps) {
  const { agentId, agentName, conversations, conversationId } = props;
  const navigate = useNavigate();
  const options = conversations.slice(0, SHOWN_MAX).map((conversation) => ({
    id: conversation.id,
    label: labelOf(conversation),
  }));
  if (conversationId === null) options.unshift({ id: 'new', label: 'New conversation' });
  const seen = useLastSeen();
  const unseen = conversations.find(
    ({ id, last_message_at: at }) => id !== conversationId && at !== null && at > (seen[id] ?? ''),
  );
  const isListed = options.some(({ id }) => id === conversationId);
  if (conversationId !== null && !isListed) options.push({ id: conversationId, label: 'Older conversation' });
  return (
    <div className={styles.bar}>
      {options.length > 1 && (
        <SelectField
          label="Conversation"
          isLabelHidden
          options={options}
          value={conversationId ?? 'new'}
          onChange={(id) =>
            void navigate({ to: '/agents/$agentId', params: { agentId }, search: { conversation: id } })
          }
        />
      )}
      {unseen !== undefined && (
        <ButtonLink
          to="/agents/$agentId"
          params={{ agentId }}
          search={{ conversation: unseen.id }}
          size="small"
          className={styles.unseen ?? ''}
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
      {conversationId !== null && (
        <ConversationMenu
          agentId={agentId}
          agentName={agentName}
          conversationId={conversationId}
          next={conversations.find(({ id }) => id !== conversationId)?.id ?? 'new'}
        />
      )}
    </div>
  );
}

function labelOf({ last_message_text: text, last_message_at: at }: Conversation): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  const excerpt = line.length > LABEL_LENGTH_MAX ? `${line.slice(0, LABEL_LENGTH_MAX)}…` : line;
  const when = at === null ? '' : ` · ${relativeTime(new Date(at), new Date())}`;
  return `${excerpt === '' ? 'Conversation' : excerpt}${when}`;
}
