import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Schemas } from '../../api/client.ts';

export function useAgentChange(agentId: string, done: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['AgentChanges']) =>
      call('patch', '/api/client/agents/{agent_id}', { path: { agent_id: agentId }, body }),
    onSuccess: (agent) => queries.setQueryData(['agents', agentId], agent),
    meta: { done, stale: [['agents']] },
  });
}
