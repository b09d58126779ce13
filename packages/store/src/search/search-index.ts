import { rows, transaction } from '@svc/database';
import type { ClientBase, Pool } from 'pg';
import { indexChanges } from './due-entries.js';
import { indexMessages } from './indexed-messages.js';

/** Conversations that one step takes up, and that one step of a pass looks at. */
const CONVERSATIONS_MAX = 50;
const LOOKED_AT_MAX = 2_000;

/** Steps of a pass at one place. What is left there is for the pass after it. */
const STEPS_MAX = 20;

/** What a step did; `null` if another process writes entries at this moment. */
export type NewestStep = {
  written: number;
  /** Where the next step begins. */
  since: Date;
  /** Whether there is more to do at once. */
  isMoving: boolean;
  /** Whether older messages of these conversations are left to a pass. */
  isLeft: boolean;
} | null;

export type PassStep = { written: number; isOver: boolean } | null;

export type SearchIndex = ReturnType<typeof searchIndexQueries>;

/**
 * Writes what a search finds, in short transactions, one process at a time. Nothing that people or agents wait for does any of it, and each step goes on where the last one of
 * any process has ended.
 *
 * @param stepsMax how many steps of a pass this process makes at one place. Default 20.
 */
export function searchIndexQueries(pool: Pool, stepsMax: number = STEPS_MAX) {
  /** Where this process has made steps of a pass, and how many; and whether it has left anything behind in this pass. */
  let place = { after: '', steps: 0 };
  let isLeft = false;

  return {
    /**
     * Writes entries of messages that came since a time; without one, since a minute ago. A message whose transaction took longer than a few seconds, or whose time is behind because
     * a clock was set, is found by a pass.
     */
    newest: (since: Date | null): Promise<NewestStep> =>
      alone(pool, async (client) => {
        const [found] = await rows<NewestRow>(client, FIND_NEWEST, [since, CONVERSATIONS_MAX]);
        const ids = found?.ids ?? [];
        const next = found?.next_since ?? since ?? new Date(0);
        if (ids.length === 0) return { written: 0, since: next, isMoving: false, isLeft: false };
        const { written, isWhole, isMoving } = await indexMessages(client, ids);
        const isMore = ids.length === CONVERSATIONS_MAX || !isWhole;
        const begun = found?.since ?? next;
        return { written, since: isMore ? begun : next, isMoving: isMore && isMoving, isLeft: !isWhole };
      }),

    /** Writes entries of tasks and requests that have changed. True if there is more to do now. */
    changes: async (): Promise<boolean> => (await alone(pool, indexChanges)) ?? false,

    /**
     * Looks through the next conversations for messages without entries and writes entries of some. A pass goes through all of them in the order of their ids; the next step after
     * its end begins the next one. At first, a pass writes the entries of everything that is there.
     *
     * Conversations with very much to do keep a pass for a few steps. Then it goes on behind them, and is not over until another pass has come back to them.
     */
    pass: (): Promise<PassStep> =>
      alone(pool, async (client, after) => {
        const [looked] = await rows<PassRow>(client, LOOK_THROUGH, [after, LOOKED_AT_MAX, CONVERSATIONS_MAX]);
        const ids = looked?.ids ?? [];
        const last = looked?.last ?? null;
        const done = await indexMessages(client, ids);
        place = { after, steps: place.after === after ? place.steps + 1 : 1 };
        const isTired = done.isMoving && !done.isWhole && place.steps >= stepsMax;
        // Without progress, or if there is too much to do, it goes on behind these conversations, so that they do not keep back the rest.
        if (done.isMoving && !done.isWhole && !isTired) return { written: done.written, isOver: false };
        const next = (ids.length === CONVERSATIONS_MAX ? ids.at(-1) : undefined) ?? last;
        if (!(after === '' && next === null)) await rows(client, MOVE_ON, [next ?? '']);
        place = { after: next ?? '', steps: 0 };
        isLeft ||= isTired;
        if (next !== null) return { written: done.written, isOver: false };
        const isOver = !isLeft;
        isLeft = false;
        return { written: done.written, isOver };
      }),
  };
}

/** Holds the row of the pass, so that no two processes write the same entries. `null` if another one holds it. */
function alone<Done>(
  pool: Pool,
  work: (client: ClientBase, after: string) => Promise<Done>,
): Promise<Done | null> {
  return transaction(pool, async (client) => {
    const [row] = await rows<{ after: string }>(client, HOLD_PASS, []);
    return row === undefined ? null : work(client, row.after);
  });
}

interface NewestRow {
  ids: string[] | null;
  since: Date;
  next_since: Date;
}

interface PassRow {
  ids: string[] | null;
  /** The last conversation that was looked at; `null` if there is none behind those. */
  last: string | null;
}

const HOLD_PASS = {
  name: 'search-hold-pass',
  text: 'SELECT after FROM search_pass WHERE id = 1 FOR UPDATE SKIP LOCKED',
};

// A transaction that is under way may still bring messages of the last seconds. A message may be ahead of the clock.
const FIND_NEWEST = {
  name: 'search-find-newest',
  text: `
    WITH bound AS MATERIALIZED (
      SELECT coalesce($1::timestamptz, now() - interval '1 minute') AS since
    ), recent AS MATERIALIZED (
      SELECT m.conversation_id, max(m.created_at) AS newest FROM message m WHERE m.created_at > (SELECT since FROM bound) GROUP BY m.conversation_id
    )
    SELECT b.since, now() - interval '5 seconds' AS next_since,
           ARRAY(
             SELECT c.id FROM recent r JOIN conversation c ON c.id = r.conversation_id JOIN agent a ON a.id = c.agent_id
               LEFT JOIN search_place p ON p.conversation_id = c.id
              WHERE c.deleted_at IS NULL AND a.deleted_at IS NULL AND (p.conversation_id IS NULL OR c.last_message_at > p.indexed_until)
              ORDER BY r.newest LIMIT $2) AS ids
      FROM bound b`,
};

const LOOK_THROUGH = {
  name: 'search-look-through',
  text: `
    WITH looked AS MATERIALIZED (
      SELECT c.id, c.agent_id, c.last_message_at IS NOT NULL AND c.deleted_at IS NULL
             AND (p.conversation_id IS NULL OR c.last_message_at > p.indexed_until OR p.left_before IS NOT NULL) AS is_due
        FROM conversation c LEFT JOIN search_place p ON p.conversation_id = c.id WHERE c.id > $1 ORDER BY c.id LIMIT $2
    )
    SELECT CASE WHEN (SELECT count(*) FROM looked) = $2 THEN (SELECT max(id) FROM looked) END AS last,
           ARRAY(
             SELECT l.id FROM looked l JOIN agent a ON a.id = l.agent_id WHERE l.is_due AND a.deleted_at IS NULL ORDER BY l.id LIMIT $3) AS ids`,
};

const MOVE_ON = {
  name: 'search-move-on',
  text: 'UPDATE search_pass SET after = $1 WHERE id = 1',
};
