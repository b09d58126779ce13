import * as sql from '../database/statements/generated/index.js';
import { Batcher } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

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
 * @param urgent for heartbeats. A hub whose heartbeats wait behind other work would close all its sockets, and give the others even more to do.
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

    /** How many sessions each of the agents has, of those that are online. */
    async connectionsOf(agentIds: string[]): Promise<Map<string, number>> {
      const found = await rows(pool, sql.hubs.connectionsOf, { agentIds });
      return new Map(found.map(({ agentId, count }) => [agentId, count]));
    },

    /**
     * Agents with a session at a hub that fell silent after `since`: they count as offline, and no hub says so. Each call continues where
     * the previous one ended. The first call, with `null`, finds none. At most 10,000 agents.
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

export interface HubClaim {
  slot: string;
  epoch: number;
}

export interface HubBeat {
  /** False if another process has taken the slot: then every session of this hub is void. */
  isCurrent: boolean;
  /** The previous heartbeat was so long ago that the hub's agents may have counted as offline meanwhile. */
  wasLate: boolean;
  /** Sessions of this hub whose credentials are no longer valid. */
  revokedSessionIds: string[];
}

/** The slots of the hubs. Each hub process holds one by its heartbeat. */
export function hubSlotQueries(pool: Pool, urgent: Pool) {
  return {
    /**
     * Takes a hub slot and raises its epoch, which voids the sessions of its former owner. Without a name, takes the lowest slot whose
     * owner is gone, or opens a new one.
     */
    async claimSlot(slot: string | null): Promise<HubClaim> {
      let claim: HubClaim | undefined;
      // Two hubs that start together can compute the same new slot; the loser's statement writes no row and runs again.
      while (claim === undefined) {
        [claim] =
          slot === null
            ? await rows(pool, sql.hubs.claimAnySlot, {})
            : await rows(pool, sql.hubs.claimSlot, { slot, onlyIfGone: false });
      }
      await rows(pool, sql.hubs.forgetFormer, claim);
      return claim;
    },

    /** Takes a slot by its name, like {@link claimSlot}, but only if its owner is gone; `null` otherwise. */
    async reclaimSlot(slot: string): Promise<HubClaim | null> {
      const [claim] = await rows(pool, sql.hubs.claimSlot, { slot, onlyIfGone: true });
      if (claim === undefined) return null;
      await rows(pool, sql.hubs.forgetFormer, claim);
      return claim;
    },

    async beat(hub: HubClaim): Promise<HubBeat> {
      const [beat] = await rows(urgent, sql.hubs.beat, hub);
      if (beat === undefined) throw new Error('The database did not say whether the hub holds its slot');
      return beat;
    },

    /** Removes all sessions of the hub from presence, so that no more events are sent there. The hub keeps its slot. */
    async signOffAll(hub: HubClaim): Promise<void> {
      await rows(pool, sql.hubs.signOff, { ...hub, givesUp: false });
    },

    /** Gives the slot up at once, with all of the hub's sessions: another hub may take it. */
    async releaseSlot(hub: HubClaim): Promise<void> {
      await rows(pool, sql.hubs.signOff, { ...hub, givesUp: true });
    },
  };
}
