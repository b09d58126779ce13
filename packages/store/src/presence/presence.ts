import * as sql from '../database/statements/generated/index.js';
import { writeTogether } from '../database/batcher.js';
import { rows } from '../database/statements/statement.js';
import type { Pool } from 'pg';

export interface NewAgentSession {
  sessionId: string;
  agentId: string;
  slot: string;
  epoch: number;
  /** When the credentials that opened the session end. */
  revokeAt: Date | null;
  /**
   * The hash of the secret for which {@link revokeAt} was read. If the agent was deleted or the secret
   * rotated since, the session is revoked accordingly. Default: no check.
   */
  secretHash?: Uint8Array;
  /** The session ends with this key, whatever {@link revokeAt} says. Default: the secret opened it. */
  keyId?: string;
  /** Also pushes events of before, of the types that stay with their polls. Default false. */
  resumes?: boolean;
}

export type Presence = ReturnType<typeof presenceQueries>;

/**
 * Each hub process holds a slot by its heartbeat.
 * @param urgent for heartbeats: a hub whose heartbeats wait behind other work would close its sockets.
 */
export function presenceQueries(pool: Pool, urgent: Pool) {
  return {
    /**
     * Takes the lowest slot whose owner is gone, and raises its epoch, which voids the sessions of that owner;
     * or opens a new one.
     */
    async claimSlot(): Promise<HubClaim> {
      let claim: HubClaim | undefined;
      // Two hubs that start together may compute the same new slot; the loser writes no row and tries again.
      while (claim === undefined) [claim] = await rows(pool, sql.hubs.claimSlot, {});
      await rows(pool, sql.hubs.forgetFormer, claim);
      return claim;
    },

    async beat(hub: HubClaim): Promise<HubBeat> {
      const [beat] = await rows(urgent, sql.hubs.beat, hub);
      if (beat === undefined) throw new Error('The database did not say whether the hub holds its slot');
      return beat;
    },

    /** Removes all sessions of the hub, so that no more events are sent there. The hub keeps its slot. */
    async signOffAll(hub: HubClaim): Promise<void> {
      await rows(pool, sql.hubs.signOff, { ...hub, givesUp: false });
    },

    /** With all of the hub's sessions: another hub may take it. */
    async releaseSlot(hub: HubClaim): Promise<void> {
      await rows(pool, sql.hubs.signOff, { ...hub, givesUp: true });
    },

    /** Once this resolves, events go to the session's hub. Also makes an agent in `error` active again. */
    connect: writeTogether<NewAgentSession>((sessions) => insertSessions(pool, sessions), {
      keyOf: ({ agentId }) => agentId,
    }),

    disconnect: writeTogether<string>((ids) => rows(pool, sql.hubs.disconnect, { ids }), {
      keyOf: (sessionId) => sessionId,
    }),

    /** Numbers of sessions, of the agents that are online. */
    async connectionsOf(agentIds: string[]): Promise<Map<string, number>> {
      const found = await rows(pool, sql.hubs.connectionsOf, { agentIds });
      return new Map(found.map(({ agentId, count }) => [agentId, count]));
    },

    /**
     * Removes sessions older than half a minute that their hub does not know. They were committed after the
     * hub had stopped waiting for them, and would count as online for as long as the hub lives.
     */
    async purgeUnknown(hub: HubClaim, knownIds: string[]): Promise<number> {
      return (await rows(pool, sql.hubs.purgeUnknown, { ...hub, knownIds })).length;
    },

    /**
     * Removes sessions whose hub has been gone for an hour, or has a new epoch. Raises the epoch of a hub
     * that is gone: if it comes back, it closes its sockets.
     */
    async purgeGone(): Promise<void> {
      await rows(pool, sql.hubs.purgeGone, {});
    },
  };
}

function insertSessions(pool: Pool, sessions: NewAgentSession[]): Promise<object[]> {
  return rows(pool, sql.hubs.connect, {
    ids: sessions.map((session) => session.sessionId),
    agentIds: sessions.map((session) => session.agentId),
    slots: sessions.map((session) => session.slot),
    epochs: sessions.map((session) => session.epoch),
    revokeAts: sessions.map((session) => session.revokeAt),
    secretHashes: sessions.map((session) => session.secretHash ?? null),
    keyIds: sessions.map((session) => session.keyId ?? null),
    resumes: sessions.map((session) => session.resumes ?? false),
  });
}

export interface HubClaim {
  slot: string;
  epoch: number;
}

/**
 * `isCurrent` is false if another process has taken the slot: every session of this hub is void. The
 * credentials of what is revoked have ended.
 */
export type HubBeat = NonNullable<typeof sql.hubs.beat.row>;
