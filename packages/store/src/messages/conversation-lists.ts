import { rows, sql } from '@svc/database';
import type { Pool } from 'pg';

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
  /** Of the newest 100 messages behind `readThrough`, those of the agent. */
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
      const lastMessageAt: Date | 'infinity' = after?.lastMessageAt ?? 'infinity';
      const page = {
        userId,
        limit,
        isActive: show === 'active',
        lastMessageAt,
        id: after?.conversationId ?? '',
      };
      if (show === 'pinned')
        return rows(pool, sql.conversations.listPinned, { ...page, agentId: agentId ?? null });
      if (agentId === undefined) return rows(pool, sql.conversations.list, page);
      return rows(pool, sql.conversations.listOfAgent, { ...page, agentId });
    },

    /** A page of all that there are, in the order of their ids. */
    pageById: (userId: string, after: string, limit: number): Promise<ConversationRecord[]> =>
      rows(pool, sql.conversations.pageById, { userId, after, limit }),

    /** One conversation; `null` if it is not the user's. */
    async findForUser(conversationId: string, userId: string): Promise<ConversationRecord | null> {
      const [found] = await rows(pool, sql.conversations.find, { id: conversationId, userId });
      return found ?? null;
    },
  };
}
