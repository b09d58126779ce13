import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { Pool } from 'pg';
import { ownedWords, textsOf } from './search.js';

/** Of one step, which takes no more after so many characters: splitting them keeps the process busy. */
const THINGS_MAX = 400;
const CHARACTERS_MAX = 300_000;

export type SearchIndex = ReturnType<typeof searchIndexQueries>;

/** Writes what triggers have noted, the longest ago first. One process at a time does so. */
export function searchIndexQueries(pool: Pool) {
  return {
    step: () =>
      transaction(pool, async (client) => {
        const [index] = await rows(client, sql.search.holdIndex, {});
        const due = index?.is_held === true ? await rows(client, sql.search.due, { limit: THINGS_MAX }) : [];
        const ids = due.map(({ id }) => id);
        if (ids.length === 0) return { written: 0, isMore: false };
        const held = new Set((await rows(client, sql.search.hold, { ids })).map(({ id }) => id));
        const found = await rows(client, sql.search.texts, { ids });
        const things = new Map(found.map((thing) => [thing.id, thing]));
        const entries = new Map<string, { thing: Thing; words: string }>();
        const done: number[] = [];
        let characters = 0;
        for (const { no, id } of due) {
          if (characters > CHARACTERS_MAX) break;
          const thing = things.get(id);
          // Another holds it, perhaps to remove it. A later step finds out.
          if (thing !== undefined && !held.has(id)) continue;
          done.push(no);
          if (thing === undefined || entries.has(id)) continue;
          const { title, body } = textsOf(thing);
          const texts = title === null ? body : [title, ...body];
          characters += texts.reduce((sum, text) => sum + text.length, 0);
          entries.set(id, { thing, words: ownedWords(thing.user_id, texts) });
        }
        const isMore = characters > CHARACTERS_MAX || (due.length === THINGS_MAX && done.length > 0);
        const written = [...entries.values()];
        await rows(client, sql.search.writeEntries, {
          ids: written.map(({ thing }) => thing.id),
          userIds: written.map(({ thing }) => thing.user_id),
          agentIds: written.map(({ thing }) => thing.agentId),
          kinds: written.map(({ thing }) => thing.kind),
          ats: written.map(({ thing }) => thing.at),
          words: written.map(({ words }) => words),
        });
        await rows(client, sql.search.forgetDue, { numbers: done });
        return { written: written.length, isMore };
      }),
  };
}

type Thing = NonNullable<typeof sql.search.texts.row>;
