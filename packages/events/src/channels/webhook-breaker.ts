import { AT_ONCE, rows } from '@svc/database';
import { probeWaitMs } from '@svc/domain';
import type { AttemptWindow, BreakerSettings, BreakerState, WebhookTurn } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';

/** Held events that are counted at most. */
export const HELD_COUNTED_MAX = 1_000;

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

export type Breakers = ReturnType<typeof breakerQueries>;

/** The breakers of webhooks, for the owners of their agents. The claims of dispatchers open and close them. */
export function breakerQueries(pool: Pool) {
  return {
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

    /** How many breakers are open. */
    async countOpen(): Promise<number> {
      const [row] = await rows<{ open: number }>(pool, COUNT_OPEN, []);
      return row?.open ?? 0;
    },
  };
}

/** Of these agents, those of `failing` and those with a window, which are locked until the commit. */
export async function readWindows(
  client: ClientBase,
  agentIds: string[],
  failing: string[],
): Promise<{ agentId: string; isFailing: boolean; window: AttemptWindow | null }[]> {
  const found = await rows<WindowRow>(client, READ_WINDOWS, [agentIds]);
  const windows = new Map(found.map(({ agentId, ...window }) => [agentId, window]));
  const concerned = [...new Set([...windows.keys(), ...failing])];
  if (concerned.length === 0) return [];
  const inError = await rows<{ id: string }>(client, IN_ERROR, [concerned]);
  const failingNow = new Set(inError.map(({ id }) => id));
  return concerned.map((agentId) => ({
    ...{ agentId, isFailing: failingNow.has(agentId), window: windows.get(agentId) ?? null },
  }));
}

interface WindowRow extends AttemptWindow {
  agentId: string;
}

export async function writeWindows(
  client: ClientBase,
  written: readonly { agentId: string; counted: AttemptWindow }[],
  { probeMs }: BreakerSettings,
): Promise<void> {
  await rows(client, WRITE_WINDOWS, [
    written.map(({ agentId }) => agentId),
    written.map(({ counted }) => counted.state),
    written.map(({ counted }) => counted.halfAgeMs),
    written.map(({ counted }) => counted.attempts),
    written.map(({ counted }) => counted.failures),
    written.map(({ counted }) => counted.attemptsBefore),
    written.map(({ counted }) => counted.failuresBefore),
    probeMs,
  ]);
}

export async function changeBreakers(
  client: ClientBase,
  changed: readonly { agentId: string; change: NonNullable<WebhookTurn['breaker']>; doublings: number }[],
  settings: BreakerSettings,
): Promise<void> {
  const stateOf = { probed: 'open', releasing: 'releasing', closed: 'closed' } as const satisfies Record<
    string,
    BreakerState
  >;
  await rows(client, CHANGE, [
    changed.map(({ agentId }) => agentId),
    changed.map(({ change }) => stateOf[change]),
    changed.map(({ doublings }) => probeWaitMs(doublings, settings)),
  ]);
}

const READ_WINDOWS = {
  name: 'breaker-read-windows',
  text: `
    SELECT agent_id AS "agentId", state, (extract(epoch FROM now() - half_began_at) * 1000)::float8 AS "halfAgeMs", attempts, failures,
           attempts_before AS "attemptsBefore", failures_before AS "failuresBefore"
      FROM webhook_breaker WHERE agent_id = ANY ($1::text[]) ORDER BY agent_id FOR NO KEY UPDATE`,
};

const IN_ERROR = {
  name: 'breaker-in-error',
  text: `SELECT id FROM agent WHERE id = ANY ($1::text[]) AND status = 'error'`,
};

const WRITE_WINDOWS = {
  name: 'breaker-write-windows',
  text: `
    INSERT INTO webhook_breaker AS b (agent_id, state, half_began_at, attempts, failures, attempts_before, failures_before, opened_at, opened_attempts,
                                      opened_failures, probes, doublings, probe_at)
    SELECT q.agent_id, q.state, now() - q.half_age_ms * interval '1 millisecond', q.attempts, q.failures, q.attempts_before, q.failures_before, now(),
           q.attempts + q.attempts_before, q.failures + q.failures_before, 0, 1, now() + $8::float8 * interval '1 millisecond'
      FROM unnest($1::text[], $2::text[], $3::float8[], $4::int[], $5::int[], $6::int[], $7::int[])
        AS q (agent_id, state, half_age_ms, attempts, failures, attempts_before, failures_before) ORDER BY q.agent_id
    ON CONFLICT (agent_id) DO UPDATE
       SET state = EXCLUDED.state, half_began_at = EXCLUDED.half_began_at, attempts = EXCLUDED.attempts, failures = EXCLUDED.failures,
           attempts_before = EXCLUDED.attempts_before, failures_before = EXCLUDED.failures_before,
           (opened_at, opened_attempts, opened_failures, probes, doublings, probe_at) = (
             SELECT CASE WHEN o.opens THEN EXCLUDED.opened_at ELSE b.opened_at END, CASE WHEN o.opens THEN EXCLUDED.opened_attempts ELSE b.opened_attempts END,
                    CASE WHEN o.opens THEN EXCLUDED.opened_failures ELSE b.opened_failures END, CASE WHEN o.opens THEN 0 ELSE b.probes END,
                    CASE WHEN o.opens THEN 1 ELSE b.doublings END, CASE WHEN o.opens THEN EXCLUDED.probe_at ELSE b.probe_at END
               FROM (SELECT EXCLUDED.state = 'open' AND b.state <> 'open' AS opens) o)`,
};

// When one lets go, its window begins anew: what failed before says nothing of a webhook that takes deliveries again.
const CHANGE = {
  name: 'breaker-change',
  text: `
    UPDATE webhook_breaker b
       SET state = q.state, probes = b.probes + (q.state = 'open')::int, doublings = b.doublings + (q.state = 'open')::int,
           probe_at = CASE WHEN q.state = 'open' THEN now() + q.wait_ms * interval '1 millisecond' END,
           (half_began_at, attempts, failures, attempts_before, failures_before) = (
             SELECT CASE WHEN q.state = 'open' THEN b.half_began_at ELSE now() END, CASE WHEN q.state = 'open' THEN b.attempts ELSE 0 END,
                    CASE WHEN q.state = 'open' THEN b.failures ELSE 0 END, CASE WHEN q.state = 'open' THEN b.attempts_before ELSE 0 END,
                    CASE WHEN q.state = 'open' THEN b.failures_before ELSE 0 END)
      FROM unnest($1::text[], $2::text[], $3::float8[]) AS q (agent_id, state, wait_ms) WHERE b.agent_id = q.agent_id`,
};

const PROBE_NOW = {
  name: 'breaker-probe-now-3',
  text: `
    WITH owned AS (
      SELECT id FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL
    ), looked_at AS (
      UPDATE agent_counter c SET next_due_at = ${AT_ONCE} FROM owned o WHERE c.agent_id = o.id RETURNING c.agent_id
    ), due AS (
      UPDATE webhook_breaker b SET probe_at = ${AT_ONCE}, doublings = 0 FROM looked_at l WHERE b.agent_id = l.agent_id AND b.state = 'open' RETURNING b.agent_id
    )
    SELECT EXISTS (SELECT 1 FROM due) AS is_open FROM owned`,
};

const NOT_CLOSED = {
  name: 'breaker-not-closed-2',
  text: `
    SELECT b.agent_id AS "agentId", b.state, b.opened_at AS "openedAt", b.opened_attempts AS attempts, b.opened_failures AS failures, b.probes,
           b.probe_at AS "nextProbeAt", (
             SELECT count(*)::int FROM (
               SELECT 1 FROM waiting_up_to w JOIN event e ON e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.next_attempt_at <= now()
                WHERE w.agent_id = b.agent_id AND w.push_no = 0 LIMIT $2
             ) held) AS "heldEvents"
      FROM webhook_breaker b WHERE b.agent_id = ANY ($1::text[]) AND b.state <> 'closed'`,
};

const COUNT_OPEN = {
  name: 'breaker-count-open',
  text: `SELECT count(*)::int AS open FROM webhook_breaker WHERE state = 'open'`,
};
