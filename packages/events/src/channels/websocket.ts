import { HUB_HEARTBEAT_STALE_MS } from '@svc/domain';

/**
 * A scalar subquery: the hub slot of the newest live session of the agent that `agentId` (an SQL expression) names, or null.
 * A session is live if its epoch is its hub's and the hub's heartbeat is young.
 */
export function onlineSlot(agentId: string): string {
  return `(
    SELECT s.slot FROM agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
     WHERE s.agent_id = ${agentId}
       AND h.heartbeat_at > now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
       AND (s.revoke_at IS NULL OR s.revoke_at > now())
     ORDER BY s.connected_at DESC LIMIT 1)`;
}
