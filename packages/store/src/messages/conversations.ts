import type { Message, PrismaClient } from '../generated/prisma/client.js';
import type { MessageFile, QuickReply } from '@svc/domain';
import type { Pool } from 'pg';
import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';

/** Its files are neither shown nor played. `quickReplies` are the buttons under it; `null` without any. */
export type MessageRecord = Omit<Message, 'id' | 'sender' | 'kind' | 'files' | 'quickReplies'> & {
  messageId: string;
  sender: 'agent' | 'human';
  kind: 'text' | 'report' | 'run' | 'decision';
  files: readonly MessageFile[] | null;
  quickReplies: readonly QuickReply[] | null;
};

export interface HistoryPage {
  limit: number;
  /** Default: the newest. */
  before?: Date | undefined;
}

/** `unreadCount`: of the newest 100 messages behind `readThrough`, those of the agent. */
export type ConversationRecord = NonNullable<typeof sql.conversations.find.row>;

export interface ConversationPage {
  /** Default 200. */
  limit?: number | undefined;
  /** The last of the page before, as it was when it was read. */
  after?: ConversationPosition | undefined;
  /** Default `active`. */
  show?: 'active' | 'archived' | 'pinned' | undefined;
}

/** A place in the list, which stays though conversations move. */
export interface ConversationPosition {
  lastMessageAt: Date | null;
  conversationId: string;
}

const CONVERSATIONS_MAX = 200;

export type Conversations = ReturnType<typeof conversationQueries>;

export function conversationQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /** The one with the newest message first. */
    async listOf(
      userId: string,
      agentId?: string,
      { limit = CONVERSATIONS_MAX, after, show = 'active' }: ConversationPage = {},
    ): Promise<ConversationRecord[]> {
      // Every conversation begins with a message, so nothing comes behind one without.
      if (after?.lastMessageAt === null) return [];
      const lastMessageAt: Date | 'infinity' = after?.lastMessageAt ?? 'infinity';
      const position = { lastMessageAt, id: after?.conversationId ?? '' };
      const page = { userId, limit, isActive: show === 'active', ...position };
      if (show === 'pinned')
        return rows(pool, sql.conversations.listPinned, { ...page, agentId: agentId ?? null });
      if (agentId === undefined) return rows(pool, sql.conversations.list, page);
      return rows(pool, sql.conversations.listOfAgent, { ...page, agentId });
    },

    /** All that there are, in the order of their ids. */
    pageById: (userId: string, after: string, limit: number): Promise<ConversationRecord[]> =>
      rows(pool, sql.conversations.pageById, { userId, after, limit }),

    /** `null` if it is not the user's. */
    findForUser: (id: string, userId: string): Promise<ConversationRecord | null> =>
      firstRow(pool, sql.conversations.find, { id, userId }),

    /** Newest first. `null` if it is not the agent's. */
    historyForAgent: (id: string, agentId: string, page: HistoryPage) => history({ id, agentId }, page),

    /** Newest first. `null` if it is not the user's. */
    historyForUser: (id: string, userId: string, page: HistoryPage) => history({ id, userId }, page),

    /** In all conversations of the user, newest first, by their ids. `before`: behind this id. */
    async messagesOfRun(
      runId: string,
      userId: string,
      { limit, before }: { limit: number; before?: string | undefined },
    ): Promise<MessageRecord[]> {
      const found = await prisma.message.findMany({
        where: {
          // Not an equality: else the index of all messages has the order as well, and might be read far.
          taskRunId: { gte: runId, lte: runId },
          ...(before !== undefined && { id: { lt: before } }),
          conversation: { userId, deletedAt: null, agent: { deletedAt: null } },
        },
        orderBy: [{ taskRunId: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return found.map(messageRecord);
    },
  };

  async function history(
    owned: { id: string; agentId: string } | { id: string; userId: string },
    page: HistoryPage,
  ): Promise<MessageRecord[] | null> {
    const conversation = await prisma.conversation.findFirst({
      where: { ...owned, deletedAt: null, agent: { deletedAt: null } },
      select: { id: true },
    });
    if (conversation === null) return null;
    const found = await prisma.message.findMany({
      where: {
        conversationId: conversation.id,
        ...(page.before === undefined ? {} : { createdAt: { lt: page.before } }),
      },
      orderBy: { createdAt: 'desc' },
      take: page.limit,
    });
    return found.map(messageRecord);
  }
}

function messageRecord({ id: messageId, ...message }: Message): MessageRecord {
  return { ...message, messageId } as unknown as MessageRecord;
}
