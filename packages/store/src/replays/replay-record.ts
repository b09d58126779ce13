import { positionOfTime } from '../events/event-log.js';
import type { ClientBase, Pool } from 'pg';
import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { ServiceError } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { OutgoingEvent } from '../events/frames/frames.js';
import { writeAuditEntry } from '../audit/audit-log.js';
import type { AuditedCall } from '../audit/audit-log.js';

/** States whose events can be sent again by many. */
export type ReplayedState = Extract<EventState, 'failed' | 'delivered'>;

export interface ReplayFilter {
  state: ReplayedState;
  type: EventType | null;
  /** Written at this moment or later … */
  from: Date;
  /** … and before this one. */
  to: Date;
}

/** `queued`: an earlier replay of the agent is under way. */
export type ReplayRow = NonNullable<typeof sql.replays.find.row>;

/**
 * Why nothing is sent now: nothing can reach the agent; as many events of the replay as may be, or others of
 * the agent, are on their way.
 */
export type ReplayWait = NonNullable<ReplayRow['waits_for']>;

export interface ReplayCounts {
  redelivered: number;
  delivered: number;
  failed: number;
  waiting: number;
  /** Their run is finished or they were on their way already. */
  skipped: number;
  /** Not kept any more when the replay came to them, or before their outcome was known. */
  removed: number;
}

export interface ReplayRecord extends ReplayCounts {
  replayId: string;
  agentId: string;
  state: ReplayRow['state'];
  filter: ReplayFilter;
  ratePerSecond: number;
  progressPercent: number;
  waitsFor: ReplayWait | null;
  underWay: number;
  createdAt: Date;
  endedAt: Date | null;
}

export function replayRecord(row: ReplayRow): ReplayRecord {
  return {
    replayId: row.id,
    agentId: row.agent_id,
    state: row.state,
    filter: filterOf(row),
    ratePerSecond: row.rate_per_second,
    progressPercent: progressPercent(row),
    waitsFor: row.state === 'running' ? row.waits_for : null,
    redelivered: row.redelivered,
    underWay: row.under_way.length,
    delivered: row.delivered,
    failed: row.failed,
    waiting: row.waiting,
    skipped: row.skipped,
    removed: row.removed,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

export function filterOf(
  row: Pick<ReplayRow, 'event_state' | 'event_type' | 'from_at' | 'to_at'>,
): ReplayFilter {
  return { state: row.event_state, type: row.event_type, from: row.from_at, to: row.to_at };
}

/** By the place in the log, which costs no counting. What is under way keeps it below 100. */
function progressPercent({ state, done_seq: done, began_seq: began, last_seq: last }: ReplayRow): number {
  if (state === 'finished') return 100;
  if (done === null || began === null) return 0;
  if (last <= began) return state === 'cancelled' ? 100 : 99;
  return Math.min(state === 'cancelled' ? 100 : 99, Math.floor((100 * (done - began)) / (last - began)));
}

/** The time in an event's id and that in its row are of two clocks. */
const CLOCKS_APART_MS_MAX = 60_000;

/** What comes behind `beganSeq`, up to `lastSeq`. */
export interface Span {
  beganSeq: number;
  lastSeq: number;
}

/** The part of an agent's log that holds all events of a time, and some others. */
export async function spanOf(
  on: Pool | ClientBase,
  span: {
    agentId: string;
    from: Date;
    to: Date;
    asOf: Date;
    lastSeq: number;
  },
): Promise<Span> {
  const { agentId, from, to, asOf, lastSeq } = span;
  const numberAt = (timeMs: number) => positionOfTime(on, { agentId, timeMs, lastSeq });
  const beganSeq = (await numberAt(from.getTime() - CLOCKS_APART_MS_MAX)) - 1;
  const end = to >= asOf ? lastSeq : (await numberAt(to.getTime() + CLOCKS_APART_MS_MAX)) - 1;
  return { beganSeq, lastSeq: Math.max(beganSeq, end) };
}

const conflict = (detail: string): ServiceError => new ServiceError('conflict', { detail });

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
