import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Field, useInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form.tsx';
import { Section } from '../../ui/page.tsx';
import { forgetDrafts } from '../chat/draft-text.ts';

export function EraseAccount() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title="Delete account"
      description="Everything in it is removed for good: agents, conversations, tasks, decisions, files and your activity."
    >
      <div>
        <Button variant="danger" onPress={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <PasswordDialog onClose={() => setAsking(false)} />}
    </Section>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const password = useInput('');
  const queries = useQueryClient();
  const erasure = useMutation({
    mutationFn: () => call('post', '/api/client/account/erasure', { body: { password: password.value } }),
    onSuccess: ({ erasure_id: erasureId }) => {
      // No data of this person may remain for the next one at this screen.
      queries.clear();
      forgetDrafts();
      window.location.assign(`/account-deleted?erasure=${erasureId}`);
    },
  });
  const isWrong = erasure.error instanceof ApiError && erasure.error.status === 422;
  return (
    <FormDialog
      title="Delete your account?"
      role="alertdialog"
      action="Delete account"
      variant="danger"
      sending={{ ...erasure, error: isWrong ? null : erasure.error }}
      isDisabled={password.value === ''}
      onClose={onClose}
      onSubmit={() => erasure.mutate()}
    >
      <p>Your agents are disconnected at once, and you cannot sign in any more. This cannot be undone.</p>
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        {...password}
        error={isWrong ? 'The password is wrong.' : undefined}
      />
    </FormDialog>
  );
}
