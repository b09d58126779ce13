import * as sql from '../../database/statements/generated/index.js';
import { Batcher } from '../../database/batcher.js';
import { rows } from '../../database/statements/statement.js';
import { Semaphore } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { pageOf } from './log-page.js';
import type { LogPage } from './log-page.js';

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
  // Very many agents may get an event in one moment, for instance after an outage. They leave connections to other calls.
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
      const asked = { agentId, limit, bytesMax: PAGE_BYTES_MAX };
      const found = await reading.run(() =>
        after === null
          ? rows(pool, sql.polls.readOpen, asked)
          : rows(pool, sql.polls.readLog, { ...asked, after, marks: true }),
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
      receipt: number = Number.MAX_SAFE_INTEGER,
    ): Promise<Acknowledgement> {
      const received: Acknowledgement['received'] = [];
      for (;;) {
        const found = await rows(pool, sql.polls.acknowledge, {
          ...{ agentId, upto, limit: ACKNOWLEDGED_MAX, receipt },
        });
        for (const { eventId, type } of found)
          if (eventId !== null && type !== null) received.push({ eventId, type });
        // Fewer were received than were found if another statement received some at the same moment.
        const [first] = found;
        if ((first?.handedOut ?? 0) < ACKNOWLEDGED_MAX) return { lastSeq: first?.lastSeq ?? 0, received };
      }
    },
  };
}

/** Calls of one agent that ask the same share an answer, since an agent may have many that wait. */
async function look(pool: Pool, queries: LogQuery[]): Promise<LogLook[]> {
  const asked = new Map(queries.map((query) => [keyOf(query), query]));
  const different = [...asked.values()];
  const found = await rows(pool, sql.polls.look, {
    agentIds: different.map(({ agentId }) => agentId),
    afters: different.map(({ after }) => after),
  });
  const answers = new Map(found.map((row) => [keyOf(row), row]));
  return queries.map((query) => {
    const { isFound = false, lastSeq = 0 } = answers.get(keyOf(query)) ?? {};
    return { isFound, lastSeq };
  });
}

function keyOf({ agentId, after }: LogQuery): string {
  return `${agentId} ${after}`;
}
