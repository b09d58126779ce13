import { AT_ONCE, rows } from '@svc/database';
import { HUB_HEARTBEAT_INTERVAL_MS, HUB_HEARTBEAT_STALE_MS } from '@svc/domain';
import type { Pool } from 'pg';

export interface HubClaim {
  slot: string;
  epoch: number;
}

export interface HubBeat {
  /** False if another process has taken the slot: then every session of this hub is void. */
  held: boolean;
  /** The previous heartbeat was so long ago that the hub's agents may have counted as offline meanwhile. */
  wasLate: boolean;
  /** Sessions of this hub whose credentials are no longer valid. */
  revokedSessionIds: string[];
}

/** An UPDATE that makes the webhooks of agents due that have gone, but for those somebody else holds, which are looked at within ten seconds; `gone` is a relation with the column `agent_id`. */
export function webhooksAreDue(gone: string): string {
  return `
      UPDATE agent_counter c SET next_due_at = ${AT_ONCE} FROM (
        SELECT c.agent_id FROM agent_counter c JOIN agent a ON a.id = c.agent_id
         WHERE c.agent_id = ANY (ARRAY(SELECT agent_id FROM ${gone})) AND a.webhook_url IS NOT NULL ORDER BY c.agent_id FOR UPDATE OF c SKIP LOCKED
      ) q WHERE c.agent_id = q.agent_id`;
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
            ? await rows<HubClaim>(pool, CLAIM_ANY_SLOT, [])
            : await rows<HubClaim>(pool, CLAIM_SLOT, [slot]);
      }
      await rows(pool, DELETE_FORMER_SESSIONS, [claim.slot, claim.epoch]);
      return claim;
    },

    /** Takes a slot by its name, like {@link claimSlot}, but only if its owner is gone; `null` otherwise. */
    async reclaimSlot(slot: string): Promise<HubClaim | null> {
      const [claim] = await rows<HubClaim>(pool, RECLAIM_SLOT, [slot]);
      if (claim === undefined) return null;
      await rows(pool, DELETE_FORMER_SESSIONS, [claim.slot, claim.epoch]);
      return claim;
    },

    async beat(hub: HubClaim): Promise<HubBeat> {
      const values = [hub.slot, hub.epoch];
      const [beat] = await rows<{ held: boolean; late: boolean; revoked: string[] }>(urgent, BEAT, values);
      const { held = false, late = false, revoked = [] } = beat ?? {};
      return { held, wasLate: late, revokedSessionIds: revoked };
    },

    /** Removes all sessions of the hub from presence, so that no more events are sent there. The hub keeps its slot. */
    async signOffAll(hub: HubClaim): Promise<void> {
      await rows(pool, DELETE_OWN_SESSIONS, [hub.slot, hub.epoch]);
    },

    /** Gives the slot up at once, with all of the hub's sessions: another hub may take it. */
    async releaseSlot(hub: HubClaim): Promise<void> {
      await rows(pool, RELEASE_SLOT, [hub.slot, hub.epoch]);
    },
  };
}

const CLAIM_SLOT = {
  name: 'presence-claim-slot-2',
  text: `INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ($1, 1, now())
         ON CONFLICT (slot) DO UPDATE SET epoch = hub.epoch + 1, heartbeat_at = now()
         RETURNING slot, epoch`,
};

const RECLAIM_SLOT = {
  name: 'presence-reclaim-slot-2',
  text: `UPDATE hub SET epoch = epoch + 1, heartbeat_at = now()
          WHERE slot = $1 AND heartbeat_at < now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
         RETURNING slot, epoch`,
};

const CLAIM_ANY_SLOT = {
  name: 'presence-claim-any-slot-2',
  text: `
    WITH free AS (
      SELECT slot FROM hub
       WHERE slot ~ '^auto-[0-9]{1,9}$' AND heartbeat_at < now() - interval '${HUB_HEARTBEAT_STALE_MS} milliseconds'
       ORDER BY substr(slot, 6)::int LIMIT 1 FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE hub SET epoch = hub.epoch + 1, heartbeat_at = now() FROM free WHERE hub.slot = free.slot
      RETURNING hub.slot, hub.epoch
    ), opened AS (
      INSERT INTO hub (slot, epoch, heartbeat_at)
      SELECT 'auto-' || (coalesce(max(substr(slot, 6)::int), 0) + 1), 1, now()
        FROM hub WHERE slot ~ '^auto-[0-9]{1,9}$' HAVING NOT EXISTS (SELECT 1 FROM free)
      ON CONFLICT (slot) DO NOTHING
      RETURNING slot, epoch
    )
    SELECT slot, epoch FROM taken UNION ALL SELECT slot, epoch FROM opened`,
};

const DELETE_FORMER_SESSIONS = {
  name: 'presence-delete-former-sessions',
  text: 'DELETE FROM agent_session WHERE slot = $1 AND epoch < $2',
};

const BEAT = {
  name: 'presence-beat-2',
  text: `
    WITH former AS (
      SELECT heartbeat_at < now() - interval '${HUB_HEARTBEAT_STALE_MS - HUB_HEARTBEAT_INTERVAL_MS} milliseconds' AS late
        FROM hub WHERE slot = $1 AND epoch = $2
    ), beat AS (
      UPDATE hub SET heartbeat_at = now() WHERE slot = $1 AND epoch = $2 RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM beat) AS held,
           coalesce((SELECT late FROM former), false) AS late,
           ARRAY(SELECT id FROM agent_session WHERE slot = $1 AND epoch = $2 AND revoke_at <= now()) AS revoked`,
};

const DELETE_OWN_SESSIONS = {
  name: 'presence-delete-own-sessions-2',
  text: `WITH gone AS (DELETE FROM agent_session WHERE slot = $1 AND epoch = $2 RETURNING agent_id) ${webhooksAreDue('gone')}`,
};

const RELEASE_SLOT = {
  name: 'presence-release-slot-2',
  text: `
    WITH gone AS (
      DELETE FROM agent_session WHERE slot = $1 AND epoch = $2 RETURNING agent_id
    ), due AS (${webhooksAreDue('gone')}
    )
    UPDATE hub SET heartbeat_at = 'epoch' WHERE slot = $1 AND epoch = $2`,
};
