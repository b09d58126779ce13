import * as sql from '../../database/statements/generated/index.js';
import { rows } from '../../database/statements/statement.js';
import { PENDING_TRIGGERS_PER_POLL_MAX, TRIGGER_LEASE_MS, Semaphore } from '@svc/domain';
import type { EventType } from '@svc/domain';
import type { Pool } from 'pg';
import { payloadTextOf } from '../frames/frames.js';
import { Batcher } from '../../database/batcher.js';
import { inBulkhead } from '../../database/bulkhead.js';
import { rareWrites } from '../../database/rare-writes.js';

/** The payload is as it came. */
export type PendingTrigger = NonNullable<typeof sql.polls.takeTriggers.row> & { payloadText: string };

/** A task with an occurrence that was not delivered by push. */
export type DueTask = NonNullable<typeof sql.polls.listDue.row>;

/** In bytes; one event is always taken. */
const POLL_BYTES_MAX = 4 * 1024 * 1024;

/** How often a poll of an agent is recorded. */
const POLL_NOTE_INTERVAL_MS = 5_000;
/** Another process may have recorded one a moment ago. */
const NOTED_LATELY_MS = POLL_NOTE_INTERVAL_MS - 1_000;

export type Polls = ReturnType<typeof pollQueries>;

export function pollQueries(pool: Pool) {
  return {
    /**
     * Takes queued triggers whose runs are not finished, oldest first, at most 100, and about 4 MiB. They are
     * leased for 5 minutes: no other poll gets them.
     */
    async takePendingTriggers(
      agentId: string,
      limit: number = PENDING_TRIGGERS_PER_POLL_MAX,
    ): Promise<PendingTrigger[]> {
      const values = { agentId, limit, bytesMax: POLL_BYTES_MAX, leaseMs: TRIGGER_LEASE_MS };
      const taken = await inBulkhead(pool, agentId, () => rows(pool, sql.polls.takeTriggers, values));
      return taken.map((trigger) => ({ ...trigger, payloadText: payloadTextOf(trigger.frame) }));
    },

    /** The one with the oldest occurrence first. Changes nothing. */
    listDueTasks: (agentId: string): Promise<DueTask[]> => rows(pool, sql.polls.listDue, { agentId }),

    /** Records the time to some seconds. No caller should wait for the result. */
    notePoll: rareWrites(POLL_NOTE_INTERVAL_MS, (agentIds) =>
      rows(pool, sql.polls.note, { agentIds, latelyMs: NOTED_LATELY_MS }),
    ),
  };
}

export interface LogQuery {
  agentId: string;
  /** The log behind this number, whatever became of its events; `null` for the events that are open. */
  after: number | null;
}

export interface LogLook {
  isFound: boolean;
  lastSeq: number;
}

export interface Acknowledgement {
  /** A number beyond it acknowledges nothing. */
  lastSeq: number;
  /** Not received before. */
  received: { eventId: string; type: EventType }[];
}

/** Of the frames of a page; one is always taken. */
const PAGE_BYTES_MAX = 512 * 1024;

const ACKNOWLEDGED_MAX = 500;

/** So many waiting calls are one statement. */
const LOOKS_MAX = 10_000;

export function longPollQueries(pool: Pool) {
  const looking = new Batcher<LogQuery, LogLook>((queries) => look(pool, queries), {
    itemsMax: LOOKS_MAX,
    callsMax: 1,
  });
  // Very many agents may get an event in one moment. They leave connections to other calls.
  const reading = new Semaphore({ max: Math.max(1, Math.floor(pool.options.max / 4)) });

  return {
    /**
     * The agent's log behind a number, or its open events: those that wait, and those whose webhook failed
     * while their run is open. Open events are marked as handed out, by a number that only grows: only these
     * can be acknowledged, never one that was not shown, such as one that its owner sent again meanwhile.
     * Those that another poll has leased, or that a webhook attempt may be delivering, are left out.
     *
     * At most `limit` events, and {@link PAGE_BYTES_MAX} of frames. A number beyond the newest finds nothing;
     * the caller compares it with `lastSeq`.
     */
    async read({ agentId, after, limit }: LogQuery & { limit: number }): Promise<LogPage<LogRow>> {
      const asked = { agentId, limit, bytesMax: PAGE_BYTES_MAX };
      const readPage = (): Promise<LogRow[]> =>
        after === null
          ? rows(pool, sql.polls.readOpen, asked)
          : rows(pool, sql.polls.readLog, { ...asked, after, marks: true });
      const found = await inBulkhead(pool, agentId, () => reading.run(readPage));
      return pageOf(found, { after, limit });
    },

    /** Many calls at once are one statement, so a call that may have to wait looks before it reads. */
    look: (query: LogQuery): Promise<LogLook> => looking.add(query),

    /**
     * Ends the events up to a number that were handed out to the agent, and begins their runs. Idempotent.
     * @param receipt of the newest page that the agent has. An event that was handed out later stays open: a
     *   page that got lost may be the only one that showed it. Default: all that were handed out end.
     */
    async acknowledge(
      agentId: string,
      upto: number,
      receipt: number = Number.MAX_SAFE_INTEGER,
    ): Promise<Acknowledgement> {
      const received: Acknowledgement['received'] = [];
      const values = { agentId, upto, limit: ACKNOWLEDGED_MAX, receipt };
      for (;;) {
        const found = await inBulkhead(pool, agentId, () => rows(pool, sql.polls.acknowledge, values));
        for (const { eventId, type } of found)
          if (eventId !== null && type !== null) received.push({ eventId, type });
        // Another statement may have received some at the same moment.
        const [first] = found;
        if ((first?.handedOut ?? 0) < ACKNOWLEDGED_MAX) return { lastSeq: first?.lastSeq ?? 0, received };
      }
    },
  };
}

/** Calls of one agent that ask the same share an answer. */
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

/** Both included. */
export interface LogGap {
  from: number;
  to: number;
}

/**
 * Without events there is one row, with `lastSeq` alone. `found`: how many before the sizes of frames were
 * looked at; `fits`: there was room for it and for all before it. Its frame is `null` if it is not kept any
 * more, or does not fit.
 */
type LogRow = NonNullable<typeof sql.polls.readOpen.row>;

interface LogPage<Row> {
  /** In the order of their numbers, with frames as a socket would bring them. */
  entries: (Row & { eventId: string; frame: string })[];
  /** Empty for open events. */
  gaps: LogGap[];
  /** Of the log: all up to it is among entries or gaps. Of open events: the last entry's, or the newest. */
  nextAfter: number;
  /** Of the agent's newest event; 0 if there is none. */
  lastSeq: number;
  /** Proves that the agent has this page: the newest number of its marks. 0 if no event is open. */
  receipt: number;
}

export function pageOf<Row extends LogRow>(
  found: Row[],
  { after, limit }: { after: number | null; limit: number },
): LogPage<Row> {
  const lastSeq = found[0]?.lastSeq ?? 0;
  const page: LogPage<Row> = { entries: [], gaps: [], nextAfter: after ?? 0, lastSeq, receipt: 0 };
  if (after !== null && after > lastSeq) return page;
  const fitting = found.filter(({ eventId, fits }) => eventId !== null && fits);
  const isWhole =
    (found[0]?.found ?? 0) < limit && found.every(({ eventId, fits }) => eventId === null || fits);
  page.nextAfter = isWhole ? lastSeq : (fitting.at(-1)?.seq ?? page.nextAfter);
  let next = (after ?? 0) + 1;
  for (const row of fitting) {
    const { eventId, frame, seq } = row;
    if (eventId === null || frame === null) continue;
    page.receipt = Math.max(page.receipt, row.handedOutNo ?? 0);
    if (seq > next) page.gaps.push({ from: next, to: seq - 1 });
    page.entries.push({ ...row, eventId, frame });
    next = seq + 1;
  }
  if (next <= page.nextAfter) page.gaps.push({ from: next, to: page.nextAfter });
  if (after === null) page.gaps = [];
  return page;
}
