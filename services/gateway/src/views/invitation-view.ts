import type { InvitationRecord } from '@svc/store';

/** An invitation as the person who made it sees it. */
export function invitationView(invitation: InvitationRecord) {
  return {
    invitation_id: invitation.invitationId,
    note: invitation.note,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
    used_at: invitation.usedAt?.toISOString() ?? null,
  };
}
