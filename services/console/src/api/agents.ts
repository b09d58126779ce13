import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { Schemas } from './client.ts';

export type Agent = Schemas['Agent'];
export type AgentWithSecret = Schemas['AgentWithSecret'];
export type NewAgent = Schemas['NewAgent'];
export type AgentChanges = Schemas['AgentChanges'];
export type AgentFeature = Agent['features'][number];

/** How old an agent's state may become, in milliseconds: a hub that dies with its agents hints nothing. */
const ONLINE_CHECK_MS = 60_000;

/** How often it is asked what no hint tells of, in milliseconds: polls, and deliveries held back. */
const SILENT_CHECK_MS = 5_000;
/** The same for all agents together. */
const ALL_SILENT_CHECK_MS = 15_000;

/** For so long after a poll an agent counts as one that polls, in milliseconds. */
const POLLING_MS = 10 * 60_000;

const BASE = '/api/client/agents';
const ONE = '/api/client/agents/{agent_id}';

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => answerOf(api.GET(BASE, { signal })),
  refetchInterval: ({ state }) =>
    state.data?.some(isPolling) === true ? ALL_SILENT_CHECK_MS : ONLINE_CHECK_MS,
});

export function isPolling({ online, last_polled_at: at }: Pick<Agent, 'online' | 'last_polled_at'>): boolean {
  return !online && at !== null && Date.now() - new Date(at).getTime() < POLLING_MS;
}

export function agentQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agents', agentId],
    queryFn: ({ signal }) => answerOf(api.GET(ONE, { params: { path: { agent_id: agentId } }, signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.online === true && data.webhook_breaker === null ? ONLINE_CHECK_MS : SILENT_CHECK_MS,
  });
}

export function createAgent(agent: NewAgent): Promise<AgentWithSecret> {
  return answerOf(api.POST(BASE, { body: agent }));
}

export function changeAgent(agentId: string, changes: AgentChanges): Promise<Agent> {
  return answerOf(api.PATCH(ONE, { params: { path: { agent_id: agentId } }, body: changes }));
}

export async function deleteAgent(agentId: string): Promise<void> {
  await answerOf(api.DELETE(ONE, { params: { path: { agent_id: agentId } } }));
}

export function rotateSecret(agentId: string, graceSeconds: number): Promise<Schemas['RotatedSecret']> {
  const params = { path: { agent_id: agentId } };
  const body = { grace_period_seconds: graceSeconds };
  return answerOf(api.POST('/api/client/agents/{agent_id}/secret/rotate', { params, body }));
}

export function rotateSigningSecret(agentId: string, graceSeconds: number) {
  const params = { path: { agent_id: agentId } };
  const body = { grace_period_seconds: graceSeconds };
  return answerOf(api.POST('/api/client/agents/{agent_id}/signing-secret/rotate', { params, body }));
}

export async function removeSigningSecret(agentId: string): Promise<void> {
  const params = { path: { agent_id: agentId } };
  await answerOf(api.DELETE('/api/client/agents/{agent_id}/signing-secret', { params }));
}

type AgentKeyWithSecret = Schemas['AgentKeyWithSecret'];
export type AgentScope = Schemas['AgentScope'];
type NewAgentKey = Schemas['NewAgentKey'];

const KEYS = '/api/client/agents/{agent_id}/keys';

/** A hint about the agent makes this list stale too. */
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

export type WebhookTestResult = Schemas['WebhookTestResult'];

/** Sends one signed request to the agent's webhook, or to another address before it is saved. */
export function testWebhook(agentId: string, webhookUrl?: string): Promise<WebhookTestResult> {
  const params = { path: { agent_id: agentId } };
  const body = webhookUrl === undefined ? {} : { webhook_url: webhookUrl };
  return answerOf(api.POST('/api/client/agents/{agent_id}/webhook/test', { params, body }));
}
