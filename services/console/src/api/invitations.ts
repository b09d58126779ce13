import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Invitation = Schemas['Invitation'];
export type NewInvitation = Schemas['NewInvitation'];

const PAGE_SIZE = 100;

/** The person's invitations, newest first, page by page towards older ones, and whether the person may make another one. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ pageParam, signal }) =>
    answerOf(
      api.GET('/api/client/invitations', {
        params: { query: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ invitations }) =>
    invitations.length < PAGE_SIZE ? undefined : invitations.at(-1)?.invitation_id,
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
