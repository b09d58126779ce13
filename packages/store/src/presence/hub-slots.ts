import { rows, sql } from '@svc/database';
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
            : await rows(pool, sql.hubs.claimSlot, { slot });
      }
      await rows(pool, sql.hubs.forgetFormer, claim);
      return claim;
    },

    /** Takes a slot by its name, like {@link claimSlot}, but only if its owner is gone; `null` otherwise. */
    async reclaimSlot(slot: string): Promise<HubClaim | null> {
      const [claim] = await rows(pool, sql.hubs.reclaimSlot, { slot });
      if (claim === undefined) return null;
      await rows(pool, sql.hubs.forgetFormer, claim);
      return claim;
    },

    async beat(hub: HubClaim): Promise<HubBeat> {
      const [beat] = await rows(urgent, sql.hubs.beat, hub);
      return beat ?? { held: false, wasLate: false, revokedSessionIds: [] };
    },

    /** Removes all sessions of the hub from presence, so that no more events are sent there. The hub keeps its slot. */
    async signOffAll(hub: HubClaim): Promise<void> {
      await rows(pool, sql.hubs.signOff, hub);
    },

    /** Gives the slot up at once, with all of the hub's sessions: another hub may take it. */
    async releaseSlot(hub: HubClaim): Promise<void> {
      await rows(pool, sql.hubs.releaseSlot, hub);
    },
  };
}
