import * as sql from '../../database/statements/generated/index.js';
import { rows } from '../../database/statements/statement.js';
import type { Pool } from 'pg';

/** Held events that are counted at most. */
const HELD_COUNTED_MAX = 1_000;

/**
 * A breaker that is not closed, for the agent's owner. `releasing`: the webhook takes deliveries again, and what was held goes out little by little; there are no more
 * probes. `attempts` of the window when it opened, and how many of them were `failures`. `heldEvents` are counted up to 1,000.
 */
export type BreakerRecord = NonNullable<typeof sql.webhooks.listBreakers.row>;

export type Breakers = ReturnType<typeof breakerQueries>;

/** The breakers of webhooks, for the owners of their agents. The claims of dispatchers open and close them. */
export function breakerQueries(pool: Pool) {
  return {
    /**
     * Makes the next probe of an open breaker due, and the waits behind it as short as at first. `null` if the agent is not the owner's; false if its breaker is not
     * open.
     */
    async probeNow(agentId: string, ownerId: string): Promise<boolean | null> {
      const [row] = await rows(pool, sql.webhooks.probeNow, { agentId, ownerId });
      return row?.is_open ?? null;
    },

    /** The breakers of these agents that are not closed. */
    async notClosed(agentIds: readonly string[]): Promise<Map<string, BreakerRecord>> {
      if (agentIds.length === 0) return new Map();
      const found = await rows(pool, sql.webhooks.listBreakers, { agentIds, countedMax: HELD_COUNTED_MAX });
      return new Map(found.map((breaker) => [breaker.agentId, breaker]));
    },

    /** How many breakers are open. */
    async countOpen(): Promise<number> {
      const [row] = await rows(pool, sql.webhooks.countOpen, {});
      return row?.open ?? 0;
    },
  };
}
