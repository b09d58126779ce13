import { rows, sql, transaction } from '@svc/database';
import type { PrismaClient } from '@svc/database';
import { REPLAYS_KEPT_MAX, REPLAYS_OPEN_MAX, ServiceError } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { ReplayedState } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-entry.js';
import type { Audited } from '../audit/audit-entry.js';
import { replayRecord } from './replay-record.js';
import type { ReplayRecord } from './replay-record.js';

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
export function replayQueries(pool: Pool, prisma: PrismaClient) {
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
        const [agent] = await rows(client, sql.replays.lockAgent, { agentId, ownerId });
        if (agent === undefined) return null;
        const [open] = await rows(client, sql.replays.countOpen, { agentId });
        if ((open?.count ?? 0) >= REPLAYS_OPEN_MAX) {
          const detail = `An agent has at most ${REPLAYS_OPEN_MAX} replays that have not ended`;
          throw new ServiceError('conflict', { detail });
        }
        await rows(client, sql.replays.insert, {
          ...{
            id: replayId,
            agentId,
            eventState: state,
            eventType: type,
            fromAt: from,
            toAt: to,
            ratePerSecond,
          },
        });
        await rows(client, sql.replays.forgetOld, { agentId, keptMax: REPLAYS_KEPT_MAX });
        const record = await find(client, replayId, ownerId);
        if (record === null) throw new Error('The replay was not written');
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
      if ((await prisma.agent.count({ where: { id: agentId, ownerId, deletedAt: null } })) === 0) return null;
      return (await rows(pool, sql.replays.list, { agentId, max: REPLAYS_KEPT_MAX })).map(replayRecord);
    },

    /** `null` if it is not the owner's. */
    find: (replayId: string, ownerId: string): Promise<ReplayRecord | null> => find(pool, replayId, ownerId),

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
        const [held] = await rows(client, sql.replays.lock, { id: replayId, ownerId });
        if (held === undefined) return null;
        if (held.state === 'finished')
          throw new ServiceError('conflict', { detail: 'The replay has finished' });
        if (held.state === 'running') {
          await rows(client, sql.replays.cancel, { id: replayId });
          await writeAuditEntry(client, {
            ...{ userId: ownerId, action: 'event.replay_cancelled', subjectId: replayId, call },
            agentId: held.agent_id,
            details: { name: held.agent_name },
          });
        }
        return find(client, replayId, ownerId);
      });
    },
  };
}

async function find(on: Pool | ClientBase, id: string, ownerId: string): Promise<ReplayRecord | null> {
  const [row] = await rows(on, sql.replays.find, { id, ownerId });
  return row === undefined ? null : replayRecord(row);
}
