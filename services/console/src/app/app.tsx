import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { sessionQuery } from '../api/account.ts';
import { ApiError } from '../api/api-error.ts';
import { toast, ToastRegion } from '../ui/feedback.tsx';
import { createAppRouter } from './router.tsx';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Told when it has succeeded. */
      done?: ReactNode;
      /** The beginnings of the keys of what is read again, also after a refusal. */
      stale?: readonly QueryKey[];
      /** The key under which the answer is read from then on. */
      answers?: QueryKey;
    };
  }
}

/** Makes the routes' types known wherever links are written. */
declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastRegion />
    </QueryClientProvider>
  );
}

const RETRIES_MAX = 2;

/** The live connection says when data is stale. The age only helps if a hint was lost. */
function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    // The session has ended, here or elsewhere, so the sign-in page is shown.
    if (error instanceof ApiError && error.status === 401) client.setQueryData(sessionQuery.queryKey, null);
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (answer, _sent, _context, { meta }) => {
        if (meta?.answers !== undefined) client.setQueryData(meta.answers, answer);
        if (meta?.done !== undefined) toast({ tone: 'good', text: meta.done });
      },
      onSettled: (_answer, _error, _sent, _context, { meta }) =>
        Promise.all((meta?.stale ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))),
    }),
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
