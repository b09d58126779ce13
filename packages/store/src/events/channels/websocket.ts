import * as sql from '../../database/statements/generated/index.js';
import { writeTogether } from '../../database/batcher.js';
import { rows } from '../../database/statements/statement.js';
import type { Pool } from 'pg';
import type { ArrivedEvent } from '../frames/frames.js';
import { pageOf } from './poll.js';

/** A session that wants its agent's open events above a `push_no`. */
export interface SocketClaim {
  sessionId: string;
  agentId: string;
  after: number;
  limit: number;
}

export interface ClaimedForSocket {
  /** In the order of pushes. */
  events: ArrivedEvent[];
  /** All up to this `push_no` is among the events, or is not for this session. */
  upTo: number;
  /** Nothing was left out for the sake of a bound. */
  isWhole: boolean;
}

/** Of frames: the first of each session, then the second of each, and so on. One is always taken. */
const CLAIM_BYTES_MAX = 2 * 1024 * 1024;

/** The same of one session, and of a page of the log. */
const PAGE_BYTES_MAX = 512 * 1024;

export function websocketQueries(pool: Pool) {
  const receiveAll = writeTogether<string[]>(
    (receipts) => rows(pool, sql.sockets.receive, { eventIds: receipts.flat() }),
    { itemsMax: 250, keyOf: ([first = '']) => first },
  );

  return {
    /**
     * By session. One that is not its agent's newest, or whose hub counts as gone, gets nothing. Leaves out
     * events that a webhook attempt may be delivering now, events that a poll has leased, and those of the
     * types that stay with their polls from before the connect.
     */
    async claim(claims: readonly SocketClaim[]): Promise<Map<string, ClaimedForSocket>> {
      const found = await rows(pool, sql.sockets.claim, {
        sessionIds: claims.map(({ sessionId }) => sessionId),
        agentIds: claims.map(({ agentId }) => agentId),
        afters: claims.map(({ after }) => after),
        limits: claims.map(({ limit }) => limit),
        bytesMax: CLAIM_BYTES_MAX,
        sessionBytesMax: PAGE_BYTES_MAX,
      });
      const limits = new Map(claims.map(({ sessionId, limit }) => [sessionId, limit]));
      const claimed = new Map<string, ClaimedForSocket>();
      for (const { sessionId, lastPushNo, isCut, eventId, ...event } of found) {
        let own = claimed.get(sessionId);
        if (own === undefined)
          claimed.set(sessionId, (own = { events: [], upTo: lastPushNo, isWhole: !isCut }));
        if (eventId !== null) own.events.push({ eventId, ...event });
      }
      for (const [sessionId, own] of claimed) {
        own.isWhole &&= own.events.length < (limits.get(sessionId) ?? 0);
        if (!own.isWhole) own.upTo = own.events.at(-1)?.pushNo ?? 0;
      }
      return claimed;
    },

    /** Those that have an event with a `push_no` above `after`. */
    async behind(cursors: readonly { agentId: string; after: number }[]): Promise<string[]> {
      const agentIds = cursors.map(({ agentId }) => agentId);
      const afters = cursors.map(({ after }) => after);
      return (await rows(pool, sql.sockets.behind, { agentIds, afters })).map(({ agentId }) => agentId);
    },

    /** Records receipts; the pending run of a task's event is running from then on. Idempotent. */
    receive: (...eventIds: string[]): Promise<void> => receiveAll(eventIds),

    /**
     * For a socket that goes on behind a number, whatever became of the events. Changes nothing: a socket's
     * pong proves the receipt. At most `limit` events, and {@link PAGE_BYTES_MAX} of frames. Behind a number
     * beyond the newest there is nothing. All up to `upTo` is among events or gaps; `lastSeq` and `lastPushNo`
     * are the agent's newest, 0 if there is none.
     */
    async readKept(query: { agentId: string; after: number; limit: number }) {
      const values = { ...query, bytesMax: PAGE_BYTES_MAX, marks: false };
      const found = await rows(pool, sql.polls.readLog, values);
      const { entries, gaps, nextAfter, lastSeq } = pageOf(found, query);
      const events = entries.map((entry): ArrivedEvent => ({ ...entry, agentId: query.agentId }));
      return { events, gaps, upTo: nextAfter, lastSeq, lastPushNo: found[0]?.lastPushNo ?? 0 };
    },

    /**
     * Sends an agent the runs again that it has left: their events came over a socket, none of its sockets is
     * as old as the receipt, and in five minutes it has written nothing of them. At most 100, none on lease.
     */
    async resumeRuns(agentId: string): Promise<void> {
      await rows(pool, sql.runs.resume, { agentId });
    },

    /** `lastSeq` is 0 if there is no event, `pushNo` if event `seq` is not kept. */
    async positionOf(agentId: string, seq: number): Promise<{ lastSeq: number; pushNo: number }> {
      const [found] = await rows(pool, sql.log.position, { agentId, eventId: null, seq });
      return { lastSeq: found?.lastSeq ?? 0, pushNo: found?.pushNo ?? 0 };
    },
  };
}
