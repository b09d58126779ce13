import { rows, transaction } from '@svc/database';
import { errorCodesOf, Semaphore, ServiceError } from '@svc/domain';
import type { SearchQuery } from '@svc/domain';
import type { ClientBase, Pool } from 'pg';
import { ownedQuery } from './owned-words.js';
import { MESSAGE_TEXTS, textsOfMessage } from './search-entries.js';
import type { MessageTexts, SearchKind } from './search-entries.js';

export interface Search {
  userId: string;
  query: SearchQuery;
  kind?: SearchKind | undefined;
  agentId?: string | undefined;
  limit: number;
  /** The last one of the page before. */
  after?: SearchPlace | undefined;
}

export interface SearchPlace {
  at: Date;
  entryId: string;
}

/** Something that fits, with the texts in which it does. */
export interface SearchHit extends SearchPlace {
  kind: SearchKind;
  /** Of the message, the run, the request or the task. */
  id: string;
  agentId: string;
  /** Where it stands in the chat; `null` of a task. */
  message: {
    conversationId: string;
    messageId: string;
    sender: 'agent' | 'human';
    senderName: string;
  } | null;
  title: string | null;
  body: readonly string[];
}

export type Searches = ReturnType<typeof searchQueries>;

/** The newest things of a user that are looked at one by one. */
const LOOKED_AT_MAX = 2_000;

/** How long one statement of a search may take, in milliseconds. */
const SEARCH_MS_MAX = 1_500;

/** How long a search waits for its turn, in milliseconds: as long as for a connection. */
const WAIT_MS_MAX = 5_000;

export interface SearchLimits {
  /** How long one statement of a search may take, in milliseconds. Default 1,500. */
  statementMsMax?: number;
  /** How long a search waits for its turn, in milliseconds. Default 5,000. */
  waitMsMax?: number;
}

export function searchQueries(pool: Pool, limits: SearchLimits = {}) {
  const { statementMsMax = SEARCH_MS_MAX, waitMsMax = WAIT_MS_MAX } = limits;
  // A search may keep its connection for long. The others are for everything else.
  const searching = new Semaphore({ max: Math.max(1, Math.floor(pool.options.max / 4)), waitMsMax });

  return {
    /**
     * What fits, the newest first. Nothing of others is found, and nothing that is deleted.
     *
     * What fits often is among the newest things, and these are few to look at. What fits seldom is found by the index, which would have to sort all that fits. So first the newest
     * are looked at, and then the index is asked about the rest.
     *
     * All searches hold at most a quarter of the connections, and users take turns.
     *
     * @throws ServiceError `unavailable` if the search takes too long, or its turn came too late.
     */
    search: (search: Search): Promise<SearchHit[]> => searching.run(() => inTime(search), search.userId),
  };

  async function inTime(search: Search): Promise<SearchHit[]> {
    try {
      return await transaction(pool, async (client) => {
        await client.query(`SET LOCAL statement_timeout = ${statementMsMax}`);
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
  const { userId, query, limit, after } = search;
  const fitting = [userId, ownedQuery(userId, query), search.kind ?? null, search.agentId ?? null];
  const place = [after?.at ?? 'infinity', after?.entryId ?? ''];
  const near = await rows<NearRow>(client, SEARCH_NEWEST, [...fitting, ...place, limit, LOOKED_AT_MAX]);
  const [first] = near;
  const newest = near.filter(isHit);
  if (first === undefined || first.last_at === null || first.last_id === null || newest.length === limit)
    return newest.map(hit);
  const rest = [...fitting, first.last_at, first.last_id, limit - newest.length];
  const others = await rows<HitRow>(client, SEARCH_REST, rest);
  return [...newest, ...others].map(hit);
}

interface HitRow extends MessageTexts {
  entry_id: string;
  at: Date;
  entry_kind: SearchKind;
  agent_id: string;
  message_id: string | null;
  conversation_id: string;
  sender: 'agent' | 'human';
  sender_name: string;
  task_run_id: string | null;
  decision_id: string | null;
  task_name: string;
  task_prompt: string;
}

/** A hit, or nothing, with the last thing that was looked at; `null` if there is none behind it. */
type NearRow = (HitRow | { entry_id: null }) & { last_at: Date | null; last_id: string | null };

function isHit(row: NearRow): row is HitRow & NearRow {
  return row.entry_id !== null;
}

function hit(row: HitRow): SearchHit {
  const { entry_id: entryId, at, entry_kind: kind, agent_id: agentId, message_id: messageId } = row;
  const place = { at, entryId, kind, agentId };
  if (messageId === null)
    return { ...place, id: entryId, message: null, title: row.task_name, body: [row.task_prompt] };
  const { conversation_id: conversationId, sender, sender_name: senderName } = row;
  const shown = { run: row.task_run_id, decision: row.decision_id, message: null, report: null, task: null }[
    kind
  ];
  const message = { conversationId, messageId, sender, senderName };
  return { ...place, id: shown ?? messageId, message, ...textsOfMessage(row) };
}

/** Whether a row of what was looked at fits: `$1` to `$4` are the user, the words, the kind and the agent. */
const FITS = `e.words @@ $2::tsquery AND ($3::text IS NULL OR e.kind = $3) AND ($4::text IS NULL OR e.agent_id = $4)`;

/**
 * What the entry `e` is of, as long as it is there and not deleted. `OFFSET 0` keeps the planner from joining all that fits before it sorts and cuts: it looks things up one by one, in
 * the order of the list, until there are enough.
 */
const LOOKED_UP = `
    CROSS JOIN LATERAL (
      SELECT m.id AS message_id, m.conversation_id, m.sender, m.sender_name, m.task_run_id, m.decision_id, ${MESSAGE_TEXTS}, NULL AS task_name, NULL AS task_prompt
        FROM message m JOIN conversation c ON c.id = m.conversation_id JOIN agent a ON a.id = c.agent_id LEFT JOIN decision d ON d.id = m.decision_id
       WHERE e.kind <> 'task' AND m.id = e.id AND c.user_id = $1 AND c.deleted_at IS NULL AND a.deleted_at IS NULL
      UNION ALL
      SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, t.name, t.prompt
        FROM task t JOIN agent a ON a.id = t.agent_id
       WHERE e.kind = 'task' AND t.id = e.id AND a.owner_id = $1 AND t.deleted_at IS NULL AND a.deleted_at IS NULL
      OFFSET 0
    ) x`;

const HIT = 'e.id AS entry_id, e.at, e.kind AS entry_kind, e.agent_id, x.*';

const SEARCH_NEWEST = {
  name: 'search-newest',
  text: `
    WITH near AS MATERIALIZED (
      SELECT e.id, e.at, e.kind, e.agent_id, e.words FROM search_entry e
       WHERE e.user_id = $1 AND (e.at, e.id) < ($5::timestamptz, $6::text) ORDER BY e.at DESC, e.id DESC LIMIT $8
    ), hit AS (
      SELECT ${HIT} FROM (SELECT * FROM near e WHERE ${FITS} ORDER BY e.at DESC, e.id DESC OFFSET 0) e ${LOOKED_UP}
       ORDER BY e.at DESC, e.id DESC LIMIT $7
    ), border AS (
      SELECT max(at) AS last_at, max(id) AS last_id
        FROM (SELECT at, id FROM near ORDER BY at, id LIMIT CASE WHEN (SELECT count(*) FROM near) = $8 THEN 1 ELSE 0 END) e
    )
    SELECT hit.*, border.last_at, border.last_id FROM border LEFT JOIN hit ON true ORDER BY hit.at DESC, hit.entry_id DESC`,
};

// The index of the words leads to the user's entries alone. In any other way all of the user's would be read, so the user is compared in a way that no index serves.
const SEARCH_REST = {
  name: 'search-rest',
  text: `
    SELECT ${HIT}
      FROM (
        SELECT e.id, e.at, e.kind, e.agent_id FROM search_entry e
         WHERE ${FITS} AND e.user_id || '' = $1 AND (e.at, e.id) < ($5::timestamptz, $6::text) ORDER BY e.at DESC, e.id DESC OFFSET 0
      ) e ${LOOKED_UP}
     ORDER BY e.at DESC, e.id DESC LIMIT $7`,
};
