import { Batcher, rows } from '@svc/database';
import { Semaphore } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { afterLocking, beginRunsOf, receiveEvents } from '../receipt-sql.js';
import { pageOf } from './log-page.js';
import type { LogPage, LogRow } from './log-page.js';

/** What an agent asks its log for. */
export interface LogQuery {
  agentId: string;
  /** The log behind this number, whatever became of its events; `null` for the events that are open. */
  after: number | null;
}

/** What a look at an agent's log tells. */
export interface LogLook {
  /** Whether reading the log would find something now. */
  isFound: boolean;
  /** As in {@link LogPage}. */
  lastSeq: number;
}

export interface Acknowledgement {
  /** As in {@link LogPage}. A number beyond it acknowledges nothing. */
  lastSeq: number;
  /** The events that were not received before. */
  received: { eventId: string; type: EventType }[];
}

/** Size of the frames of one page, in bytes; one frame is always taken. */
const PAGE_BYTES_MAX = 512 * 1024;

/** Events that one statement ends. */
const ACKNOWLEDGED_MAX = 500;

/** Waiting calls of a process look together; so many at once are one statement. */
const LOOKS_MAX = 10_000;

/** An agent's log, for agents that ask for it and acknowledge what they have received. */
export function longPollQueries(pool: Pool) {
  const looking = new Batcher<LogQuery, LogLook>((queries) => look(pool, queries), {
    itemsMax: LOOKS_MAX,
    callsMax: 1,
  });
  // Very many agents may get an event in one moment, for instance after an outage. They leave connections to everybody else.
  const reading = new Semaphore({ max: Math.max(1, Math.floor(pool.options.max / 4)) });

  return {
    /**
     * The agent's log behind a number, or its open events: those that wait, and those whose webhook failed while their run is open. Open events are marked as handed out: only these can be acknowledged. So an event that was not shown is never
     * ended by an acknowledgement, for example one that its owner sent again meanwhile. The mark has a number, which only grows; the page's `receipt`
     * tells the newest. A page of open events leaves out those that another poll has leased, and those that a webhook attempt may be delivering at
     * this moment.
     *
     * At most `limit` events, and {@link PAGE_BYTES_MAX} of frames. A number beyond the newest finds nothing; the caller compares it with `lastSeq`.
     */
    async read({ agentId, after, limit }: LogQuery & { limit: number }): Promise<LogPage> {
      const values = [agentId, limit, PAGE_BYTES_MAX];
      const found = await reading.run(() =>
        after === null
          ? rows<LogRow>(pool, READ_OPEN_EVENTS, values)
          : rows<LogRow>(pool, READ_LOG, [...values, after]),
      );
      return pageOf(found, { after, limit });
    },

    /** Whether {@link read} would find something now. Many calls at once are one statement, so a call that may have to wait looks before it reads. */
    look: (query: LogQuery): Promise<LogLook> => looking.add(query),

    /**
     * Ends the events up to a number that were handed out to the agent, and begins their runs. Idempotent.
     *
     * @param receipt of the newest page that the agent has. An event that was handed out later stays open: a page that got lost may be the only one that
     *   showed it. Without it all events that were handed out end.
     */
    async acknowledge(
      agentId: string,
      upto: number,
      receipt: number | null = null,
    ): Promise<Acknowledgement> {
      const received: Acknowledgement['received'] = [];
      for (;;) {
        const found = await rows<AcknowledgedRow>(pool, ACKNOWLEDGE, [
          agentId,
          upto,
          ACKNOWLEDGED_MAX,
          receipt,
        ]);
        for (const { event_id: eventId, type } of found)
          if (eventId !== null && type !== null) received.push({ eventId, type });
        // Fewer were received than were found if another statement received some at the same moment.
        const [first] = found;
        if ((first?.handed_out ?? 0) < ACKNOWLEDGED_MAX) return { lastSeq: first?.last_seq ?? 0, received };
      }
    },
  };
}

interface AcknowledgedRow {
  last_seq: number;
  /** Events that were found, whether or not this statement received them. */
  handed_out: number;
  event_id: string | null;
  type: EventType | null;
}

/** Calls of one agent that ask the same share an answer, since an agent may have many that wait. */
async function look(pool: Pool, queries: LogQuery[]): Promise<LogLook[]> {
  const asked = new Map(queries.map((query) => [keyOf(query), query]));
  const different = [...asked.values()];
  const values = [different.map(({ agentId }) => agentId), different.map(({ after }) => after)];
  const found = await rows<LookRow>(pool, LOOK, values);
  const answers = new Map(found.map((row) => [keyOf({ agentId: row.agent_id, after: row.after }), row]));
  return queries.map((query) => {
    const row = answers.get(keyOf(query));
    return { isFound: row?.is_found ?? false, lastSeq: row?.last_seq ?? 0 };
  });
}

interface LookRow {
  agent_id: string;
  after: number | null;
  last_seq: number;
  is_found: boolean;
}

function keyOf({ agentId, after }: LogQuery): string {
  return `${agentId} ${after}`;
}

/** Neither a webhook attempt nor another poll has the event in hand. */
const FREE = `(e.in_flight_until IS NULL OR e.in_flight_until <= now()) AND (e.leased_until IS NULL OR e.leased_until <= now())`;

/** The open events of the agent `w.agent_id` of the type `w.type` that nothing pushes. */
const WAITING = `e.agent_id = w.agent_id AND e.type = w.type AND e.state = 'open' AND e.push_no <= w.push_no AND ${FREE}`;

/** Those whose webhook has failed while their run is open. */
const FAILED = `e.agent_id = w.agent_id AND e.type = w.type AND e.is_listed AND e.state = 'failed' AND ${FREE}`;

// PostgreSQL knows the sizes of frames without reading them. Rows are locked in the order of their ids, and only the locked rows decide: what was received while
// this statement waited is not handed out, and an open event is listed only if it is still free then. The log lists events whatever becomes of them, so it locks
// only those that it has to mark.
function readSql({ found, isOnlyOpen }: { found: string; isOnlyOpen: boolean }): string {
  return `
    WITH sized AS MATERIALIZED (
      SELECT f.*, row_number() OVER preceding = 1 OR sum(octet_length(f.frame)) OVER preceding <= $3 AS fits FROM (${found}
         ORDER BY seq LIMIT $2
      ) f WINDOW preceding AS (ORDER BY f.seq)
    ), held AS MATERIALIZED (
      SELECT e.id, e.handed_out_no FROM event e
       WHERE e.id = ANY (ARRAY(SELECT id FROM sized WHERE fits${isOnlyOpen ? '' : ' AND handed_out_no IS NULL'})) AND (e.state = 'open' OR e.is_listed AND e.state = 'failed')
         ${isOnlyOpen ? `AND ${FREE}` : ''} ORDER BY e.id FOR NO KEY UPDATE
    ), page AS MATERIALIZED (
      SELECT nextval('event_handed_out_no') AS no FROM (SELECT FROM held WHERE handed_out_no IS NULL LIMIT 1) h
    ), handed_out AS (
      UPDATE event e SET handed_out_no = p.no FROM (SELECT id FROM held WHERE handed_out_no IS NULL) h CROSS JOIN page p WHERE e.id = h.id
      RETURNING e.id, e.handed_out_no
    ), marked AS (
      SELECT id, handed_out_no FROM handed_out UNION ALL SELECT id, handed_out_no FROM ${isOnlyOpen ? 'held' : 'sized'} WHERE handed_out_no IS NOT NULL
    )
    SELECT c.last_seq, (SELECT count(*)::int FROM sized) AS found, s.id, s.seq, s.fits, CASE WHEN s.fits THEN s.frame END AS frame, s.created_at, s.no AS handed_out_no,
           CASE WHEN s.state <> 'open' THEN s.state WHEN s.push_no <= w.push_no THEN 'waiting' ELSE 'pending' END AS state
      FROM agent_counter c JOIN agent a ON a.id = c.agent_id AND a.deleted_at IS NULL
      LEFT JOIN (
        SELECT f.*, m.handed_out_no AS no FROM sized f LEFT JOIN marked m ON m.id = f.id ${isOnlyOpen ? 'WHERE NOT f.fits OR m.id IS NOT NULL' : ''}
      ) s ON true LEFT JOIN waiting_up_to w ON w.agent_id = c.agent_id AND w.type = s.type
     WHERE c.agent_id = $1 ORDER BY s.seq`;
}

const COLUMNS = 'e.id, e.seq, e.push_no, e.type, e.state, e.frame, e.created_at, e.handed_out_no';

const READ_OPEN_EVENTS = {
  name: 'long-poll-read-open-3',
  text: readSql({
    found: `
        SELECT o.* FROM waiting_up_to w CROSS JOIN LATERAL (
          (SELECT ${COLUMNS} FROM event e WHERE ${WAITING} ORDER BY e.push_no LIMIT $2)
          UNION ALL (SELECT ${COLUMNS} FROM event e WHERE ${FAILED} ORDER BY e.seq LIMIT $2)
        ) o WHERE w.agent_id = $1`,
    isOnlyOpen: true,
  }),
};

const READ_LOG = {
  name: 'long-poll-read-log-3',
  text: readSql({
    found: `SELECT ${COLUMNS} FROM event e WHERE e.agent_id = $1 AND e.seq > $4`,
    isOnlyOpen: false,
  }),
};

// Most calls that wait find nothing, by a look at an index or two. In an order, since PostgreSQL would read the table from its beginning for any one row of many.
const LOOK = {
  name: 'long-poll-look-4',
  text: `
    SELECT u.agent_id, u.after, c.last_seq, CASE
       WHEN u.after IS NOT NULL THEN c.last_seq > u.after
       ELSE EXISTS (
         SELECT 1 FROM waiting_up_to w CROSS JOIN LATERAL (
           (SELECT 1 FROM event e WHERE ${WAITING} ORDER BY e.push_no LIMIT 1) UNION ALL (SELECT 1 FROM event e WHERE ${FAILED} ORDER BY e.seq LIMIT 1)
         ) o WHERE w.agent_id = u.agent_id)
     END AS is_found
      FROM unnest($1::text[], $2::bigint[]) AS u (agent_id, after)
     CROSS JOIN LATERAL (SELECT last_seq FROM agent_counter WHERE agent_id = u.agent_id OFFSET 0) c`,
};

// A row that was opened again while the statement waited for it has no mark any more, so it stays.
const ACKNOWLEDGE = {
  name: 'long-poll-acknowledge-4',
  text: `
    WITH counter AS MATERIALIZED (
      SELECT last_seq FROM agent_counter WHERE agent_id = $1
    ), handed_out AS MATERIALIZED (
      SELECT id AS event_id FROM event
       WHERE agent_id = $1 AND seq <= $2 AND handed_out_no IS NOT NULL AND state <> 'delivered' AND $2 <= (SELECT last_seq FROM counter)
         AND ($4::bigint IS NULL OR handed_out_no <= $4)
       ORDER BY seq LIMIT $3
    ), begun AS (${beginRunsOf('handed_out')}
    ), received AS (${receiveEvents({ of: 'handed_out', channel: `'long_poll'`, where: `e.handed_out_no IS NOT NULL AND ($4::bigint IS NULL OR e.handed_out_no <= $4) AND ${afterLocking('begun')}` })}
    )
    SELECT c.last_seq, (SELECT count(*)::int FROM handed_out) AS handed_out, r.event_id, r.type FROM counter c LEFT JOIN received r ON true`,
};
