import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invitationsQuery, revokeInvitation } from '../../api/invitations.ts';
import type { Invitation } from '../../api/invitations.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row, RowNote } from '../../ui/row-list.tsx';
import { fullTime } from '../../ui/time-format.ts';
import { toast } from '../../ui/toast.ts';
import { visibleText } from '../../ui/visible-text.ts';

/** One invitation: for whom, what became of it, and a button that revokes it. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const queries = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => revokeInvitation(invitation.invitation_id),
    onSuccess: () => toast({ tone: 'good', text: 'The link does not work any more.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  });
  const name = invitation.note === '' ? 'Somebody' : invitation.note;
  return (
    <Row
      action={
        invitation.used_at === null && (
          <Button
            size="small"
            aria-label={`Revoke the invitation for ${visibleText(name)}`}
            isPending={revocation.isPending}
            onPress={() => revocation.mutate()}
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
      {revocation.isError && <ErrorNotice error={revocation.error} />}
    </Row>
  );
}

function State({ invitation }: { invitation: Invitation }) {
  if (invitation.used_at !== null) {
    return (
      <>
        Used <RelativeTime at={invitation.used_at} />
      </>
    );
  }
  return <>Not used, valid until {fullTime(new Date(invitation.expires_at))}</>;
}
