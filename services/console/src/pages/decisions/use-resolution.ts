import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { decisionQuery, resolveDecision } from '../../api/decisions.ts';
import type { Decision, DecisionResolution } from '../../api/decisions.ts';
import { toast } from '../../ui/toast.ts';

/** Answers a decision. If somebody else was faster, the page shows their answer. */
export function useResolution(decisionId: string, onAnswered?: (decision: Decision) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (resolution: DecisionResolution) => resolveDecision(decisionId, resolution),
    onSuccess: (decision) => {
      queries.setQueryData(decisionQuery(decisionId).queryKey, decision);
      onAnswered?.(decision);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        toast({ text: 'This was already answered. The page now shows how.' });
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['decisions'] }),
        queries.invalidateQueries({ queryKey: ['decision', decisionId] }),
      ]),
  });
}
