import { AT_ONCE, rows, transaction } from '@svc/database';
import { probeWaitMs } from '@svc/domain';
import type { BreakerSettings } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { TAKE_UP_LATER } from '../append.js';
import { outgoingEvent } from '../outgoing-event.js';
import type { OutgoingEvent, OutgoingRow } from '../outgoing-event.js';
import { reachable } from '../route.js';
import { onlineSlot } from './websocket.js';

/** Held events that are counted at most, of an agent and of all. */
export const HELD_COUNTED_MAX = 1_000;
const HELD_OF_ALL_COUNTED_MAX = 100_000;

/** Events of the agent that may be on their way while held ones are let go. */
const PENDING_BESIDE_MAX = 50;

/** Steps that let events go, in a second. */
const STEPS_PER_SECOND = 4;

/** How long a breaker waits that has nothing to do at this moment, in milliseconds. */
const WAIT_MS = 500;

/** How long one waits that nothing is held by, at most, and one whose step has failed, in milliseconds. */
const IDLE_MS_MAX = 60_000;
const FAILED_WAIT_MS = 5_000;

/** An open breaker that has nothing to send as a probe is looked at after this share of the time for which this has been so. */
const IDLE_SHARE = 1 / 4;

/** Rows of webhooks that have not failed for long, which one call forgets. */
const FORGOTTEN_MAX = 500;

/** A breaker that is not closed, for the agent's owner. */
export interface BreakerRecord {
  agentId: string;
  /** `releasing`: the webhook takes deliveries again, and what was held goes out little by little. */
  state: 'open' | 'releasing';
  openedAt: Date;
  /** The attempts of the window when it opened, and how many of them had failed. */
  attempts: number;
  failures: number;
  probes: number;
  /** `null` while releasing. */
  nextProbeAt: Date | null;
  /** Counted up to {@link HELD_COUNTED_MAX}. */
  heldEvents: number;
}

export interface BreakerStep {
  agentId: string;
  /** The agent's owner; `null` if there is no such agent any more. */
  userId: string | null;
  did: 'probed' | 'began to release' | 'released' | 'closed' | 'waited';
  /** What is on its way now, in order. The caller announces it. */
  events: OutgoingEvent[];
}

export type Breakers = ReturnType<typeof breakerQueries>;

/**
 * Looks after the breakers of webhooks. Statements of attempts open them and hold events back (`breaker-sql.ts`). Any number of dispatchers may look after them: a
 * step is a transaction that holds its breaker.
 */
export function breakerQueries(pool: Pool, settings: BreakerSettings) {
  return {
    /**
     * Does what is due for the breaker that has waited longest and that nobody else holds; `null` if nothing is due. An open one sends its oldest held event as a probe when
     * the time has come. One whose agent is active again lets go what was held, at a bounded rate, and closes when nothing is left. If the step fails, the breaker rests
     * for some seconds, so that it keeps no other one waiting.
     */
    async step(): Promise<BreakerStep | null> {
      let heldId: string | undefined;
      try {
        return await transaction(pool, async (client) => {
          const [held] = await rows<HeldRow>(client, HOLD_DUE, [settings.attempts > 0]);
          heldId = held?.agent_id;
          if (held === undefined) return null;
          const { agent_id: agentId } = held;
          const [agent] = await rows<AgentRow>(client, READ_AGENT, [agentId]);
          const step = await stepOf(client, { held, agent: agent ?? null }, settings);
          return { agentId, userId: agent?.owner_id ?? null, ...step };
        });
      } catch (error) {
        if (heldId !== undefined) await rows(pool, WAIT, [heldId, FAILED_WAIT_MS]).catch(() => []);
        throw error;
      }
    },

    /**
     * Makes the next probe of an open breaker due, and the waits behind it as short as at first. `null` if the agent is not the owner's; false if its breaker is not
     * open.
     */
    async probeNow(agentId: string, ownerId: string): Promise<boolean | null> {
      const [row] = await rows<{ is_open: boolean }>(pool, PROBE_NOW, [agentId, ownerId]);
      return row?.is_open ?? null;
    },

    /** The breakers of these agents that are not closed. */
    async notClosed(agentIds: readonly string[]): Promise<Map<string, BreakerRecord>> {
      if (agentIds.length === 0) return new Map();
      const found = await rows<BreakerRecord>(pool, NOT_CLOSED, [agentIds, HELD_COUNTED_MAX]);
      return new Map(found.map((breaker) => [breaker.agentId, breaker]));
    },

    /** How many breakers are open, and how many events are held, up to a bound. */
    async counts(): Promise<{ open: number; held: number }> {
      const [row] = await rows<{ open: number; held: number }>(pool, COUNTS, [HELD_OF_ALL_COUNTED_MAX]);
      return row ?? { open: 0, held: 0 };
    },

    /** Forgets webhooks that have not failed for a window. */
    async forget(): Promise<void> {
      await rows(pool, FORGET, [settings.windowMs, FORGOTTEN_MAX]);
    },
  };
}

interface HeldRow {
  agent_id: string;
  state: 'open' | 'releasing';
  doublings: number;
  is_probe_due: boolean;
  /** For how long the probe has been due, in milliseconds. */
  overdue_ms: number;
  /** The last probe is still under way. */
  is_probing: boolean;
}

interface AgentRow {
  owner_id: string;
  /** Whether the agent is still in `error`. */
  is_failing: boolean;
}

async function stepOf(
  client: ClientBase,
  { held, agent }: { held: HeldRow; agent: AgentRow | null },
  settings: BreakerSettings,
): Promise<Pick<BreakerStep, 'did' | 'events'>> {
  const { agent_id: agentId, state } = held;
  const wait = async (ms: number): Promise<void> => void (await rows(client, WAIT, [agentId, ms]));
  const waited = { did: 'waited' as const, events: [] };
  if (agent === null) {
    await rows(client, REMOVE, [agentId]);
    return waited;
  }
  if (state === 'open' && (!agent.is_failing || settings.attempts === 0)) {
    await rows(client, BEGIN_TO_RELEASE, [agentId]);
    return { did: 'began to release', events: [] };
  }
  if (state === 'open') {
    const mayProbe = held.is_probe_due && !held.is_probing;
    const events = mayProbe ? await letGo(client, agentId, 1) : [];
    const [probe] = events;
    if (probe === undefined) {
      const idleMs = mayProbe ? Math.min(IDLE_MS_MAX, IDLE_SHARE * held.overdue_ms) : 0;
      await wait(Math.max(WAIT_MS, idleMs));
      return waited;
    }
    await rows(client, PROBED, [agentId, probe.eventId, probeWaitMs(held.doublings, settings)]);
    return { did: 'probed', events };
  }
  const [others] = await rows<{ pending: number }>(client, PENDING, [agentId, PENDING_BESIDE_MAX]);
  if ((others?.pending ?? 0) >= PENDING_BESIDE_MAX) {
    await wait(WAIT_MS);
    return waited;
  }
  const rate = settings.releasePerSecond;
  const events = await letGo(client, agentId, Math.ceil(rate / STEPS_PER_SECOND));
  if (events.length === 0) {
    await rows(client, CLOSE, [agentId]);
    return { did: 'closed', events };
  }
  await wait((1_000 * events.length) / rate);
  return { did: 'released', events };
}

async function letGo(client: ClientBase, agentId: string, limit: number): Promise<OutgoingEvent[]> {
  return (await rows<OutgoingRow>(client, LET_GO, [agentId, limit])).map(outgoingEvent);
}

// An agent that is not in `error` any more ends its breaker at once, however long that would wait. The lock keeps everyone from holding an event meanwhile.
const HOLD_DUE = {
  name: 'breaker-hold-due-2',
  text: `
    SELECT b.agent_id, b.state, b.doublings, b.probe_at <= now() AS is_probe_due, (extract(epoch FROM now() - b.probe_at) * 1000)::float8 AS overdue_ms,
           EXISTS (SELECT 1 FROM open_event e WHERE e.event_id = b.probe_event_id AND e.state = 'pending' AND e.in_flight_until > now()) AS is_probing
      FROM webhook_breaker b LEFT JOIN agent a ON a.id = b.agent_id AND a.deleted_at IS NULL
     WHERE b.state <> 'closed' AND (b.next_at <= now() OR (b.state = 'open' AND (a.status IS DISTINCT FROM 'error' OR NOT $1::boolean)))
     ORDER BY b.next_at LIMIT 1 FOR NO KEY UPDATE OF b SKIP LOCKED`,
};

// By a statement that begins when the breaker is held: the one that holds it may read a breaker that has just opened, but the agent as it was before.
const READ_AGENT = {
  name: 'breaker-read-agent',
  text: `SELECT owner_id, status = 'error' AS is_failing FROM agent WHERE id = $1 AND deleted_at IS NULL`,
};

const LET_GO = {
  name: 'breaker-let-go',
  text: `
    WITH oldest AS MATERIALIZED (
      SELECT event_id FROM open_event WHERE agent_id = $1 AND held_since IS NOT NULL AND state = 'pending' ORDER BY seq LIMIT $2 FOR NO KEY UPDATE
    ), gone AS (
      UPDATE open_event e SET held_since = NULL, attempt_after = ${TAKE_UP_LATER} FROM oldest o WHERE e.event_id = o.event_id
      RETURNING e.event_id, e.agent_id, e.seq, e.type
    )
    SELECT e.event_id AS id, e.agent_id, e.seq, e.type, l.frame, ${onlineSlot('e.agent_id')} AS slot,
           (SELECT ${reachable()} FROM agent a WHERE a.id = e.agent_id) AS is_reachable
      FROM gone e CROSS JOIN LATERAL (SELECT frame FROM event WHERE id = e.event_id OFFSET 0) l ORDER BY e.seq`,
};

const PENDING = {
  name: 'breaker-pending-beside',
  text: `
    SELECT count(*)::int AS pending FROM (
      SELECT 1 FROM open_event WHERE agent_id = $1 AND state = 'pending' AND held_since IS NULL LIMIT $2
    ) p`,
};

const PROBED = {
  name: 'breaker-probed',
  text: `
    UPDATE webhook_breaker
       SET probes = probes + 1, doublings = doublings + 1, probe_event_id = $2, probe_at = now() + $3::double precision * interval '1 millisecond',
           next_at = now() + $3::double precision * interval '1 millisecond'
     WHERE agent_id = $1`,
};

const WAIT = {
  name: 'breaker-wait',
  text: `UPDATE webhook_breaker SET next_at = now() + $2::double precision * interval '1 millisecond' WHERE agent_id = $1 AND state <> 'closed'`,
};

// The window begins anew: what failed before says nothing of a webhook that takes deliveries again.
const BEGIN_TO_RELEASE = {
  name: 'breaker-begin-to-release',
  text: `
    UPDATE webhook_breaker
       SET state = 'releasing', half_began_at = now(), attempts = 0, failures = 0, attempts_before = 0, failures_before = 0, probe_event_id = NULL,
           probe_at = NULL, next_at = ${AT_ONCE}
     WHERE agent_id = $1`,
};

const CLOSE = {
  name: 'breaker-close',
  text: `UPDATE webhook_breaker SET state = 'closed', opened_at = NULL, next_at = NULL WHERE agent_id = $1`,
};

const REMOVE = { name: 'breaker-remove', text: 'DELETE FROM webhook_breaker WHERE agent_id = $1' };

const PROBE_NOW = {
  name: 'breaker-probe-now',
  text: `
    WITH owned AS (
      SELECT id FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
    ), due AS (
      UPDATE webhook_breaker b SET probe_at = ${AT_ONCE}, next_at = ${AT_ONCE}, doublings = 0 FROM owned o WHERE b.agent_id = o.id AND b.state = 'open' RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM due) AS is_open FROM owned`,
};

const NOT_CLOSED = {
  name: 'breaker-not-closed',
  text: `
    SELECT b.agent_id AS "agentId", b.state, b.opened_at AS "openedAt", b.opened_attempts AS attempts, b.opened_failures AS failures, b.probes,
           b.probe_at AS "nextProbeAt",
           (SELECT count(*)::int FROM (
              SELECT 1 FROM open_event e WHERE e.agent_id = b.agent_id AND e.held_since IS NOT NULL LIMIT $2
            ) h) AS "heldEvents"
      FROM webhook_breaker b WHERE b.agent_id = ANY ($1::text[]) AND b.state <> 'closed'`,
};

const COUNTS = {
  name: 'breaker-counts',
  text: `
    SELECT (SELECT count(*)::int FROM webhook_breaker WHERE state = 'open') AS open,
           (SELECT count(*)::int FROM (SELECT 1 FROM open_event WHERE held_since IS NOT NULL LIMIT $1) h) AS held`,
};

const FORGET = {
  name: 'breaker-forget',
  text: `
    DELETE FROM webhook_breaker WHERE agent_id IN (
      SELECT agent_id FROM webhook_breaker
       WHERE state = 'closed' AND half_began_at < now() - $1::double precision * interval '1 millisecond' LIMIT $2 FOR UPDATE SKIP LOCKED
    )`,
};
