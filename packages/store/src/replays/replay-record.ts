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

/** The states whose events can be sent again by many. */
export type ReplayedState = Extract<EventState, 'failed' | 'delivered'>;

/** Which events of an agent are sent again. */
export interface ReplayFilter {
  state: ReplayedState;
  /** `null` for all types. */
  type: EventType | null;
  /** Written at this moment or later … */
  from: Date;
  /** … and before this one. */
  to: Date;
}

/** A replay is `queued` while an earlier one of its agent is under way. */
export type ReplayRow = NonNullable<typeof sql.replays.find.row>;

/**
 * Why a replay sends nothing at this moment: nothing can reach the agent; as many of its own events as it may have are on their way; or other
 * events of the agent are.
 */
export type ReplayWait = NonNullable<ReplayRow['waits_for']>;

/** Events by what has become of them. */
export interface ReplayCounts {
  redelivered: number;
  delivered: number;
  failed: number;
  waiting: number;
  /** Not sent, because their run is finished or they were on their way already. */
  skipped: number;
  /** Not kept any more when the replay came to them, or before it knew what became of them. */
  removed: number;
}

export interface ReplayRecord extends ReplayCounts {
  replayId: string;
  agentId: string;
  state: ReplayRow['state'];
  filter: ReplayFilter;
  ratePerSecond: number;
  /** Which part of the agent's log it has gone through. */
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

/** By the place in the log, which costs no counting. What is still under way keeps it below 100. */
function progressPercent({ state, done_seq: done, began_seq: began, last_seq: last }: ReplayRow): number {
  if (state === 'finished') return 100;
  if (done === null || began === null) return 0;
  if (last <= began) return state === 'cancelled' ? 100 : 99;
  return Math.min(state === 'cancelled' ? 100 : 99, Math.floor((100 * (done - began)) / (last - began)));
}

/** How far the time in an event's id may be from the time in its row: two clocks have made them. */
const CLOCKS_APART_MS_MAX = 60_000;

/** Numbers of an agent's events: what comes behind `beganSeq`, up to `lastSeq`. */
export interface Span {
  beganSeq: number;
  lastSeq: number;
}

/** The part of an agent's log that holds all events of a time. It holds some others as well. */
export async function spanOf(
  on: Pool | ClientBase,
  span: {
    agentId: string;
    from: Date;
    to: Date;
    /** When `lastSeq` was the last number. */
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

export function redeliveryQueries(pool: Pool) {
  return {
    /**
     * Starts a new round of attempts of a user's event, under the same id. `null` if the event is not the user's.
     *
     * @param call how the user has called, for the audit log.
     * @throws ServiceError `conflict` if the event's run is finished: the agent could do nothing with it.
     */
    async restart(eventId: string, userId: string, call: AuditedCall = {}): Promise<OutgoingEvent | null> {
      return transaction(pool, async (client) => {
        const [event] = await rows(client, sql.events.lock, {
          ...{ ids: [eventId], agentId: null, ownerId: userId },
        });
        if (event === undefined) return null;
        const { agentId, agentName: name, type } = event;
        if (event.isReplaced)
          throw new ServiceError('conflict', {
            detail: 'The run of this event was offered again by another event',
          });
        if (event.isOver) throw new ServiceError('conflict', { detail: 'The run of this event is finished' });
        const [restarted] = await rows(client, sql.events.restart, { ids: [eventId], state: null });
        // It was removed in this moment.
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
