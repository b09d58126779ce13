import { useId, useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiError } from '../../api/api-error.ts';
import type { Conversation } from '../../api/conversations.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { useConversationChange } from './use-conversation-change.ts';

const TITLE_LENGTH_MAX = 100;

/** Asks for the person's title of a conversation. Without one the agent's is shown, or the beginning of the newest message. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const formId = useId();
  const own = conversation.titled_by === 'user' ? (conversation.title ?? '') : '';
  const [title, setTitle] = useState(own);
  const change = useConversationChange(conversation.id);
  const refusal = change.error instanceof ApiError ? change.error.messageFor('title') : undefined;
  return (
    <Dialog
      title="Rename conversation"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={change.isPending}>
            Save title
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (change.isPending) return;
          change.mutate({ title: title.trim() === '' ? null : title.trim() }, { onSuccess: onClose });
        }}
      >
        <Field
          label="Title"
          autoFocus
          autoComplete="off"
          maxLength={TITLE_LENGTH_MAX}
          placeholder={conversation.titled_by === 'agent' ? visibleText(conversation.title ?? '') : ''}
          hint="If you leave it empty, the agent’s title is shown, or the beginning of the newest message."
          value={title}
          onChange={setTitle}
          error={refusal}
        />
        {change.isError && refusal === undefined && <ErrorNotice error={change.error} />}
      </Form>
    </Dialog>
  );
}
