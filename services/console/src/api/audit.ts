import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type AuditEntry = Schemas['AuditEntry'];
export type AuditArea = Schemas['AuditArea'];

const PAGE_SIZE = 50;

/** Which entries are shown; null for all. */
export interface AuditFilter {
  area: AuditArea | null;
  /** The API key that was used. */
  keyId: string | null;
}

/** What was done in the account, newest first, page by page towards older entries. */
export function auditQuery({ area, keyId }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', area, keyId],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/client/account/audit', {
          params: {
            query: {
              limit: PAGE_SIZE,
              ...(area !== null && { area }),
              ...(keyId !== null && { key_id: keyId }),
              ...(pageParam !== null && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.audit_id),
    // Nothing tells the console of a new entry.
    staleTime: 0,
  });
}
