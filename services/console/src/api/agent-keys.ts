import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type AgentKey = Schemas['AgentKey'];
export type AgentKeyWithSecret = Schemas['AgentKeyWithSecret'];
export type AgentScope = Schemas['AgentScope'];
export type NewAgentKey = Schemas['NewAgentKey'];

const KEYS = '/api/client/agents/{agent_id}/keys';

/** An agent's keys, newest first. A hint about the agent makes this list stale too. */
export function agentKeysQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agents', agentId, 'keys'],
    queryFn: ({ signal }) => answerOf(api.GET(KEYS, { params: { path: { agent_id: agentId } }, signal })),
  });
}

export function createAgentKey(agentId: string, key: NewAgentKey): Promise<AgentKeyWithSecret> {
  return answerOf(api.POST(KEYS, { params: { path: { agent_id: agentId } }, body: key }));
}

export async function revokeAgentKey(agentId: string, keyId: string): Promise<void> {
  const path = { agent_id: agentId, key_id: keyId };
  await answerOf(api.DELETE('/api/client/agents/{agent_id}/keys/{key_id}', { params: { path } }));
}
