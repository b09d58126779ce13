import { INVITATION_SECONDS, newInvitationToken, ServiceError } from '@svc/domain';
import type { OperationHandlers } from '@svc/http-contract';
import type { InvitationRecord } from '@svc/store';
import type { ClientCaller } from '../user-guard.js';
import type { MayInvite, OperationParts } from './parts.js';

/** Operations of a user on the invitations that they have made. */
export function invitations({ store, mayInvite, publicBaseUrl }: OperationParts) {
  return {
    async listInvitations({ auth, query }) {
      const made = await store.invitations.listOf(auth.userId, query);
      return {
        status: 200,
        body: { may_invite: mayInvite === 'yes', invitations: made.map(invitationView) },
      };
    },

    async createInvitation({ auth, body }) {
      if (mayInvite === 'no') throw new ServiceError('invitations_off');
      if (mayInvite === 'not_needed') {
        throw new ServiceError('conflict', { detail: 'Sign-up is open: nobody needs an invitation' });
      }
      const token = newInvitationToken();
      const created = await store.invitations.create({
        inviterId: auth.userId,
        call: auth.call,
        note: (body?.note ?? '').trim(),
        token,
        expiresInSeconds: body?.expires_in_seconds ?? INVITATION_SECONDS.default,
      });
      // What stands behind # is not sent to any server, so no log on the way holds it.
      const link = `${publicBaseUrl}/sign-up#invitation=${token}`;
      return { status: 201, body: { ...invitationView(created), link } };
    },

    async revokeInvitation({ auth, params }) {
      const isRevoked = await store.invitations.revoke(params.invitation_id, auth.userId, auth.call);
      if (!isRevoked) throw new ServiceError('not_found');
      return { status: 204 };
    },
  } satisfies OperationHandlers<ClientCaller>;
}

export function mayInviteBy(config: { signUp: 'open' | 'closed'; invitations: boolean }): MayInvite {
  if (config.signUp === 'open') return 'not_needed';
  return config.invitations ? 'yes' : 'no';
}

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
