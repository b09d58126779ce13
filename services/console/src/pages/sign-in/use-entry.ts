import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { nextPath } from './next-path.ts';

/** Signs someone in by `enter` and leads them to where they wanted to go. */
export function useEntry<Input>(enter: (input: Input) => Promise<void>) {
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  // A search that nobody has validated shows through from above.
  const target = nextPath(next) ?? '/';
  return useMutation({
    mutationFn: async (input: Input) => {
      await enter(input);
      // Nothing that someone else has seen in this page may be shown to who comes now.
      queries.clear();
      await queries.fetchQuery(sessionQuery);
    },
    onSuccess: () => router.history.push(target),
  });
}
