import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiKeysQuery, invitationsQuery } from '../../api/account.ts';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShownOnceDialog } from '../../ui/dialog.tsx';
import { ErrorNotice, Waiting } from '../../ui/feedback.tsx';
import { Field, SelectField, useInput } from '../../ui/fields.tsx';
import { SendForm } from '../../ui/form.tsx';
import { ItemList, LoadMore, Row, RowNote } from '../../ui/lists.tsx';
import { OutsideText, said } from '../../ui/outside-text.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { visibleText } from '../../ui/visible-text.ts';
import { KeySection } from '../keys/key-list.tsx';
import { API_KEY_SCOPES } from '../keys/new-key-dialog.tsx';

export function ApiKeys() {
  return (
    <KeySection
      title="API keys"
      description="Your programs can use a key instead of your password. A key allows only what you choose, and expires. It cannot create keys or change how you sign in."
      query={apiKeysQuery}
      none="No keys."
      scopes={API_KEY_SCOPES}
      revoke={(key_id) => call('delete', '/api/client/account/keys/{key_id}', { path: { key_id } })}
      mayLastForever={false}
      namePlaceholder="Nightly backup"
      make={({ name, scopes, expiresInSeconds }) =>
        call('post', '/api/client/account/keys', {
          body: { name, scopes, expires_in_seconds: expiresInSeconds ?? 0 },
        })
      }
      shown={({ secret }) => (
        <CopiedOnce text={secret} what="key">
          A program sends it as <code>Authorization: Bearer</code>.
        </CopiedOnce>
      )}
    />
  );
}

function CopiedOnce({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  return (
    <div className="stack gap-4">
      <p>
        <strong>Copy the {what} now.</strong> It is shown only once. {children}
      </p>
      <code className="anywhere">{text}</code>
      <div>
        <CopyButton text={text} what={what} isLabelled />
      </div>
    </div>
  );
}

const PERIODS = [
  { id: '86400', label: 'A day' },
  { id: '604800', label: 'A week' },
  { id: '2592000', label: '30 days' },
] as const;

type Invitation = Schemas['Invitation'];

type Period = (typeof PERIODS)[number]['id'];

export function Invitations() {
  const pages = useInfiniteQuery(invitationsQuery);
  const mayInvite = pages.data?.pages[0]?.may_invite;
  const invitations = pages.data?.pages.flatMap((page) => page.invitations);
  return (
    <Section
      title="Invitations"
      description="An invitation lets someone create their own account here. They cannot see your agents."
    >
      <Waiting query={pages} />
      {mayInvite === true && <NewInvitationForm />}
      {mayInvite === false && (
        <p className="muted small">
          You cannot invite anyone: sign-up is open to everyone, or the operator has turned invitations off.
        </p>
      )}
      <ItemList label="Invitations" items={invitations} idOf={({ invitation_id: id }) => id}>
        {(invitation) => <InvitationRow invitation={invitation} />}
      </ItemList>
      <LoadMore pages={pages} label="Show older invitations" />
    </Section>
  );
}

function NewInvitationForm() {
  const note = useInput('');
  const period = useInput<Period>('604800');
  const creation = useMutation({
    mutationFn: () =>
      call('post', '/api/client/invitations', {
        body: { note: note.value.trim(), expires_in_seconds: Number(period.value) },
      }),
    onSuccess: () => note.onChange(''),
    meta: { stale: [invitationsQuery.queryKey] },
  });
  return (
    <SendForm action="Create invitation" sending={creation} onSubmit={() => creation.mutate()}>
      <Field label="Who it is for" hint="Only you see this." maxLength={100} autoComplete="off" {...note} />
      <SelectField label="The link is valid for" options={PERIODS} {...period} />
      <NewLink invitation={creation.data} onClose={() => creation.reset()} />
    </SendForm>
  );
}

interface NewLinkProps {
  invitation: Schemas['NewInvitation'] | undefined;
  onClose: () => void;
}

function NewLink({ invitation, onClose }: NewLinkProps) {
  return (
    <ShownOnceDialog title="New invitation" onClose={onClose}>
      {invitation === undefined ? null : (
        <CopiedOnce text={invitation.link} what="link">
          Send it to one person: the first to open it can create an account, until{' '}
          {fullTime(new Date(invitation.expires_at))}.
        </CopiedOnce>
      )}
    </ShownOnceDialog>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const revocation = useMutation({
    mutationFn: () =>
      call('delete', '/api/client/invitations/{invitation_id}', {
        path: { invitation_id: invitation.invitation_id },
      }),
    meta: { done: 'The link no longer works.', stale: [invitationsQuery.queryKey] },
  });
  const name = invitation.note === '' ? 'Someone' : invitation.note;
  return (
    <Row
      action={
        invitation.used_at === null && (
          <Button
            size="small"
            aria-label={`Revoke the invitation for ${visibleText(name)}`}
            does={revocation}
          >
            Revoke
          </Button>
        )
      }
    >
      <div>
        <OutsideText text={name} />
      </div>
      <RowNote>
        <State invitation={invitation} />
      </RowNote>
      <ErrorNotice error={revocation.error} />
    </Row>
  );
}

function State({ invitation }: { invitation: Invitation }) {
  if (invitation.used_at !== null) return said`Used ${<RelativeTime at={invitation.used_at} />}`;
  return `Not used, valid until ${fullTime(new Date(invitation.expires_at))}`;
}
