import { queryOptions } from '@tanstack/react-query';
import { callJson } from './client.ts';

export interface SignedIn {
  userId: string;
  name: string;
  email: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => signedInOf(await callJson('/api/auth/get-session')),
  staleTime: 5 * 60_000,
});

export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await callJson('/api/auth/sign-in/email', credentials);
}

export async function signUp(person: {
  name: string;
  email: string;
  password: string;
  /** The token of an invitation, where sign-up is closed. */
  invitation?: string;
}): Promise<void> {
  await callJson('/api/auth/sign-up/email', person);
}

export async function signOut(): Promise<void> {
  await callJson('/api/auth/sign-out', {});
}

function signedInOf(answer: unknown): SignedIn | null {
  const user = (answer as { user?: { id: string; name: string; email: string } } | null)?.user;
  return user === undefined ? null : { userId: user.id, name: user.name, email: user.email };
}
