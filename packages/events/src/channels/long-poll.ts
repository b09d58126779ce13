import { Batcher, rows } from '@svc/database';
import { EVENT_TYPES, Semaphore } from '@svc/domain';
import type { EventState, EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { receiveEvents } from '../end-sql.js';
import { afterLocking, beginRunsOf } from '../receipt-sql.js';
import { reachable, REACH_OF_AGENT } from '../route.js';
import type { Reach } from '../route.js';
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
     * The agent's log behind a number, or its open events: those that wait, those whose webhook failed while their run is open, and those on their way
     * that no channel can push now. Open events are marked as handed out: only these can be acknowledged. So an event that was not shown is never
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
const FREE = `(o.in_flight_until IS NULL OR o.in_flight_until < now()) AND (o.leased_until IS NULL OR o.leased_until <= now())`;

/** How the agent `$1` can be reached, as the relation `r` with a column for each fact. */
const FACTS = Object.entries(REACH_OF_AGENT) as [keyof Reach, string][];
const REACH = `
    r AS MATERIALIZED (
      SELECT ${FACTS.map(([fact, sql]) => `${sql} AS "${fact}"`).join(', ')} FROM agent a WHERE a.id = $1 AND a.deleted_at IS NULL
    )`;
const REACH_KNOWN = Object.fromEntries(FACTS.map(([fact]) => [fact, `r."${fact}"`])) as Record<
  keyof Reach,
  string
>;

const COLUMNS = 'event_id, seq, state, channel, handed_out_no';
/** An event that has ended has no mark. */
const COLUMNS_OF_ENDED = 'event_id, seq, state, channel, NULL::bigint AS handed_out_no';

/** The condition that a row of `open_event` has a mark. A webhook attempt takes the number away. */
const IS_MARKED = `(channel IS NOT DISTINCT FROM 'long_poll' AND handed_out_no IS NOT NULL)`;

/** The first `$2` rows of `open_event` in these states that fulfil `where`, each state and type in the order of an index. */
function openIn(states: readonly EventState[], where: string): string {
  const kinds = states.flatMap((state) => EVENT_TYPES.map((type) => `('${state}', '${type}')`));
  return `
        SELECT w.* FROM (VALUES ${kinds.join(', ')}) AS kind (state, type) CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM open_event o
           WHERE o.agent_id = $1 AND o.state = kind.state AND o.state <> 'pending' AND o.type = kind.type AND ${where} ORDER BY o.seq LIMIT $2
        ) w`;
}

/** The first `$2` pending rows that fulfil `where`. */
function pendingIn(where: string, from = ''): string {
  return `
        (SELECT o.event_id, o.seq, o.state, o.channel, o.handed_out_no FROM open_event o ${from}
          WHERE o.agent_id = $1 AND o.state = 'pending' AND ${where} ORDER BY o.seq LIMIT $2)`;
}

// PostgreSQL knows the sizes of frames without reading them. Rows are locked in the order of their ids, and only the locked rows decide: what was received
// while this statement waited is not handed out, and an open event is listed only if it is still free then, whether or not it was marked before. The log
// lists events whatever becomes of them, so it locks only those that it has to mark.
function readSql({ found, isOnlyOpen }: { found: string; isOnlyOpen: boolean }): string {
  return `
    WITH ${REACH}, found AS MATERIALIZED (
      SELECT * FROM (${found}
      ) f ORDER BY seq LIMIT $2
    ), sized AS MATERIALIZED (
      SELECT f.*, l.created_at, l.frame,
             row_number() OVER preceding = 1 OR coalesce(sum(octet_length(l.frame)) OVER preceding, 0) <= $3 AS fits
        FROM found f LEFT JOIN LATERAL (SELECT frame, created_at FROM event WHERE id = f.event_id OFFSET 0) l ON true
      WINDOW preceding AS (ORDER BY f.seq)
    ), held AS MATERIALIZED (
      SELECT o.event_id, o.channel, o.handed_out_no FROM open_event o
       WHERE o.event_id = ANY (ARRAY(SELECT event_id FROM sized WHERE fits AND frame IS NOT NULL${isOnlyOpen ? '' : ` AND NOT ${IS_MARKED}`}))
         AND o.state <> 'delivered'${isOnlyOpen ? ` AND ${FREE}` : ''} ORDER BY o.event_id FOR NO KEY UPDATE
    ), page AS MATERIALIZED (
      SELECT nextval('open_event_handed_out_no') AS no FROM (SELECT FROM held WHERE NOT ${IS_MARKED} LIMIT 1) h
    ), handed_out AS (
      UPDATE open_event e SET channel = 'long_poll', handed_out_no = p.no FROM (SELECT event_id FROM held WHERE NOT ${IS_MARKED}) h CROSS JOIN page p
       WHERE e.event_id = h.event_id RETURNING e.event_id, e.handed_out_no
    ), marked AS (
      SELECT event_id, handed_out_no FROM handed_out UNION ALL
      SELECT event_id, handed_out_no FROM ${isOnlyOpen ? 'held' : 'sized'} WHERE ${IS_MARKED}
    )
    SELECT c.last_seq, (SELECT count(*)::int FROM found) AS found, s.event_id AS id, s.seq, s.state, s.fits, CASE WHEN s.fits THEN s.frame END AS frame, s.created_at, s.no AS handed_out_no
      FROM agent_counter c
      LEFT JOIN (
        SELECT f.*, m.handed_out_no AS no FROM sized f LEFT JOIN marked m ON m.event_id = f.event_id
         ${isOnlyOpen ? 'WHERE NOT f.fits OR m.event_id IS NOT NULL' : ''}
      ) s ON true
     WHERE c.agent_id = $1 AND EXISTS (SELECT 1 FROM r) ORDER BY s.seq`;
}

const READ_OPEN_EVENTS = {
  name: 'long-poll-read-open-2',
  text: readSql({
    found: `${pendingIn(`${FREE} AND NOT ${reachable({ reach: REACH_KNOWN, type: 'o.type' })}`, 'CROSS JOIN r')}
        UNION ALL${openIn(['waiting', 'failed'], FREE)}`,
    isOnlyOpen: true,
  }),
};

const READ_LOG = {
  name: 'long-poll-read-log-2',
  text: readSql({
    found: `
        (SELECT ${COLUMNS_OF_ENDED} FROM event_end WHERE agent_id = $1 AND seq > $4 ORDER BY seq LIMIT $2)
        UNION ALL${pendingIn('o.seq > $4')}
        UNION ALL${openIn(['waiting', 'delivered', 'failed'], 'o.seq > $4')}`,
    isOnlyOpen: false,
  }),
};

// Most calls that wait find nothing, by a look at an index or two. A scalar subquery with a limit is never turned into a scan of the whole table.
const LOOK = {
  name: 'long-poll-look-2',
  text: `
    SELECT u.agent_id, u.after, c.last_seq, CASE
       WHEN u.after IS NOT NULL THEN c.last_seq > u.after
       ELSE (SELECT true FROM open_event o
              WHERE o.agent_id = u.agent_id AND o.state <> 'pending' AND o.state IN ('waiting', 'failed') AND ${FREE} LIMIT 1) IS NOT NULL
         OR (SELECT true FROM open_event o JOIN agent a ON a.id = o.agent_id
              WHERE o.agent_id = u.agent_id AND o.state = 'pending' AND ${FREE} AND NOT ${reachable({ reach: REACH_OF_AGENT, type: 'o.type' })} LIMIT 1) IS NOT NULL
     END AS is_found
      FROM unnest($1::text[], $2::bigint[]) AS u (agent_id, after)
     CROSS JOIN LATERAL (SELECT last_seq FROM agent_counter WHERE agent_id = u.agent_id OFFSET 0) c`,
};

// A row that was opened again while the deletion waited for it has no mark any more, so it stays.
const ACKNOWLEDGE = {
  name: 'long-poll-acknowledge-3',
  text: `
    WITH counter AS MATERIALIZED (
      SELECT last_seq FROM agent_counter WHERE agent_id = $1
    ), handed_out AS MATERIALIZED (
      SELECT event_id FROM open_event
       WHERE agent_id = $1 AND seq <= $2 AND channel = 'long_poll' AND state <> 'delivered' AND $2 <= (SELECT last_seq FROM counter)
         AND ($4::bigint IS NULL OR handed_out_no <= $4)
       ORDER BY seq LIMIT $3
    ), begun AS (${beginRunsOf('handed_out')}
    ), ${receiveEvents('received', { of: 'handed_out', channel: `'long_poll'`, where: `o.channel = 'long_poll' AND ($4::bigint IS NULL OR o.handed_out_no <= $4) AND ${afterLocking('begun')}` })}
    SELECT c.last_seq, (SELECT count(*)::int FROM handed_out) AS handed_out, r.event_id, r.type FROM counter c LEFT JOIN received r ON true`,
};
