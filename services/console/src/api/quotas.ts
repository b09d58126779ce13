import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type AccountQuota = Schemas['AccountQuota'];

/** How much the person has of what has a quota. */
export const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/quotas', { signal })),
  // Nothing tells the console of each thing that counts.
  staleTime: 0,
});
