import { positionOfTime } from '../events/log-position.js';
import type { ClientBase, Pool } from 'pg';

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
