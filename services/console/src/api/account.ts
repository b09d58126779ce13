import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';
import { pagesQuery } from './pages.ts';

type ApiKeyWithSecret = Schemas['ApiKeyWithSecret'];
export type ApiKeyScope = Schemas['ApiKeyScope'];
type NewApiKey = Schemas['NewApiKey'];

const KEYS = '/api/client/account/keys';

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
  keyId: string | null;
}

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

export function findDeviceLogin(userCode: string): Promise<DeviceLogin> {
  return answerOf(api.POST('/api/client/account/device-logins/find', { body: { user_code: userCode } }));
}

export async function resolveDeviceLogin(answer: DeviceLoginAnswer): Promise<void> {
  await answerOf(api.POST('/api/client/account/device-logins/resolve', { body: answer }));
}

export type Erasure = Schemas['Erasure'];

const PROGRESS_INTERVAL_MS = 2_000;

export function eraseAccount(password: string): Promise<Erasure> {
  return answerOf(api.POST('/api/client/account/erasure', { body: { password } }));
}

export function erasureQuery(erasureId: string) {
  const params = { path: { erasure_id: erasureId } };
  return queryOptions({
    queryKey: ['erasure', erasureId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/client/erasures/{erasure_id}', { params, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'finished' ? false : PROGRESS_INTERVAL_MS),
  });
}

export type AccountExport = Schemas['AccountExport'];

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

export function createInvitation(draft: { note: string; expires_in_seconds: number }) {
  return answerOf(api.POST('/api/client/invitations', { body: draft }));
}

export async function revokeInvitation(invitationId: string): Promise<void> {
  const params = { path: { invitation_id: invitationId } };
  await answerOf(api.DELETE('/api/client/invitations/{invitation_id}', { params }));
}

export type AccountQuota = Schemas['AccountQuota'];

export const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/quotas', { signal })),
  // Nothing tells the console of each thing that counts.
  staleTime: 0,
});

export type Retention = Schemas['Retention'];

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/retention', { signal })),
});
