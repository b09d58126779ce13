import { AT_ONCE, Batcher, rows } from '@svc/database';
import { HUB_HEARTBEAT_STALE_MS } from '@svc/domain';
import { afterLocking } from '@svc/events';
import type { Pool } from 'pg';
import { hubSlotQueries, webhooksAreDue } from './hub-slots.js';
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
      const [row] = await rows<{ slot: string | null }>(pool, SLOT_OF, [agentId]);
      return row?.slot ?? null;
    },

    /** Which of the agents are online. */
    async onlineAmong(agentIds: string[]): Promise<Set<string>> {
      const found = await rows<{ agent_id: string }>(pool, ONLINE_AMONG, [agentIds]);
      return new Set(found.map((row) => row.agent_id));
    },

    /**
     * Agents with a session at a hub that fell silent after `since`: they count as offline, and no hub says so. Each call continues where
     * the previous one ended. The first call, with `null`, finds nobody. At most 10,000 agents.
     */
    async lostSince(since: Date | null): Promise<{ until: Date; agents: LostAgent[] }> {
      const found = await rows<{ until: Date; agent_id: string | null; owner_id: string }>(pool, LOST_SINCE, [
        since,
      ]);
      const [first] = found;
      if (first === undefined) throw new Error('The database did not say what time it is');
      const agents = found.flatMap(({ agent_id: agentId, owner_id: ownerId }) =>
        agentId === null ? [] : [{ agentId, ownerId }],
      );
      return { until: first.until, agents };
    },

    /**
     * Removes sessions of a hub that the hub does not know and that are older than half a minute. They were committed after the hub had
     * stopped waiting for them, and their agents would count as online for as long as the hub lives.
     */
    async purgeUnknown(hub: HubClaim, knownSessionIds: string[]): Promise<number> {
      return (await rows(pool, PURGE_UNKNOWN, [hub.slot, hub.epoch, knownSessionIds])).length;
    },

    /**
     * Removes sessions whose hub has been gone for an hour, or has a new epoch. It also raises the epoch of a hub that is gone: if that hub
     * comes back, it finds another epoch and closes its sockets, whose sessions are removed.
     */
    async purgeGone(): Promise<void> {
      await rows(pool, PURGE_GONE, []);
    },
  };
}

async function insertSessions(pool: Pool, sessions: NewAgentSession[]): Promise<void[]> {
  await rows(pool, INSERT_SESSIONS, [
    sessions.map((session) => session.sessionId),
    sessions.map((session) => session.agentId),
    sessions.map((session) => session.slot),
    sessions.map((session) => session.epoch),
    sessions.map((session) => session.revokeAt),
    sessions.map((session) => session.secretHash ?? null),
    sessions.map((session) => session.keyId ?? null),
    sessions.map((session) => session.resumes ?? false),
  ]);
  return sessions.map(() => undefined);
}

async function deleteSessions(pool: Pool, sessionIds: string[]): Promise<void[]> {
  await rows(pool, DELETE_SESSIONS, [sessionIds]);
  return sessionIds.map(() => undefined);
}

// The agent's row is locked, so that a rotation or deletion either sees this session or is seen here. The rows are locked in order, so that
// two hubs which take the same agents cannot wait for each other. The same holds for a key and its revocation.
const INSERT_SESSIONS = {
  name: 'presence-insert-sessions-5',
  text: `
    WITH new AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::bytea[], $7::text[], $8::boolean[])
        AS n (id, agent_id, slot, epoch, revoke_at, secret_hash, key_id, resumes)
    ), locked AS (
      SELECT * FROM agent WHERE id IN (SELECT agent_id FROM new) AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE
    ), keys AS (
      SELECT * FROM agent_key WHERE id IN (SELECT key_id FROM new) AND ${afterLocking('locked')} ORDER BY id FOR SHARE
    ), recovered AS (
      UPDATE agent a SET status = 'active', status_reason = NULL, consecutive_failures = 0
        FROM locked l WHERE a.id = l.id AND (l.status = 'error' OR l.consecutive_failures > 0)
    )
    INSERT INTO agent_session (id, agent_id, slot, epoch, key_id, kept_after, revoke_at, connected_at)
    SELECT n.id, n.agent_id, n.slot, n.epoch, n.key_id,
           CASE WHEN n.resumes THEN 0 ELSE coalesce((SELECT last_push_no FROM agent_counter c WHERE c.agent_id = n.agent_id), 0) END,
           CASE WHEN l.id IS NULL THEN ${AT_ONCE}
                WHEN n.key_id IS NOT NULL THEN CASE WHEN k.id IS NULL OR k.revoked_at IS NOT NULL THEN ${AT_ONCE} ELSE k.expires_at END
                WHEN n.secret_hash IS NULL OR n.secret_hash = l.secret_hash THEN n.revoke_at
                WHEN n.secret_hash = l.previous_secret_hash THEN l.previous_secret_valid_until
                ELSE ${AT_ONCE} END,
           GREATEST(clock_timestamp(), (SELECT max(connected_at) + interval '1 millisecond' FROM agent_session s WHERE s.agent_id = n.agent_id))
      FROM new n LEFT JOIN locked l ON l.id = n.agent_id LEFT JOIN keys k ON k.id = n.key_id AND k.agent_id = n.agent_id`,
};

const DELETE_SESSIONS = {
  name: 'presence-delete-sessions-2',
  text: `WITH gone AS (DELETE FROM agent_session WHERE id = ANY ($1::text[]) RETURNING agent_id) ${webhooksAreDue('gone')}`,
};

const SLOT_OF = { name: 'presence-slot-of-2', text: 'SELECT slot FROM agent_reach WHERE agent_id = $1' };

const ONLINE_AMONG = {
  name: 'presence-online-among-2',
  text: 'SELECT agent_id FROM agent_reach WHERE agent_id = ANY ($1::text[]) AND slot IS NOT NULL',
};

const PURGE_GONE = {
  name: 'presence-purge-gone-2',
  text: `
    WITH gone AS (
      UPDATE hub h SET epoch = h.epoch + 1
       WHERE h.heartbeat_at < now() - interval '1 hour'
         AND EXISTS (SELECT 1 FROM agent_session s WHERE s.slot = h.slot AND s.epoch = h.epoch)
      RETURNING h.slot
    )
    DELETE FROM agent_session s USING hub h
     WHERE h.slot = s.slot AND (h.epoch <> s.epoch OR s.slot IN (SELECT slot FROM gone))`,
};

const PURGE_UNKNOWN = {
  name: 'presence-purge-unknown',
  text: `
    DELETE FROM agent_session
     WHERE slot = $1 AND epoch = $2 AND id <> ALL ($3::text[]) AND connected_at < now() - interval '30 seconds' RETURNING id`,
};

const LOST_SINCE = {
  name: 'presence-lost-since',
  text: `
    WITH moment AS MATERIALIZED (
      SELECT now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds' AS until
    ), lost AS (
      SELECT DISTINCT a.id, a.owner_id
        FROM moment m
        JOIN hub h ON h.heartbeat_at > $1::timestamptz AND h.heartbeat_at <= m.until
        JOIN agent_session s ON s.slot = h.slot AND s.epoch = h.epoch
        JOIN agent a ON a.id = s.agent_id AND a.deleted_at IS NULL
       LIMIT 10000
    )
    SELECT m.until, l.id AS agent_id, l.owner_id FROM moment m LEFT JOIN lost l ON true`,
};
