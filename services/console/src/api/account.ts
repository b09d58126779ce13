import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callJson, reading, readingPages } from './client.ts';
import type { Schemas } from './client.ts';

export type ApiKeyScope = Schemas['ApiKeyScope'];

export const apiKeysQuery = reading(['api-keys'], '/api/client/account/keys');

export type AuditArea = Schemas['AuditArea'];

/** Which entries are shown. */
export interface AuditFilter {
  area?: AuditArea;
  keyId?: string;
}

export function auditQuery({ area, keyId }: AuditFilter) {
  const pages = readingPages(
    ['audit', area, keyId],
    '/api/client/account/audit',
    { query: { area, key_id: keyId } },
    { limit: 50, cursorOf: ({ audit_id: id }) => id },
  );
  // Nothing tells the console of a new entry.
  return { ...pages, staleTime: 0 };
}

const PROGRESS_INTERVAL_MS = 2_000;

export function erasureQuery(erasureId: string) {
  return queryOptions({
    ...reading(['erasure', erasureId], '/api/client/erasures/{erasure_id}', {
      path: { erasure_id: erasureId },
    }),
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : PROGRESS_INTERVAL_MS),
  });
}

export type AccountExport = Schemas['AccountExport'];

export const exportsQuery = queryOptions({
  ...reading(['exports'], '/api/client/account/exports'),
  refetchInterval: ({ state }) => (state.data?.some(isBeingMade) === true ? PROGRESS_INTERVAL_MS : false),
});

export function isBeingMade({ state }: AccountExport): boolean {
  return state === 'pending' || state === 'running';
}

const INVITATIONS_PAGE_SIZE = 100;

export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ pageParam, signal }) => {
    const query = { limit: INVITATIONS_PAGE_SIZE, cursor: pageParam };
    return call('get', '/api/client/invitations', { query, signal });
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ invitations }) =>
    invitations.length < INVITATIONS_PAGE_SIZE ? undefined : invitations.at(-1)?.invitation_id,
});

export interface SignedIn {
  id: string;
  name: string;
  email: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = (await callJson('/api/auth/get-session')) as { user?: SignedIn } | null;
    return session?.user ?? null;
  },
  staleTime: 5 * 60_000,
});
