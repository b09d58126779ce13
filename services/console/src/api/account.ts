import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

type ApiKeyWithSecret = Schemas['ApiKeyWithSecret'];
export type ApiKeyScope = Schemas['ApiKeyScope'];
type NewApiKey = Schemas['NewApiKey'];

const KEYS = '/api/client/account/keys';

/** The keys of the person's programs, newest first. */
export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: ({ signal }) => answerOf(api.GET(KEYS, { signal })),
});

export function createApiKey(key: NewApiKey): Promise<ApiKeyWithSecret> {
  return answerOf(api.POST(KEYS, { body: key }));
}

export async function revokeApiKey(keyId: string): Promise<void> {
  const params = { path: { key_id: keyId } };
  await answerOf(api.DELETE('/api/client/account/keys/{key_id}', { params }));
}

export type AuditEntry = Schemas['AuditEntry'];
export type AuditArea = Schemas['AuditArea'];

const ENTRIES_PAGE_SIZE = 50;

/** Which entries are shown; null for all. */
export interface AuditFilter {
  area: AuditArea | null;
  /** The API key that was used. */
  keyId: string | null;
}

/** What was done in the account, newest first, page by page towards older entries. */
export function auditQuery({ area, keyId }: AuditFilter) {
  const which = { ...(area !== null && { area }), ...(keyId !== null && { key_id: keyId }) };
  const pages = pagesQuery({
    queryKey: ['audit', area, keyId],
    limit: ENTRIES_PAGE_SIZE,
    read: (page, signal) =>
      answerOf(api.GET('/api/client/account/audit', { params: { query: { ...which, ...page } }, signal })),
    cursorOf: ({ audit_id: id }) => id,
  });
  // Nothing tells the console of a new entry.
  return { ...pages, staleTime: 0 };
}

export type DeviceLogin = Schemas['DeviceLogin'];
type DeviceLoginAnswer = Schemas['DeviceLoginAnswer'];

/** The program that waits under this code. */
export function findDeviceLogin(userCode: string): Promise<DeviceLogin> {
  return answerOf(api.POST('/api/client/account/device-logins/find', { body: { user_code: userCode } }));
}

export async function resolveDeviceLogin(answer: DeviceLoginAnswer): Promise<void> {
  await answerOf(api.POST('/api/client/account/device-logins/resolve', { body: answer }));
}

export type Erasure = Schemas['Erasure'];

/** How often the progress is asked for, in milliseconds. */
const PROGRESS_INTERVAL_MS = 2_000;

/** Erases the account of the signed-in person. */
export function eraseAccount(password: string): Promise<Erasure> {
  return answerOf(api.POST('/api/client/account/erasure', { body: { password } }));
}

/** How far an erasure is, asked again until it has ended. */
export function erasureQuery(erasureId: string) {
  return queryOptions({
    queryKey: ['erasure', erasureId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/client/erasures/{erasure_id}', {
          params: { path: { erasure_id: erasureId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : PROGRESS_INTERVAL_MS),
  });
}

export type AccountExport = Schemas['AccountExport'];

/** The person's exports, newest first. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/exports', { signal })),
  refetchInterval: ({ state }) => (state.data?.some(isBeingMade) === true ? PROGRESS_INTERVAL_MS : false),
});

/** As a zip, which people can open without a program of their own. */
export function requestExport(): Promise<AccountExport> {
  return answerOf(api.POST('/api/client/account/exports'));
}

export function isBeingMade({ state }: AccountExport): boolean {
  return state === 'pending' || state === 'running';
}

/** Where the browser fetches the file, with the session's cookie. */
export function exportFilePath({ export_id: exportId }: AccountExport): string {
  return `/api/client/account/exports/${exportId}/file`;
}

export type Invitation = Schemas['Invitation'];
export type NewInvitation = Schemas['NewInvitation'];

const INVITATIONS_PAGE_SIZE = 100;

/** The person's invitations, newest first, page by page towards older ones, and whether the person may make another one. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['invitations'],
  queryFn: ({ pageParam, signal }) =>
    answerOf(
      api.GET('/api/client/invitations', {
        params: { query: { limit: INVITATIONS_PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ invitations }) =>
    invitations.length < INVITATIONS_PAGE_SIZE ? undefined : invitations.at(-1)?.invitation_id,
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

export type AccountQuota = Schemas['AccountQuota'];

/** How much the person has of what has a quota. */
export const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/quotas', { signal })),
  // Nothing tells the console of each thing that counts.
  staleTime: 0,
});

export type Retention = Schemas['Retention'];

/** For how long the installation keeps things. */
export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/retention', { signal })),
});
