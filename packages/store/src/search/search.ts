import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { errorCodesOf, Semaphore, ServiceError, searchWords } from '@svc/domain';
import type { SearchKind, SearchQuery, SearchTerm } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { createHash } from 'node:crypto';

export interface Search {
  userId: string;
  query: SearchQuery;
  kind?: SearchKind | undefined;
  agentId?: string | undefined;
  limit: number;
  after?: SearchPosition | undefined;
}

export interface SearchPosition {
  at: Date;
  entryId: string;
}

/** With the texts in which it fits. The message and its conversation are `null` of a task. */
export interface SearchHit extends Pick<
  Hit,
  'entryId' | 'at' | 'kind' | 'agentId' | 'conversationId' | 'messageId' | 'sender' | 'senderName'
> {
  /** Of the message, the run, the request or the task. */
  id: string;
  title: string | null;
  body: readonly string[];
}

/** Of a user, looked at one by one. */
const LOOKED_AT_MAX = 2_000;

export interface SearchLimits {
  /** Of one statement. Default 1,500. */
  statementMsMax?: number;
  /** For its turn. Default 5,000, as long as for a connection. */
  waitMsMax?: number;
}

export function searchQueries(pool: Pool, limits: SearchLimits = {}) {
  const { statementMsMax = 1_500, waitMsMax = 5_000 } = limits;
  // A search may keep its connection for long. The others are for everything else.
  const searching = new Semaphore({ max: Math.max(1, Math.floor(pool.options.max / 4)), waitMsMax });

  return {
    /**
     * The newest first. What fits often is among the newest things, which are few to look at. What fits
     * seldom is found by the index, which would have to sort all that fits, so it is asked for the rest.
     *
     * All searches hold at most a quarter of the connections, and users take turns.
     * @throws ServiceError `unavailable` if the search takes too long, or its turn came too late.
     */
    search: (search: Search): Promise<SearchHit[]> => searching.run(() => inTime(search), search.userId),
  };

  async function inTime(search: Search): Promise<SearchHit[]> {
    try {
      return await transaction(pool, async (client) => {
        await rows(client, sql.search.limitTime, { milliseconds: `${statementMsMax}` });
        return found(client, search);
      });
    } catch (error) {
      if (!errorCodesOf(error).includes(QUERY_CANCELED)) throw error;
      throw new ServiceError('unavailable', { detail: TOOK_LONG, cause: error });
    }
  }
}

const TOOK_LONG = 'The search took too long. Search for more words, or for what one agent said.';

/** SQLSTATE `query_canceled` (PostgreSQL, appendix A). */
const QUERY_CANCELED = '57014';

async function found(client: ClientBase, search: Search): Promise<SearchHit[]> {
  const { userId, query, kind = null, agentId = null, limit, after } = search;
  const fitting = { userId, words: ownedQuery(userId, query), kind, agentId };
  const near = await rows(client, sql.search.newest, {
    ...{ ...fitting, at: after?.at ?? 'infinity', entryId: after?.entryId ?? '', limit },
    lookedAtMax: LOOKED_AT_MAX,
  });
  const { last_at: at = null, last_id: entryId = null } = near[0] ?? {};
  const newest = near.flatMap((row) => (row.entryId === null ? [] : [{ ...row, entryId: row.entryId }]));
  if (at === null || entryId === null || newest.length === limit) return newest.map(hit);
  const left = limit - newest.length;
  const others = await rows(client, sql.search.rest, { ...fitting, at, entryId, limit: left });
  return [...newest, ...others].map(hit);
}

type Hit = NonNullable<typeof sql.search.rest.row>;

function hit(row: Hit): SearchHit {
  const { task_run_id: run, decision_id: decision, kind, entryId } = row;
  const shown = { run, decision, message: null, report: null, task: null }[kind];
  return { ...row, id: shown ?? entryId, ...textsOf(row) };
}

export function textsOf(message: Omit<Hit, 'entryId'>): { title: string | null; body: string[] } {
  const given = (...texts: (string | null)[]): string[] =>
    texts.filter((text) => text !== null && text !== '') as string[];
  // The card repeats title and description of its request.
  if (message.decision_title !== null)
    return {
      title: message.decision_title,
      body: given(message.decision_description, message.decision_action, message.decision_note),
    };
  const names = (message.files ?? []).map(({ name }) => name);
  return { title: message.report_title, body: given(message.report_description, message.text, ...names) };
}

/** Of one entry. A search does not find what comes behind them. */
const WORDS_MAX = 8_000;

/** PostgreSQL, "Text Search Limitations". */
const POSITION_MAX = 16_383;
const POSITIONS_MAX = 255;

/** No phrase goes over the border of two texts. */
const GAP = 2;

/**
 * A `tsvector`, each of whose words begins with what stands for the user. So one index leads to the words of
 * one user, and to those that begin with some letters. Two users may share it by chance: every query compares
 * the user as well. Empty without words.
 */
export function ownedWords(userId: string, texts: readonly string[]): string {
  const owner = ownerToken(userId);
  const positions = new Map<string, number[]>();
  let position = 0;
  let count = 0;
  for (const text of texts) {
    for (const { word } of searchWords(text)) {
      if (count === WORDS_MAX) break;
      count += 1;
      position += 1;
      const known = positions.get(word);
      if (known === undefined) positions.set(word, [position]);
      else if (known.length < POSITIONS_MAX && position < POSITION_MAX) known.push(position);
    }
    position += GAP;
  }
  return Array.from(positions, ([word, at]) => `'${owner}${word}':${at.join(',')}`).join(' ');
}

/** As a `tsquery`. */
function ownedQuery(userId: string, { wanted, unwanted }: SearchQuery): string {
  const owner = ownerToken(userId);
  const phrase = ({ words, isPrefix }: SearchTerm): string =>
    `(${words.map((word) => `'${owner}${word}'`).join(' <-> ')}${isPrefix ? ':*' : ''})`;
  return [...wanted.map(phrase), ...unwanted.map((term) => `!${phrase(term)}`)].join(' & ');
}

/** Of one length, so that no user's is the beginning of another's. Neither words nor this hold quotes. */
function ownerToken(userId: string): string {
  return createHash('sha256').update(userId).digest('base64url').slice(0, 4);
}
