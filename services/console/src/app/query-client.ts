import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { sessionQuery } from '../api/session.ts';

/** Tries of a call that failed for a reason that may pass. */
const RETRIES_MAX = 2;

/** The live connection says when data is stale. The age only helps if a hint was lost. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    // The session has ended, here or elsewhere, so the sign-in page is shown.
    if (error instanceof ApiError && error.status === 401) client.setQueryData(sessionQuery.queryKey, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (failures, error) => failures < RETRIES_MAX && mayPass(error),
      },
    },
  });
  return client;
}

function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
}
