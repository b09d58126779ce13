import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { REPLAYS_KEPT_MAX, REPLAYS_OPEN_MAX, conflict } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { Audited, AuditedCall } from '../audit/audit-log.js';
import type { OutgoingEvent } from '../events/frames/frames.js';
import { isOwned, positionOfTime } from '../events/event-log.js';

export type ReplayRecord = NonNullable<typeof sql.replays.find.row>;

/** States whose events can be sent again by many. */
export type ReplayedState = ReplayRecord['eventState'];

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

/** The scheduler does what owners ask for: `replay-steps.ts`. */
export function replayQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Sends the events again that are written by now, after earlier replays of the agent. Of those that have
     * ended, the oldest are forgotten. `null` if the agent is not the owner's.
     * @throws ServiceError `conflict` if the agent has as many open ones as may be.
     */
    async start(replay: NewReplay): Promise<ReplayRecord | null> {
      const { replayId, agentId, ownerId, state, type, from, to, ratePerSecond, call } = replay;
      return transaction(pool, async (client) => {
        const [agent] = await rows(client, sql.agents.lock, { id: agentId, ownerId });
        if (agent === undefined) return null;
        const [begun] = await rows(client, sql.replays.insert, {
          ...{ id: replayId, agentId, eventState: state, eventType: type, fromAt: from, toAt: to },
          ...{ ratePerSecond, openMax: REPLAYS_OPEN_MAX, ...(await spanOf(client, { agentId, from, to })) },
        });
        if (begun === undefined)
          throw conflict(`An agent has at most ${REPLAYS_OPEN_MAX} replays that have not ended`);
        await rows(client, sql.replays.forgetOld, { agentId, limit: REPLAYS_KEPT_MAX });
        const record = await find(client, replayId, ownerId);
        if (record === null) throw new Error('The replay was not written');
        await writeAuditEntry(client, {
          ...{ userId: ownerId, action: 'event.replay_started', subjectId: replayId, agentId, call },
          details: {
            ...{ name: agent.agent_name, state, type, rate_per_second: ratePerSecond },
            ...{ from: from.toISOString(), to: record.to.toISOString() },
          },
        });
        return record;
      });
    },

    /** Newest first. `null` if the agent is not the owner's. */
    async listOf(agentId: string, ownerId: string): Promise<ReplayRecord[] | null> {
      if (!(await isOwned(prisma, { agentId, ownerId }))) return null;
      return rows(pool, sql.replays.list, { agentId, limit: REPLAYS_KEPT_MAX });
    },

    /**
     * What a replay would send now, of a bounded part of the log: it is not complete if something was left.
     * `null` if the agent is not the owner's.
     * @param limit rows of the log. Default 10,000.
     */
    async count(
      {
        agentId,
        ownerId,
        ...asked
      }: Pick<NewReplay, 'agentId' | 'ownerId' | 'state' | 'type' | 'from' | 'to'>,
      limit = LOOKED_AT_MAX,
    ): Promise<{ events: number; isComplete: boolean } | null> {
      if (!(await isOwned(prisma, { agentId, ownerId }))) return null;
      const { beganSeq: after, lastSeq } = await spanOf(pool, { agentId, ...asked });
      const values = { ...asked, to: asked.to ?? new Date(), agentId, after, lastSeq, limit };
      const next = await rows(pool, sql.events.nextToReplay, values);
      const events = next.filter(({ matches, isOver }) => matches && !isOver).length;
      return { events, isComplete: next.length < limit };
    },

    /** `null` if it is not the owner's. */
    find: (replayId: string, ownerId: string): Promise<ReplayRecord | null> => find(pool, replayId, ownerId),

    /**
     * Waits for a step that is under way; then no step sends anything. `null` if it is not the owner's.
     * @throws ServiceError `conflict` if it has finished.
     */
    async cancel(asked: { replayId: string; ownerId: string } & Audited): Promise<ReplayRecord | null> {
      const { replayId, ownerId, call } = asked;
      return transaction(pool, async (client) => {
        const [former] = await rows(client, sql.replays.lock, { id: replayId, ownerId });
        if (former === undefined) return null;
        if (former.state === 'finished') throw conflict('The replay has finished');
        if (former.state === 'running') {
          await rows(client, sql.replays.cancel, { id: replayId });
          await writeAuditEntry(client, {
            ...{ userId: ownerId, action: 'event.replay_cancelled', subjectId: replayId, call },
            agentId: former.agent_id,
            details: { name: former.agent_name },
          });
        }
        return find(client, replayId, ownerId);
      });
    },
  };
}

function find(on: Pool | ClientBase, id: string, ownerId: string): Promise<ReplayRecord | null> {
  return firstRow(on, sql.replays.find, { id, ownerId });
}

/** The time in an event's id and that in its row are of two clocks. */
const CLOCKS_APART_MS_MAX = 60_000;

/** The part of an agent's log that holds all events of a time, up to now, and some others: it is behind `beganSeq`. */
async function spanOf(
  on: Pool | ClientBase,
  { agentId, from, to }: { agentId: string; from: Date; to: Date | null },
): Promise<{ beganSeq: number; lastSeq: number }> {
  const [newest] = await rows(on, sql.log.position, { agentId, eventId: null, seq: null });
  const lastSeq = newest?.lastSeq ?? 0;
  const numberAt = (timeMs: number) => positionOfTime(on, { agentId, timeMs, lastSeq });
  const beganSeq = (await numberAt(from.getTime() - CLOCKS_APART_MS_MAX)) - 1;
  const end = to === null ? lastSeq : (await numberAt(to.getTime() + CLOCKS_APART_MS_MAX)) - 1;
  return { beganSeq, lastSeq: Math.max(beganSeq, end) };
}

/** Rows of the log that a count looks at. */
const LOOKED_AT_MAX = 10_000;

export function redeliveryQueries(pool: Pool) {
  return {
    /**
     * Starts a new round of attempts, under the same id. `null` if the event is not the user's.
     * @throws ServiceError `conflict` if the event's run is finished: the agent could do nothing with it.
     */
    async restart(eventId: string, userId: string, call: AuditedCall = {}): Promise<OutgoingEvent | null> {
      return transaction(pool, async (client) => {
        const values = { ids: [eventId], agentId: null, ownerId: userId };
        const [event] = await rows(client, sql.events.lock, values);
        if (event === undefined) return null;
        const { agentId, agentName: name, type } = event;
        if (event.isReplaced) throw conflict('The run of this event was offered again by another event');
        if (event.isOver) throw conflict('The run of this event is finished');
        const [restarted] = await rows(client, sql.events.restart, { ids: [eventId], state: null });
        if (restarted === undefined) return null;
        await writeAuditEntry(client, {
          ...{ userId, action: 'event.redelivered', subjectId: eventId, agentId, call },
          details: { name, type },
        });
        return restarted;
      });
    },
  };
}
