import { rows } from '@svc/database';
import { EVENT_TYPES } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import type { ArrivedEvent } from '../outgoing-event.js';
import { pageOf } from './log-page.js';
import type { LogGap, LogRow } from './log-page.js';

export interface KeptLog {
  /** In the order of their numbers. */
  events: ArrivedEvent[];
  gaps: LogGap[];
  /** Everything up to this number is among the events or the gaps. */
  upTo: number;
  /** The number of the agent's newest event at this instant; 0 if there is none. */
  lastSeq: number;
}

/** Size of the frames of one page, in bytes; one frame is always taken. */
const PAGE_BYTES_MAX = 512 * 1024;

/** An agent's log for a socket that goes on behind a number. */
export function keptLogQueries(pool: Pool) {
  return {
    /**
     * The agent's events behind a number, whatever became of them. Changes nothing: a socket's pong proves the receipt. At most `limit` events, and
     * {@link PAGE_BYTES_MAX} of frames. Behind a number beyond the newest there is nothing.
     */
    async readKept({
      agentId,
      after,
      limit,
    }: {
      agentId: string;
      after: number;
      limit: number;
    }): Promise<KeptLog> {
      const found = await rows<LogRow & { type: EventType }>(pool, READ_KEPT, [
        ...[agentId, limit, PAGE_BYTES_MAX, after],
      ]);
      const { entries, gaps, nextAfter, lastSeq } = pageOf(found, { after, limit });
      const types = new Map(found.map(({ seq, type }) => [seq, type]));
      const events = entries.flatMap(({ eventId, seq, frame }) => {
        const type = types.get(seq);
        return type === undefined ? [] : [{ eventId, agentId, seq, type, frame }];
      });
      return { events, gaps, upTo: nextAfter, lastSeq };
    },

    /** The number of the agent's newest event; 0 if there is none. */
    async lastSeqOf(agentId: string): Promise<number> {
      const [counter] = await rows<{ last_seq: number }>(pool, LAST_SEQ, [agentId]);
      return counter?.last_seq ?? 0;
    },
  };
}

/** The first `$2` open events of each state and type, in the order of an index. */
const OPEN_KINDS = (['waiting', 'delivered', 'failed'] as const)
  .flatMap((state) => EVENT_TYPES.map((type) => `('${state}', '${type}')`))
  .join(', ');

// One statement sees one state of the log: an event is either open or ended, and the newest number belongs to it. PostgreSQL knows the sizes of frames without
// reading them.
const READ_KEPT = {
  name: 'kept-log-read',
  text: `
    WITH found AS MATERIALIZED (
      SELECT * FROM (
        (SELECT event_id, seq, state FROM event_end WHERE agent_id = $1 AND seq > $4 ORDER BY seq LIMIT $2)
        UNION ALL
        (SELECT event_id, seq, state FROM open_event WHERE agent_id = $1 AND state = 'pending' AND seq > $4 ORDER BY seq LIMIT $2)
        UNION ALL
        SELECT w.* FROM (VALUES ${OPEN_KINDS}) AS kind (state, type) CROSS JOIN LATERAL (
          SELECT event_id, seq, o.state FROM open_event o
           WHERE o.agent_id = $1 AND o.state = kind.state AND o.state <> 'pending' AND o.type = kind.type AND o.seq > $4 ORDER BY o.seq LIMIT $2
        ) w
      ) f ORDER BY seq LIMIT $2
    ), sized AS (
      SELECT f.*, l.type, l.created_at, l.frame,
             row_number() OVER preceding = 1 OR coalesce(sum(octet_length(l.frame)) OVER preceding, 0) <= $3 AS fits
        FROM found f LEFT JOIN LATERAL (SELECT type, frame, created_at FROM event WHERE id = f.event_id OFFSET 0) l ON true
      WINDOW preceding AS (ORDER BY f.seq)
    )
    SELECT c.last_seq, (SELECT count(*)::int FROM found) AS found, s.event_id AS id, s.seq, s.state, s.type, s.fits,
           CASE WHEN s.fits THEN s.frame END AS frame, s.created_at, NULL::bigint AS handed_out_no
      FROM agent_counter c LEFT JOIN sized s ON true WHERE c.agent_id = $1 ORDER BY s.seq`,
};

const LAST_SEQ = {
  name: 'kept-log-last-seq',
  text: 'SELECT last_seq FROM agent_counter WHERE agent_id = $1',
};
