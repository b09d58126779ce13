import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeAgent } from '../../api/agents.ts';
import type { AgentChanges } from '../../api/agents.ts';

export function useAgentChange(agentId: string, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (changes: AgentChanges) => changeAgent(agentId, changes),
    onSuccess: (agent) => queries.setQueryData(['agents', agentId], agent),
    meta: { done, stale: [['agents']] },
  });
}
