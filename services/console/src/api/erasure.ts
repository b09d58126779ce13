import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

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
