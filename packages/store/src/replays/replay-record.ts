import type * as sql from '../database/statements/generated/index.js';
import type { ReplayFilter } from '../events/replayed-events.js';

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
