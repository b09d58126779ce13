import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Agent } from '../../api/agents.ts';
import { ApiError, goneAfter } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { conversationsQuery, messagesQuery } from '../../api/conversations.ts';
import type { Message } from '../../api/conversations.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNotice, toast } from '../../ui/feedback.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { clockTime } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './quick-replies.module.css';

interface MessageMenuProps {
  agent: Agent;
  message: Message;
  className?: string | undefined;
}

export function MessageMenu({ agent, message, className }: MessageMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const path = { message_id: message.id };
  return (
    <>
      <ActionMenu
        label={`Actions for the message of ${clockTime(new Date(message.created_at))}`}
        className={className}
        actions={[
          {
            label: 'Delete message…',
            icon: Trash2,
            isDanger: true,
            onAction: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        title="Delete this message?"
        action="Delete message"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => goneAfter(call('delete', '/api/client/messages/{message_id}', { path }))}
        stale={[messagesQuery(message.conversation_id).queryKey, conversationsQuery.queryKey]}
      >
        <p>{consequence(message, agent.agent_name)} This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}

function consequence({ kind, sender }: Message, name: string): ReactNode {
  if (kind === 'decision')
    return said`The request is deleted with it. If you have not answered it, ${name} is told that you have dismissed it.`;
  if (kind === 'run') return 'The summary of the run is deleted with it. The run itself stays.';
  if (sender === 'agent') return 'It is deleted with its files, for you and in the history of the agent.';
  return said`It is deleted with its files. If ${name} has not received it yet, it will not. Otherwise ${name} may still know it.`;
}

/** The buttons under an agent's message. One press sends the text of a button; then they go. */
export function QuickReplies({ message }: { message: Message }) {
  const { id, conversation_id: conversationId, quick_replies: replies = [], sender_name: name } = message;
  const list = useRef<HTMLUListElement>(null);
  const press = useMutation({
    // The same button again sends nothing more.
    mutationFn: (index: number) =>
      call('post', '/api/client/messages/{message_id}/quick-reply', {
        path: { message_id: id },
        body: { index },
      }),
    // Also after a refusal: the conversation has gone on elsewhere, and the page shows how.
    meta: { stale: [messagesQuery(conversationId).queryKey, conversationsQuery.queryKey] },
    // The buttons go, and with them the focus; the messages take it.
    onSuccess: () => {
      if (list.current?.contains(document.activeElement) === true)
        list.current.closest<HTMLElement>('[role="region"]')?.focus();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        toast({ tone: 'bad', text: 'The conversation has moved on, so nothing was sent.' });
    },
  });
  return (
    <>
      <ul ref={list} className="actions fits below" aria-label={`Replies to ${visibleText(name)}`}>
        {replies.map(({ text }, index) => (
          <li key={index} className="narrowable fits">
            <Button
              className={styles.reply ?? ''}
              isPending={press.isPending && press.variables === index}
              isDisabled={press.isPending && press.variables !== index}
              onPress={() => press.mutate(index)}
            >
              <OutsideText text={text} />
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={press.error} />
    </>
  );
}
