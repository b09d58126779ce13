import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type AccountExport = Schemas['AccountExport'];

/** How often the progress is asked for while an export is being made, in milliseconds. */
const PROGRESS_INTERVAL_MS = 2_000;

/** The person's exports, newest first. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/exports', { signal })),
  refetchInterval: ({ state }) => (state.data?.some(isBeingMade) === true ? PROGRESS_INTERVAL_MS : false),
});

/** As a zip, which people can open without a program of their own. */
export function requestExport(): Promise<AccountExport> {
  return answerOf(api.POST('/api/client/account/exports', { body: { format: 'zip' } }));
}

export function isBeingMade({ state }: AccountExport): boolean {
  return state === 'pending' || state === 'running';
}

/** Where the browser fetches the file, with the session's cookie. */
export function exportFilePath({ export_id: exportId }: AccountExport): string {
  return `/api/client/account/exports/${exportId}/file`;
}
