import { setImmediate } from 'node:timers/promises';
import { invalidField, parseSearch, SEARCH_WORDS_MAX, searchExcerpt } from '@svc/domain';
import type { ExcerptPart, SearchQuery, WordBudget } from '@svc/domain';
import { viewOf } from '@svc/http-contract';
import type { OperationHandlers } from '@svc/http-contract';
import type { SessionUser } from '@svc/sign-in';
import type { SearchHit, SearchPosition } from '@svc/store';
import { cursorOf } from './conversations.js';
import type { OperationParts } from './parts.js';

const HITS_DEFAULT = 20;

/** For the excerpts of a page. Texts behind these words are shown from their beginning. */
const PAGE_WORDS_MAX = 20_000;

export function search(deps: OperationParts) {
  return {
    async search({ auth, query }) {
      const words = wordsOf(query.q);
      const hits = await deps.store.search.search({
        userId: auth.userId,
        query: words,
        kind: query.kind,
        agentId: query.agent_id,
        limit: query.limit ?? HITS_DEFAULT,
        after: positionOf(query.cursor),
      });
      const body = [];
      const budget = { wordsLeft: PAGE_WORDS_MAX };
      for (const hit of hits) {
        // Looking for words keeps the process busy, so others go on in between.
        if (body.length > 0) await setImmediate();
        body.push(hitView(hit, words, budget));
      }
      return body;
    },
  } satisfies OperationHandlers<SessionUser>;
}

function wordsOf(typed: string): SearchQuery {
  const query = parseSearch(typed);
  if (query === 'nothing') throw invalidField('query.q', 'must hold a word that is wanted');
  if (query === 'too_many') throw invalidField('query.q', `must hold at most ${SEARCH_WORDS_MAX} words`);
  return query;
}

/** The document has not checked that its beginning is a moment. */
function positionOf(cursor: string | undefined): SearchPosition | undefined {
  if (cursor === undefined) return undefined;
  const [moment = '', entryId = ''] = cursor.split(',');
  const at = cursorOf(moment);
  return at === undefined ? undefined : { at, entryId };
}

function hitView(hit: SearchHit, query: SearchQuery, budget: WordBudget) {
  const partsOf = (text: string) => searchExcerpt(text, query, budget);
  return viewOf('SearchHit', {
    ...hit,
    title: hit.title === null ? null : partsOf(hit.title),
    excerpt: firstFitting(hit.body, partsOf),
  });
}

/** Of the first text that fits, or else of the first one. */
function firstFitting(
  texts: readonly string[],
  partsOf: (text: string) => readonly ExcerptPart[],
): readonly ExcerptPart[] {
  let first: readonly ExcerptPart[] | undefined;
  for (const text of texts) {
    const parts = partsOf(text);
    if (parts.some((part) => part.isMatch)) return parts;
    first ??= parts;
  }
  return first ?? [];
}
