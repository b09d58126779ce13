import { rows } from '@svc/database';
import type { Pool } from 'pg';
import { isActive } from './conversation-order.js';

export interface ConversationRecord {
  conversationId: string;
  agentId: string;
  lastMessageAt: Date | null;
  lastMessageText: string | null;
  /** The person's title, else the agent's, else `null`. */
  title: string | null;
  /** Whose title it is. */
  titledBy: 'user' | 'agent' | null;
  /** The agent's, whether or not it shows. */
  agentTitle: string | null;
  isPinned: boolean;
  isArchived: boolean;
  /** Of the newest {@link UNREAD_MAX} messages behind `readThrough`, those of the agent. */
  unreadCount: number;
  /** Up to which message the person has read it; `null` before the first. */
  readThrough: Date | null;
}

/** Those that are not put away, those that are, or those that are pinned. */
export type ShownConversations = 'active' | 'archived' | 'pinned';

export interface ConversationPage {
  /** Default 200. */
  limit?: number | undefined;
  /** What the last conversation of the page before was when it was read. */
  after?: ConversationPlace | undefined;
  /** Default `active`. */
  show?: ShownConversations | undefined;
}

/** A place in the list, which stays though conversations move. */
export interface ConversationPlace {
  lastMessageAt: Date | null;
  conversationId: string;
}

/** Conversations of a list, unless a caller wants fewer. */
const CONVERSATIONS_MAX = 200;

/** Messages behind the last one read that are looked at, in each conversation. */
export const UNREAD_MAX = 100;

/** The planner cannot see through `CASE`: so it takes the agent's index, and does not pass by conversations with other agents in the user's. */
const OF_AGENT = 'c.agent_id = $5 AND CASE WHEN c.deleted_at IS NULL THEN c.user_id = $1 END';

/** As the indexes of the lists have it. */
const NEWEST_FIRST = 'c.last_message_at DESC NULLS LAST, c.id DESC';

export function conversationListQueries(pool: Pool) {
  return {
    /** The one with the newest message first. */
    async listOf(
      userId: string,
      agentId?: string,
      { limit = CONVERSATIONS_MAX, after, show = 'active' }: ConversationPage = {},
    ): Promise<ConversationRecord[]> {
      // Every conversation begins with a message. So nothing comes behind one without.
      if (after?.lastMessageAt === null) return [];
      return rows<ConversationRecord>(pool, listStatement({ show, ofAgent: agentId !== undefined }), [
        ...[userId, limit, after?.lastMessageAt ?? 'infinity', after?.conversationId ?? ''],
        ...(agentId === undefined ? [] : [agentId]),
      ]);
    },

    /** A page of all that there are, in the order of their ids. */
    pageById: (userId: string, after: string, limit: number): Promise<ConversationRecord[]> =>
      rows<ConversationRecord>(pool, PAGE_BY_ID, [userId, after, limit]),

    /** One conversation; `null` if it is not the user's. */
    async findForUser(conversationId: string, userId: string): Promise<ConversationRecord | null> {
      const [found] = await rows<ConversationRecord>(pool, FIND, [userId, conversationId]);
      return found ?? null;
    },
  };
}

/**
 * The statement of a list. It reads conversations in the order of an index until the page is full, and then, of each on the page that has a message which is not
 * read, a bounded number of messages.
 */
export function listStatement({ show, ofAgent }: { show: ShownConversations; ofAgent: boolean }): {
  name: string;
  text: string;
} {
  const shown = {
    active: isActive('c'),
    archived: `NOT ${isActive('c')}`,
    pinned: 'c.pinned_at IS NOT NULL',
  }[show];
  return {
    name: `conversation-list-${show}${ofAgent ? '-of-agent' : ''}`,
    text: shownConversations(`
      SELECT c.* FROM conversation c JOIN agent a ON a.id = c.agent_id
       WHERE ${ofAgent ? OF_AGENT : 'c.user_id = $1 AND c.deleted_at IS NULL'} AND ${shown} AND a.deleted_at IS NULL
         AND c.last_message_at <= $3::timestamptz AND (c.last_message_at < $3 OR c.id < $4)
       ORDER BY ${NEWEST_FIRST} LIMIT $2`),
  };
}

/** Rows of `conversation`, as {@link ConversationRecord}s of the user `$1`. */
function shownConversations(select: string, order = NEWEST_FIRST): string {
  return `
    SELECT c.id AS "conversationId", c.agent_id AS "agentId", c.last_message_at AS "lastMessageAt", c.last_message_text AS "lastMessageText",
           coalesce(c.title, c.agent_title) AS title,
           CASE WHEN c.title IS NOT NULL THEN 'user' WHEN c.agent_title IS NOT NULL THEN 'agent' END AS "titledBy", c.agent_title AS "agentTitle",
           c.pinned_at IS NOT NULL AS "isPinned", NOT ${isActive('c')} AS "isArchived",
           coalesce(u.count, 0) AS "unreadCount", r.read_through AS "readThrough"
      FROM (${select}) c
      LEFT JOIN conversation_reading r ON r.conversation_id = c.id AND r.user_id = $1
      LEFT JOIN LATERAL (
        SELECT count(*) FILTER (WHERE m.sender = 'agent')::int AS count FROM (
          SELECT n.sender FROM message n WHERE n.conversation_id = c.id AND n.created_at > coalesce(r.read_through, '-infinity')
           ORDER BY n.created_at DESC LIMIT ${UNREAD_MAX}
        ) m
      ) u ON c.last_message_at > coalesce(r.read_through, '-infinity')
     ORDER BY ${order}`;
}

const FIND = {
  name: 'conversation-find',
  text: shownConversations(`
      SELECT c.* FROM conversation c JOIN agent a ON a.id = c.agent_id
       WHERE c.id = $2 AND c.user_id = $1 AND c.deleted_at IS NULL AND a.deleted_at IS NULL`),
};

const PAGE_BY_ID = {
  name: 'conversation-page-by-id',
  text: shownConversations(
    `
      SELECT c.* FROM conversation c JOIN agent a ON a.id = c.agent_id
       WHERE c.user_id = $1 AND c.id > $2 AND c.deleted_at IS NULL AND a.deleted_at IS NULL ORDER BY c.id LIMIT $3`,
    'c.id',
  ),
};
