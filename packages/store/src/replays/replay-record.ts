import type { EventType } from '@svc/domain';
import type { ReplayedState, ReplayFilter } from '@svc/events';

/** `queued`: an earlier replay of the agent is under way. */
export type ReplayState = 'queued' | 'running' | 'finished' | 'cancelled';

/**
 * Why a replay sends nothing at this moment: nothing can reach the agent; as many of its own events as it may have are on their way; or other
 * events of the agent are.
 */
export type ReplayWait = 'agent' | 'own_events' | 'other_events';

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
  state: ReplayState;
  filter: ReplayFilter;
  ratePerSecond: number;
  /** Which part of the agent's log it has gone through. */
  progressPercent: number;
  waitsFor: ReplayWait | null;
  underWay: number;
  createdAt: Date;
  endedAt: Date | null;
}

/** The columns of `replay r` that make a record. */
export const REPLAY_COLUMNS = `
  r.id, r.agent_id, r.event_state, r.event_type, r.from_at, r.to_at, r.rate_per_second, r.done_seq, r.began_seq, r.last_seq, r.under_way, r.waits_for,
  r.redelivered, r.delivered, r.failed, r.waiting, r.skipped, r.removed, r.created_at, r.ended_at,
  CASE WHEN r.state = 'running' AND EXISTS (SELECT 1 FROM replay o WHERE ${isBefore('o', 'r')}) THEN 'queued' ELSE r.state END AS state`;

/** The condition that one replay of an agent has to end before another one begins. */
export function isBefore(one: string, another: string): string {
  return `${one}.agent_id = ${another}.agent_id AND ${one}.id < ${another}.id AND ${one}.state = 'running'`;
}

export interface ReplayRow extends ReplayCounts {
  id: string;
  agent_id: string;
  state: ReplayState;
  event_state: ReplayedState;
  event_type: EventType | null;
  from_at: Date;
  to_at: Date;
  rate_per_second: number;
  done_seq: number | null;
  began_seq: number | null;
  last_seq: number;
  under_way: string[];
  waits_for: ReplayWait | null;
  created_at: Date;
  ended_at: Date | null;
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
