import { AT_ONCE, rows, transaction } from '@svc/database';
import { REPLAYS_KEPT_MAX, REPLAYS_OPEN_MAX, ServiceError } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { ReplayedState } from '@svc/events';
import type { Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { REPLAY_COLUMNS, replayRecord } from './replay-record.js';
import type { ReplayRecord, ReplayRow } from './replay-record.js';

export interface NewReplay extends Audited {
  replayId: string;
  agentId: string;
  ownerId: string;
  state: ReplayedState;
  /** `null` for all types. */
  type: EventType | null;
  from: Date;
  /** `null` for this moment. */
  to: Date | null;
  ratePerSecond: number;
}

export type Replays = ReturnType<typeof replayQueries>;

/** What owners ask for. The scheduler does it: `replay-steps.ts`. */
export function replayQueries(pool: Pool) {
  return {
    /**
     * Begins a replay of the events that are written by now. It waits for earlier ones of the agent. Of those that have ended, the oldest are forgotten. `null` if
     * the agent is not the owner's.
     *
     * @throws ServiceError `conflict` if the agent has as many open ones as an agent may have.
     */
    async start(replay: NewReplay): Promise<ReplayRecord | null> {
      const { replayId, agentId, ownerId, state, type, from, to, ratePerSecond, call } = replay;
      return transaction(pool, async (client) => {
        const [agent] = await rows<{ agent_name: string }>(client, LOCK_AGENT, [agentId, ownerId]);
        if (agent === undefined) return null;
        const [open] = await rows<{ count: number }>(client, COUNT_OPEN, [agentId]);
        if ((open?.count ?? 0) >= REPLAYS_OPEN_MAX) {
          const detail = `An agent has at most ${REPLAYS_OPEN_MAX} replays that have not ended`;
          throw new ServiceError('conflict', { detail });
        }
        const values = [replayId, agentId, state, type, from, to, ratePerSecond];
        const [row] = await rows<ReplayRow>(client, INSERT, values);
        if (row === undefined) throw new Error('The replay was not written');
        await rows(client, FORGET_OLD, [agentId, REPLAYS_KEPT_MAX]);
        const record = replayRecord(row);
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'event.replay_started', subjectId: replayId, agentId, call },
          details: {
            ...{ name: agent.agent_name, state, type, rate_per_second: ratePerSecond },
            ...{ from: from.toISOString(), to: record.filter.to.toISOString() },
          },
        });
        return record;
      });
    },

    /** Newest first. `null` if the agent is not the owner's. */
    async listOf(agentId: string, ownerId: string): Promise<ReplayRecord[] | null> {
      const found = await rows<Partial<ReplayRow>>(pool, LIST, [agentId, ownerId, REPLAYS_KEPT_MAX]);
      if (found.length === 0) return null;
      return found.flatMap((row) => (row.id == null ? [] : [replayRecord(row as ReplayRow)]));
    },

    /** `null` if it is not the owner's. */
    async find(replayId: string, ownerId: string): Promise<ReplayRecord | null> {
      const [row] = await rows<ReplayRow>(pool, FIND, [replayId, ownerId]);
      return row === undefined ? null : replayRecord(row);
    },

    /**
     * Ends a replay: no step sends anything afterwards. A step that is under way is waited for. Its events that are on their way stay so. `null` if it is not the
     * owner's.
     *
     * @throws ServiceError `conflict` if it has finished.
     */
    async cancel({
      replayId,
      ownerId,
      call,
    }: { replayId: string; ownerId: string } & Audited): Promise<ReplayRecord | null> {
      return transaction(pool, async (client) => {
        const [held] = await rows<{ state: string; agent_name: string }>(client, LOCK, [replayId, ownerId]);
        if (held === undefined) return null;
        if (held.state === 'finished')
          throw new ServiceError('conflict', { detail: 'The replay has finished' });
        if (held.state === 'running') {
          const [ended] = await rows<{ agent_id: string }>(client, CANCEL, [replayId]);
          await writeAuditEntry(client, {
            ...{ userId: ownerId, action: 'event.replay_cancelled', subjectId: replayId, call },
            agentId: ended?.agent_id ?? null,
            details: { name: held.agent_name },
          });
        }
        const [row] = await rows<ReplayRow>(client, FIND, [replayId, ownerId]);
        return row === undefined ? null : replayRecord(row);
      });
    },
  };
}

// Two calls for one agent count one after the other.
const LOCK_AGENT = {
  name: 'replay-lock-agent',
  text: 'SELECT agent_name FROM agent WHERE id = $1 AND owner_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE',
};

const COUNT_OPEN = {
  name: 'replay-count-open',
  text: `SELECT count(*)::int AS count FROM replay WHERE agent_id = $1 AND state = 'running'`,
};

const INSERT = {
  name: 'replay-insert-2',
  text: `
    WITH inserted AS (
      INSERT INTO replay (id, agent_id, event_state, event_type, from_at, to_at, rate_per_second, last_seq, next_step_at)
      SELECT $1, $2, $3, $4, $5::timestamptz, coalesce($6::timestamptz, now()), $7::int, coalesce((SELECT last_seq FROM agent_counter WHERE agent_id = $2), 0), ${AT_ONCE}
      RETURNING *
    )
    SELECT ${REPLAY_COLUMNS} FROM inserted r`,
};

const FORGET_OLD = {
  name: 'replay-forget-old',
  text: `
    DELETE FROM replay WHERE agent_id = $1 AND state <> 'running'
       AND id NOT IN (SELECT id FROM replay WHERE agent_id = $1 ORDER BY id DESC LIMIT $2)`,
};

const LIST = {
  name: 'replay-list',
  text: `
    SELECT l.* FROM agent a LEFT JOIN LATERAL (
      SELECT ${REPLAY_COLUMNS} FROM replay r WHERE r.agent_id = a.id ORDER BY r.id DESC LIMIT $3
    ) l ON true
     WHERE a.id = $1 AND a.owner_id = $2 AND a.deleted_at IS NULL ORDER BY l.id DESC`,
};

/** That `replay r` is of an agent of the owner `$2`. */
const OF_OWNER = `r.id = $1 AND EXISTS (SELECT 1 FROM agent a WHERE a.id = r.agent_id AND a.owner_id = $2 AND a.deleted_at IS NULL)`;

const FIND = { name: 'replay-find', text: `SELECT ${REPLAY_COLUMNS} FROM replay r WHERE ${OF_OWNER}` };

const LOCK = {
  name: 'replay-lock',
  text: `
    SELECT r.state, (SELECT agent_name FROM agent a WHERE a.id = r.agent_id) AS agent_name FROM replay r WHERE ${OF_OWNER} FOR NO KEY UPDATE OF r`,
};

// Steps still find out what becomes of the events that are on their way.
const CANCEL = {
  name: 'replay-cancel-2',
  text: `
    UPDATE replay SET state = 'cancelled', ended_at = now(), waits_for = NULL, next_step_at = CASE WHEN cardinality(under_way) > 0 THEN ${AT_ONCE} END
     WHERE id = $1 RETURNING agent_id`,
};
