import { rows, sql } from '@svc/database';
import { replayedEvents } from '@svc/events';
import type { ReplayFilter } from '@svc/events';
import type { Pool } from 'pg';
import { spanOf } from './replay-span.js';

/** Rows of the log that one statement looks at, and all statements of a count. */
const PORTION = 1_000;
const LOOKED_AT_MAX = 10_000;

/** No further statement begins after so many milliseconds. */
const COUNT_MS_MAX = 1_000;

export interface ReplayCount {
  /** What a replay would send now. */
  events: number;
  /** False if a part of the log was left, so there may be more. */
  isComplete: boolean;
}

export interface CountedReplay extends Omit<ReplayFilter, 'to'> {
  agentId: string;
  ownerId: string;
  /** `null` for this moment. */
  to: Date | null;
}

/** @param lookedAtMax how many rows of a log are looked at. Default 10,000. */
export function replayCountQueries(pool: Pool, lookedAtMax: number = LOOKED_AT_MAX) {
  return {
    /**
     * Counts what a replay would send if it began now, by looking at the events as the replay does: a bounded number of them, the oldest first. `null` if the agent is not
     * the owner's.
     */
    async count({ agentId, ownerId, ...asked }: CountedReplay): Promise<ReplayCount | null> {
      const [log] = await rows(pool, sql.replays.findLog, { agentId, ownerId });
      if (log === undefined) return null;
      const beganMs = performance.now();
      const filter = { ...asked, to: asked.to ?? log.now };
      const span = await spanOf(pool, { agentId, ...filter, asOf: log.now, lastSeq: log.lastSeq });
      let [events, after] = [0, span.beganSeq];
      for (let looked = 0; looked < lookedAtMax && performance.now() - beganMs < COUNT_MS_MAX;) {
        const limit = Math.min(PORTION, lookedAtMax - looked);
        const next = await replayedEvents.next(pool, {
          ...{ agentId, filter, after, lastSeq: span.lastSeq, limit },
        });
        events += next.filter(({ matches, isOver }) => matches && !isOver).length;
        if (next.length < limit) return { events, isComplete: true };
        looked += next.length;
        after = next.at(-1)?.seq ?? span.lastSeq;
      }
      return { events, isComplete: false };
    },
  };
}
