import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { conversationsQuery, messagesQuery } from '../../api/conversations.ts';
import type { Message } from '../../api/conversations.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/feedback.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import styles from './quick-replies.module.css';

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
      <ul ref={list} className={styles.replies} aria-label={`Replies to ${visibleText(name)}`}>
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
