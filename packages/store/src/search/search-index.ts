import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
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
        const [found] = await rows(client, sql.search.findNewest, { since, limit: CONVERSATIONS_MAX });
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
        const [looked] = await rows(client, sql.search.lookThrough, {
          ...{ after, lookedAtMax: LOOKED_AT_MAX, limit: CONVERSATIONS_MAX },
        });
        const ids = looked?.ids ?? [];
        const last = looked?.last ?? null;
        const done = await indexMessages(client, ids);
        place = { after, steps: place.after === after ? place.steps + 1 : 1 };
        const isTired = done.isMoving && !done.isWhole && place.steps >= stepsMax;
        // Without progress, or if there is too much to do, it goes on behind these conversations, so that they do not keep back the rest.
        if (done.isMoving && !done.isWhole && !isTired) return { written: done.written, isOver: false };
        const next = (ids.length === CONVERSATIONS_MAX ? ids.at(-1) : undefined) ?? last;
        if (!(after === '' && next === null)) await rows(client, sql.search.movePass, { after: next ?? '' });
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
    const [row] = await rows(client, sql.search.holdPass, {});
    return row === undefined ? null : work(client, row.after);
  });
}
