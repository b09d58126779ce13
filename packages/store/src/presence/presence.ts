import { Batcher, rows, sql } from '@svc/database';
import type { Pool } from 'pg';
import { hubSlotQueries } from './hub-slots.js';
import type { HubClaim } from './hub-slots.js';

export interface NewAgentSession {
  sessionId: string;
  agentId: string;
  slot: string;
  epoch: number;
  /** When the credentials that opened the session end, or `null`. */
  revokeAt: Date | null;
  /**
   * The hash of the secret that opened the session, for which {@link revokeAt} was read. If the agent was deleted or the secret rotated
   * since, the session is revoked accordingly. Default: no check.
   */
  secretHash?: Uint8Array;
  /** The key that opened the session: it ends with the key, whatever {@link revokeAt} says. Default: the agent's secret opened it. */
  keyId?: string;
  /** Events of the types that stay with their polls are pushed as well if they were written before. Default false. */
  resumes?: boolean;
}

/** An agent whose hub is gone, and its owner, who gets a hint. */
export interface LostAgent {
  agentId: string;
  ownerId: string;
}

export type Presence = ReturnType<typeof presenceQueries>;

/**
 * Which agents are connected, and to which hub.
 *
 * @param urgent for heartbeats. A hub whose heartbeats wait behind other work would close all its sockets, and give everybody even more to do.
 */
export function presenceQueries(pool: Pool, urgent: Pool) {
  const connecting = new Batcher<NewAgentSession, void>((sessions) => insertSessions(pool, sessions), {
    keyOf: (session) => session.agentId,
  });
  const disconnecting = new Batcher<string, void>((sessionIds) => deleteSessions(pool, sessionIds), {
    keyOf: (sessionId) => sessionId,
  });

  return {
    ...hubSlotQueries(pool, urgent),

    /** Records a session. From the moment when this resolves, events go to its hub. Also makes an agent in `error` active again. */
    connect: (session: NewAgentSession): Promise<void> => connecting.add(session),

    disconnect: (sessionId: string): Promise<void> => disconnecting.add(sessionId),

    /** The slot of the agent's newest live session, or `null` if it is offline. */
    async slotOf(agentId: string): Promise<string | null> {
      const [row] = await rows(pool, sql.hubs.slotOf, { agentId });
      return row?.slot ?? null;
    },

    /** Which of the agents are online. */
    async onlineAmong(agentIds: string[]): Promise<Set<string>> {
      const found = await rows(pool, sql.hubs.onlineAmong, { agentIds });
      return new Set(found.map((row) => row.agent_id));
    },

    /**
     * Agents with a session at a hub that fell silent after `since`: they count as offline, and no hub says so. Each call continues where
     * the previous one ended. The first call, with `null`, finds nobody. At most 10,000 agents.
     */
    async lostSince(since: Date | null): Promise<{ until: Date; agents: LostAgent[] }> {
      const found = await rows(pool, sql.hubs.lostSince, { since });
      const [first] = found;
      if (first === undefined) throw new Error('The database did not say what time it is');
      const agents = found.flatMap(({ agent_id: agentId, owner_id: ownerId }) =>
        agentId === null || ownerId === null ? [] : [{ agentId, ownerId }],
      );
      return { until: first.until, agents };
    },

    /**
     * Removes sessions of a hub that the hub does not know and that are older than half a minute. They were committed after the hub had
     * stopped waiting for them, and their agents would count as online for as long as the hub lives.
     */
    async purgeUnknown(hub: HubClaim, knownSessionIds: string[]): Promise<number> {
      return (await rows(pool, sql.hubs.purgeUnknown, { ...hub, knownIds: knownSessionIds })).length;
    },

    /**
     * Removes sessions whose hub has been gone for an hour, or has a new epoch. It also raises the epoch of a hub that is gone: if that hub
     * comes back, it finds another epoch and closes its sockets, whose sessions are removed.
     */
    async purgeGone(): Promise<void> {
      await rows(pool, sql.hubs.purgeGone, {});
    },
  };
}

async function insertSessions(pool: Pool, sessions: NewAgentSession[]): Promise<void[]> {
  await rows(pool, sql.hubs.connect, {
    ids: sessions.map((session) => session.sessionId),
    agentIds: sessions.map((session) => session.agentId),
    slots: sessions.map((session) => session.slot),
    epochs: sessions.map((session) => session.epoch),
    revokeAts: sessions.map((session) => session.revokeAt),
    secretHashes: sessions.map((session) => session.secretHash ?? null),
    keyIds: sessions.map((session) => session.keyId ?? null),
    resumes: sessions.map((session) => session.resumes ?? false),
  });
  return sessions.map(() => undefined);
}

async function deleteSessions(pool: Pool, ids: string[]): Promise<void[]> {
  await rows(pool, sql.hubs.disconnect, { ids });
  return ids.map(() => undefined);
}
