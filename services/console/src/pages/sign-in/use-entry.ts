import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { nextPath } from './next-path.ts';

/** Signs a person in by `enter`, and leads to the page that the person wanted. */
export function useEntry<Input>(enter: (input: Input) => Promise<void>) {
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  // The search of a parent route may come through without validation.
  const target = nextPath(next) ?? '/';
  return useMutation({
    mutationFn: async (input: Input) => {
      await enter(input);
      // Data of a former person in this page may not be shown to the next one.
      queries.clear();
      await queries.fetchQuery(sessionQuery);
    },
    onSuccess: () => router.history.push(target),
  });
}
