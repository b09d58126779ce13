import { HUB_HEARTBEAT_STALE_MS } from '@svc/domain';

/**
 * A scalar subquery: the hub slot of the newest live session of the agent that `agentId` (an SQL expression) names, or null.
 * A session is live if its epoch is its hub's and the hub's heartbeat is young.
 */
export function onlineSlot(agentId: string): string {
  return `(
    SELECT s.slot FROM ${LIVE_SESSIONS} AND s.agent_id = ${agentId}
     ORDER BY s.connected_at DESC LIMIT 1)`;
}

/** The same for many agents, as a query of rows `(agent_id, slot)`: one for each online agent of the array `agentIds` (an SQL expression). */
export function onlineSlots(agentIds: string): string {
  return `
      SELECT DISTINCT ON (s.agent_id) s.agent_id, s.slot FROM ${LIVE_SESSIONS} AND s.agent_id = ANY (${agentIds})
       ORDER BY s.agent_id, s.connected_at DESC`;
}

const LIVE_SESSIONS = `agent_session s JOIN hub h ON h.slot = s.slot AND h.epoch = s.epoch
     WHERE h.heartbeat_at > now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
       AND (s.revoke_at IS NULL OR s.revoke_at > now())`;
