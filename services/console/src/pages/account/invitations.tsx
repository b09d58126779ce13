import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { createInvitation, invitationsQuery } from '../../api/invitations.ts';
import type { NewInvitation } from '../../api/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { Contained } from '../../ui/contained.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Section } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx';
import { fullTime } from '../../ui/time-format.ts';
import styles from './account.module.css';
import { InvitationRow } from './invitation-row.tsx';

const PERIODS = [
  { id: '86400', label: 'A day' },
  { id: '604800', label: 'A week' },
  { id: '2592000', label: '30 days' },
] as const;

type Period = (typeof PERIODS)[number]['id'];

/** Lets the person invite others, and shows and revokes the invitations. */
export function Invitations() {
  const pages = useInfiniteQuery(invitationsQuery);
  const mayInvite = pages.data?.pages[0]?.may_invite;
  const invitations = pages.data?.pages.flatMap((page) => page.invitations) ?? [];
  return (
    <Section
      title="Invitations"
      description="By an invitation somebody else makes an account of their own here. They do not see your agents."
    >
      {pages.error !== null && !pages.isFetchNextPageError && (
        <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {mayInvite === true && <NewInvitationForm />}
      {mayInvite === false && (
        <p className={styles.muted}>
          Invitations cannot be made here: everybody may make an account, or the operator has turned
          invitations off.
        </p>
      )}
      {invitations.length > 0 && (
        <RowList label="Invitations">
          {invitations.map((invitation) => (
            <Contained key={invitation.invitation_id} isItem>
              <InvitationRow invitation={invitation} />
            </Contained>
          ))}
        </RowList>
      )}
      <LoadMore pages={pages} label="Show older invitations" />
    </Section>
  );
}

function NewInvitationForm() {
  const [note, setNote] = useState('');
  const [period, setPeriod] = useState<Period>('604800');
  const queries = useQueryClient();
  const creation = useMutation({
    mutationFn: () => createInvitation({ note: note.trim(), expires_in_seconds: Number(period) }),
    onSuccess: () => setNote(''),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        creation.mutate();
      }}
    >
      <Field
        label="For whom"
        hint="Only you see this."
        maxLength={100}
        autoComplete="off"
        value={note}
        onChange={setNote}
      />
      <SelectField label="The link is valid for" options={PERIODS} value={period} onChange={setPeriod} />
      {creation.isError && <ErrorNotice error={creation.error} />}
      <div>
        <Button type="submit" isPending={creation.isPending}>
          Make an invitation
        </Button>
      </div>
      <NewLink invitation={creation.data} onClose={() => creation.reset()} />
    </Form>
  );
}

/** The link, which is shown this once. */
function NewLink({ invitation, onClose }: { invitation: NewInvitation | undefined; onClose: () => void }) {
  return (
    <ShownOnceDialog title="The invitation" onClose={onClose}>
      {invitation === undefined ? null : (
        <div className={styles.form}>
          <p>
            <strong>Copy the link now.</strong> It is shown this once. Send it to one person: whoever opens it
            first can make an account, until {fullTime(new Date(invitation.expires_at))}.
          </p>
          <code className={styles.link}>{invitation.link}</code>
          <div>
            <CopyButton text={invitation.link} what="link" isLabelled />
          </div>
        </div>
      )}
    </ShownOnceDialog>
  );
}
