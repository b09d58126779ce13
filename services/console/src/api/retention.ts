import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Retention = Schemas['Retention'];

/** For how long the installation keeps things. */
export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/client/account/retention', { signal })),
});
