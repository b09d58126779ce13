import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Invitation = Schemas['Invitation'];
export type NewInvitation = Schemas['NewInvitation'];

/** The person's invitations, newest first, and whether there may be more. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/invitations', { signal })),
});

export function createInvitation(draft: {
  note: string;
  expires_in_seconds: number;
}): Promise<NewInvitation> {
  return answerOf(api.POST('/api/client/invitations', { body: draft }));
}

export async function revokeInvitation(invitationId: string): Promise<void> {
  await answerOf(
    api.DELETE('/api/client/invitations/{invitation_id}', {
      params: { path: { invitation_id: invitationId } },
    }),
  );
}
