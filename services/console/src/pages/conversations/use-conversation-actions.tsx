import { useMutation } from '@tanstack/react-query';
import { Archive, ArchiveRestore, MailOpen, Pencil, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { explain, fieldError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { conversationsQuery } from '../../api/conversations.ts';
import type { Conversation } from '../../api/conversations.ts';
import type { Action } from '../../ui/action-menu.tsx';
import { toast } from '../../ui/feedback.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { visibleText } from '../../ui/visible-text.ts';

type ConversationChanges = Schemas['ConversationChanges'];

export function useConversationActions(
  conversation: Conversation,
  { onPutAway }: { onPutAway?: () => void } = {},
): { actions: readonly Action[]; dialog: ReactNode } {
  const { id, pinned, archived, unread_count: unread } = conversation;
  const [isRenaming, setRenaming] = useState(false);
  const change = useConversationChange(id);
  const unreading = useUnreading(id);
  // The row or the menu may be gone before the answer comes, since the list is read again at once.
  const apply = (changes: ConversationChanges, done: string, then?: () => void): void =>
    void change.mutateAsync(changes).then(() => {
      toast({ tone: 'good', text: done });
      then?.();
    }, refuse);

  const pin = (to: boolean, done: string) => () => apply({ pinned: to }, done);
  const archive = (to: boolean, done: string, then?: () => void) => () => apply({ archived: to }, done, then);
  const putAway = archive(true, 'The conversation is archived until its next message.', onPutAway);
  const actions: Action[] = [
    { label: 'Rename…', icon: Pencil, onAction: () => setRenaming(true) },
    pinned
      ? { label: 'Unpin', icon: PinOff, onAction: pin(false, 'The conversation is no longer pinned.') }
      : { label: 'Pin', icon: Pin, onAction: pin(true, 'The conversation is pinned.') },
    archived
      ? { label: 'Restore', icon: ArchiveRestore, onAction: archive(false, 'The conversation is restored.') }
      : { label: 'Archive', icon: Archive, onAction: putAway },
  ];
  if (unread === 0)
    actions.push({ label: 'Mark as unread', icon: MailOpen, onAction: () => unreading.mutate() });
  const dialog = isRenaming && (
    <RenameDialog conversation={conversation} onClose={() => setRenaming(false)} />
  );
  return { actions, dialog };
}

function useUnreading(conversationId: string) {
  return useMutation({
    mutationFn: () =>
      call('post', '/api/client/conversations/{conversation_id}/unread', {
        path: { conversation_id: conversationId },
      }),
    onSuccess: ({ unread_count: unread }) =>
      unread === 0
        ? toast({ text: 'There are no messages from the agent to mark as unread.' })
        : toast({ tone: 'good', text: 'The conversation is marked as unread.' }),
    onError: refuse,
    meta: { stale: [conversationsQuery.queryKey] },
  });
}

function refuse(error: unknown): void {
  toast({ tone: 'bad', text: explain(error) });
}

const TITLE_LENGTH_MAX = 100;

/** Without a title of the person the agent's is shown, or the beginning of the newest message. */
function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const own = conversation.titled_by === 'user' ? (conversation.title ?? '') : '';
  const title = useInput(own);
  const change = useConversationChange(conversation.id);
  return (
    <FormDialog
      title="Rename conversation"
      action="Save title"
      sending={change}
      fields={['title']}
      onClose={onClose}
      onSubmit={() => change.mutate({ title: title.value.trim() || null }, { onSuccess: onClose })}
    >
      <Field
        label="Title"
        autoFocus
        autoComplete="off"
        maxLength={TITLE_LENGTH_MAX}
        placeholder={conversation.titled_by === 'agent' ? visibleText(conversation.title ?? '') : ''}
        hint="If you leave it empty, the agent’s title is shown, or the beginning of the newest message."
        error={fieldError(change.error, 'title')}
        {...title}
      />
    </FormDialog>
  );
}

/** Changes a conversation. It has succeeded when the lists that show it are read again. */
export function useConversationChange(conversationId: string) {
  return useMutation({
    mutationFn: (body: ConversationChanges) =>
      call('patch', '/api/client/conversations/{conversation_id}', {
        path: { conversation_id: conversationId },
        body,
      }),
    meta: { stale: [conversationsQuery.queryKey] },
  });
}
