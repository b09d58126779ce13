import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import type { Agent } from '../../api/agents.ts';
import type { Conversation } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { UnreadBadge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './conversation-row.module.css';
import { conversationName, messageLine } from './conversation-words.ts';
import { useConversationActions } from './use-conversation-actions.tsx';

interface ConversationRowProps {
  conversation: Conversation;
  agent: Agent | undefined;
}

export function ConversationRow({ conversation, agent }: ConversationRowProps) {
  const { id, agent_id: agentId, title, last_message_at: at, unread_count: unread, pinned } = conversation;
  const { actions, dialog } = useConversationActions(conversation);
  const name = conversationName(conversation);
  const agentName = agent?.agent_name ?? 'Agent';
  const excerpt = title === null ? null : messageLine(conversation.last_message_text);
  return (
    <li className={styles.row} data-conversation={id}>
      <Avatar name={agentName} seed={agentId} {...(agent && { isOnline: agent.online })} />
      <div className="stack-tight narrowable grows">
        <div className="row gap-2 narrowable spread">
          <Link
            to="/agents/$agentId"
            params={{ agentId }}
            search={{ conversation: id }}
            className={classNames(styles.name, unread > 0 && styles.unread)}
          >
            <OutsideText text={name} isProse />
          </Link>
          {at !== null && <RelativeTime at={at} className="muted tiny rigid" />}
        </div>
        <div className="row gap-2 narrowable spread">
          <span className="ellipsis muted small grows">
            <OutsideText as="span" className="text" text={agentName} />
            {excerpt !== null && (
              <>
                {' · '}
                <OutsideText text={excerpt} isProse />
              </>
            )}
          </span>
          {pinned && (
            <span className="flex muted rigid">
              <Pin aria-hidden size={14} />
              <span className="visually-hidden">Pinned</span>
            </span>
          )}
          <UnreadBadge count={unread} />
        </div>
      </div>
      <ActionMenu label={`Actions for ${visibleText(name)}`} actions={actions} className={styles.menu} />
      {dialog}
    </li>
  );
}
