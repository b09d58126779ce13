import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeAgent } from '../../api/agents.ts';
import type { AgentChanges } from '../../api/agents.ts';
import { toast } from '../../ui/toast.tsx';

/** Changes an agent, and shows the agent as the service returned it. */
export function useAgentChange(agentId: string, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: AgentChanges) => changeAgent(agentId, changes),
    onSuccess: async (agent) => {
      queries.setQueryData(['agents', agentId], agent);
      toast({ tone: 'good', text: done });
      await queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
}
