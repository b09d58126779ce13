import { Batcher, rows } from '@svc/database';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import type { ArrivedEvent } from '../outgoing-event.js';
import { afterLocking, beginRunsOf, receiveEvents } from '../receipt-sql.js';
import { pageOf } from './log-page.js';
import type { LogGap, LogRow } from './log-page.js';

/** A session that wants its agent's open events above a `push_no`. */
export interface SocketClaim {
  sessionId: string;
  agentId: string;
  after: number;
  /** How many it has room for. */
  limit: number;
}

/** What a session gets. */
export interface ClaimedForSocket {
  /** In the order in which they are to be pushed. */
  events: ArrivedEvent[];
  /** Everything up to this `push_no` is among the events, or is not for this session. */
  upTo: number;
  /** Nothing was left out for the sake of a bound. */
  isWhole: boolean;
}

export interface KeptLog {
  /** In the order of their numbers. */
  events: ArrivedEvent[];
  gaps: LogGap[];
  /** Everything up to this number is among the events or the gaps. */
  upTo: number;
  /** The number of the agent's newest event at this instant; 0 if there is none. */
  lastSeq: number;
  lastPushNo: number;
}

/** Size of the frames of one claim, in bytes: the first of each session, then the second of each, and so on. One frame is always taken. */
const CLAIM_BYTES_MAX = 2 * 1024 * 1024;

/** The same of one session, and of a page of the log. */
const PAGE_BYTES_MAX = 512 * 1024;

/** What a hub asks for its sockets. */
export function websocketQueries(pool: Pool) {
  const receiving = new Batcher<string, void>((eventIds) => receive(pool, eventIds), {
    itemsMax: 1_000,
    keyOf: (eventId) => eventId,
  });

  return {
    /**
     * The open events of many sessions, by session. A session that is not its agent's newest, or whose hub counts as gone, gets nothing. Leaves out events that a
     * webhook attempt may be delivering at this moment, events that a poll has leased, and those of the types that stay with their polls from before the connect.
     */
    async claim(claims: readonly SocketClaim[]): Promise<Map<string, ClaimedForSocket>> {
      const found = await rows<ClaimedRow>(pool, CLAIM, [
        claims.map(({ sessionId }) => sessionId),
        claims.map(({ agentId }) => agentId),
        claims.map(({ after }) => after),
        claims.map(({ limit }) => limit),
        CLAIM_BYTES_MAX,
        PAGE_BYTES_MAX,
      ]);
      const limits = new Map(claims.map(({ sessionId, limit }) => [sessionId, limit]));
      const claimed = new Map<string, ClaimedForSocket>();
      for (const row of found) {
        let own = claimed.get(row.session_id);
        if (own === undefined)
          claimed.set(row.session_id, (own = { events: [], upTo: row.last_push_no, isWhole: !row.is_cut }));
        const { id: eventId, agent_id: agentId, seq, push_no: pushNo, type, frame } = row;
        if (eventId !== null) own.events.push({ eventId, agentId, seq, pushNo, type, frame });
      }
      for (const [sessionId, own] of claimed) {
        own.isWhole &&= own.events.length < (limits.get(sessionId) ?? 0);
        if (!own.isWhole) own.upTo = own.events.at(-1)?.pushNo ?? 0;
      }
      return claimed;
    },

    /** Of these agents, those that have an event with a `push_no` above `after`. */
    async behind(cursors: readonly { agentId: string; after: number }[]): Promise<string[]> {
      const values = [cursors.map(({ agentId }) => agentId), cursors.map(({ after }) => after)];
      return (await rows<{ agent_id: string }>(pool, BEHIND, values)).map((row) => row.agent_id);
    },

    /** Records that an agent has received an event; the pending run of a task's event is running from then on. Idempotent. */
    receive: (eventId: string): Promise<void> => receiving.add(eventId),

    /**
     * The agent's events behind a number, whatever became of them, for a socket that goes on behind it. Changes nothing: a socket's pong proves the receipt. At most
     * `limit` events, and {@link PAGE_BYTES_MAX} of frames. Behind a number beyond the newest there is nothing.
     */
    async readKept(query: { agentId: string; after: number; limit: number }): Promise<KeptLog> {
      const { agentId, after, limit } = query;
      const values = [agentId, limit, PAGE_BYTES_MAX, after];
      const found = await rows<KeptRow>(pool, READ_KEPT, values);
      const { entries, gaps, nextAfter, lastSeq } = pageOf(found, { after, limit });
      const kept = new Map(found.map((row) => [row.seq, row]));
      const events = entries.flatMap(({ eventId, seq, frame }) => {
        const row = kept.get(seq);
        return row === undefined
          ? []
          : [{ eventId, agentId, seq, pushNo: row.push_no, type: row.type, frame }];
      });
      return { events, gaps, upTo: nextAfter, lastSeq, lastPushNo: found[0]?.last_push_no ?? 0 };
    },

    /** The number of the agent's newest event, 0 if there is none; and the `push_no` of its event `seq`, 0 if that is not kept. */
    async placeOf(agentId: string, seq: number): Promise<{ lastSeq: number; pushNo: number }> {
      const [place] = await rows<{ lastSeq: number; pushNo: number }>(pool, PLACE, [agentId, seq]);
      return place ?? { lastSeq: 0, pushNo: 0 };
    },
  };
}

interface KeptRow extends LogRow {
  type: EventType;
  push_no: number;
  last_push_no: number;
}

interface ClaimedRow {
  session_id: string;
  last_push_no: number;
  /** Some of what is open exceeds a bound. */
  is_cut: boolean;
  /** All are `null` where nothing is open. */
  id: string | null;
  agent_id: string;
  seq: number;
  push_no: number;
  type: EventType;
  frame: string;
}

async function receive(pool: Pool, eventIds: string[]): Promise<void[]> {
  // PostgreSQL looks the rows up, and locks them, in the order given here, so that two hubs do not wait for each other. If it reads a small table from end
  // to end instead, they may, and the caller tries again.
  await rows(pool, RECEIVE, [eventIds.toSorted()]);
  return eventIds.map(() => undefined);
}

/** Neither a webhook attempt nor a poll has the event in hand. */
const FREE =
  '(e.in_flight_until IS NULL OR e.in_flight_until <= now()) AND (e.leased_until IS NULL OR e.leased_until <= now())';

// PostgreSQL knows the sizes of frames without reading them, and reads only the frames that fit.
const CLAIM = {
  name: 'socket-claim-2',
  text: `
    WITH asked AS MATERIALIZED (
      SELECT q.*, c.last_push_no FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) AS q (session_id, agent_id, after, places)
        JOIN agent_reach r ON r.agent_id = q.agent_id AND r.session_id = q.session_id JOIN agent_counter c ON c.agent_id = q.agent_id
    ), found AS MATERIALIZED (
      SELECT q.session_id, e.*, (sum(e.bytes) OVER (ORDER BY e.place, q.session_id) <= $5 OR row_number() OVER (ORDER BY e.place, q.session_id) = 1)
             AND (sum(e.bytes) OVER (PARTITION BY q.session_id ORDER BY e.place) <= $6 OR e.place = 1) AS fits
        FROM asked q CROSS JOIN LATERAL (
          SELECT e.*, row_number() OVER (ORDER BY e.push_no) AS place FROM waiting_up_to w CROSS JOIN LATERAL (
            SELECT e.id, e.push_no, octet_length(e.frame) AS bytes FROM event e
             WHERE e.agent_id = q.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no > GREATEST(q.after, w.push_no) AND ${FREE}
             ORDER BY e.push_no LIMIT q.places
          ) e WHERE w.agent_id = q.agent_id ORDER BY e.push_no LIMIT q.places
        ) e
    )
    SELECT q.session_id, q.last_push_no, q.agent_id, EXISTS (SELECT FROM found c WHERE c.session_id = q.session_id AND NOT c.fits) AS is_cut, f.id, f.push_no,
           l.seq, l.type, l.frame
      FROM asked q LEFT JOIN found f ON f.session_id = q.session_id AND f.fits
      LEFT JOIN LATERAL (SELECT seq, type, frame FROM event WHERE id = f.id OFFSET 0) l ON true ORDER BY q.session_id, f.push_no`,
};

const BEHIND = {
  name: 'socket-behind',
  text: `
    SELECT q.agent_id FROM unnest($1::text[], $2::bigint[]) AS q (agent_id, after)
     CROSS JOIN LATERAL (SELECT last_push_no FROM agent_counter WHERE agent_id = q.agent_id OFFSET 0) c WHERE c.last_push_no > q.after`,
};

const RECEIVE = {
  name: 'socket-receive',
  text: `
    WITH received AS MATERIALIZED (
      SELECT * FROM unnest($1::text[]) AS d (event_id)
    ), begun AS (${beginRunsOf('received')}
    )${receiveEvents({ of: 'received', channel: `'websocket'`, where: afterLocking('begun') })}`,
};

const READ_KEPT = {
  name: 'kept-log-read-2',
  text: `
    WITH sized AS (
      SELECT e.*, row_number() OVER preceding = 1 OR sum(octet_length(e.frame)) OVER preceding <= $3 AS fits FROM (
        SELECT id, seq, push_no, state, type, created_at, frame FROM event WHERE agent_id = $1 AND seq > $4 ORDER BY seq LIMIT $2
      ) e WINDOW preceding AS (ORDER BY e.seq)
    )
    SELECT c.last_seq, c.last_push_no, (SELECT count(*)::int FROM sized) AS found, s.id, s.seq, s.push_no, s.state, s.type, s.fits, CASE WHEN s.fits THEN s.frame END AS frame,
           s.created_at, NULL::bigint AS handed_out_no
      FROM agent_counter c LEFT JOIN sized s ON true WHERE c.agent_id = $1 ORDER BY s.seq`,
};

const PLACE = {
  name: 'kept-log-place',
  text: `
    SELECT c.last_seq AS "lastSeq", coalesce((SELECT push_no FROM event e WHERE e.agent_id = c.agent_id AND e.seq = $2), 0) AS "pushNo"
      FROM agent_counter c WHERE c.agent_id = $1`,
};
