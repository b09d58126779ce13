import { queryOptions } from '@tanstack/react-query';
import { reading } from './client.ts';
import type { Schemas } from './client.ts';

export type Agent = Schemas['Agent'];

/** How old an agent's state may become, in milliseconds: a hub that dies with its agents hints nothing. */
const ONLINE_CHECK_MS = 60_000;

/** How often it is asked what no hint tells of, in milliseconds: polls, and deliveries held back. */
const SILENT_CHECK_MS = 5_000;
/** The same for all agents together. */
const ALL_SILENT_CHECK_MS = 15_000;

/** For so long after a poll an agent counts as one that polls, in milliseconds. */
const POLLING_MS = 10 * 60_000;

export const agentsQuery = queryOptions({
  ...reading(['agents'], '/api/client/agents'),
  refetchInterval: ({ state }) =>
    state.data?.some(isPolling) === true ? ALL_SILENT_CHECK_MS : ONLINE_CHECK_MS,
});

export function isPolling({ online, last_polled_at: at }: Pick<Agent, 'online' | 'last_polled_at'>): boolean {
  return !online && at !== null && Date.now() - new Date(at).getTime() < POLLING_MS;
}

export function agentQuery(agentId: string) {
  return queryOptions({
    ...reading(['agents', agentId], '/api/client/agents/{agent_id}', { path: { agent_id: agentId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.online === true && data.webhook_breaker === null ? ONLINE_CHECK_MS : SILENT_CHECK_MS,
  });
}

/** A hint about the agent makes this list stale too. */
export function agentKeysQuery(agentId: string) {
  const path = { agent_id: agentId };
  return reading(['agents', agentId, 'keys'], '/api/client/agents/{agent_id}/keys', { path });
}
