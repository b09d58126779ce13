import type { Message, PrismaClient } from '@svc/database';
import type { MessageFile, QuickReply } from '@svc/domain';
import type { Pool } from 'pg';
import { conversationListQueries } from './conversation-lists.js';

export interface MessageRecord {
  messageId: string;
  conversationId: string;
  sender: 'agent' | 'human';
  senderName: string;
  kind: 'text' | 'report' | 'run' | 'decision';
  text: string;
  imageUrls: string[];
  audioUrl: string | null;
  /** Files that are neither shown nor played; `null` without any. */
  files: readonly MessageFile[] | null;
  reportTitle: string | null;
  reportDescription: string | null;
  taskRunId: string | null;
  decisionId: string | null;
  /** The buttons under it, and which of them was pressed; `null` without any. */
  quickReplies: readonly QuickReply[] | null;
  quickReply: { index: number; messageId: string } | null;
  createdAt: Date;
}

export interface HistoryPage {
  limit: number;
  /** Only messages older than this; the newest if absent. */
  before?: Date | undefined;
}

export type Conversations = ReturnType<typeof conversationQueries>;

export function conversationQueries(pool: Pool, prisma: PrismaClient) {
  return {
    ...conversationListQueries(pool),

    /** History of a conversation of the agent, newest first. `null` if it is not the agent's. */
    async historyForAgent(
      conversationId: string,
      agentId: string,
      page: HistoryPage,
    ): Promise<MessageRecord[] | null> {
      return history({ id: conversationId, agentId }, page);
    },

    /** History of a conversation of the user, newest first. `null` if it is not the user's. */
    async historyForUser(
      conversationId: string,
      userId: string,
      page: HistoryPage,
    ): Promise<MessageRecord[] | null> {
      return history({ id: conversationId, userId }, page);
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

function messageRecord(row: Message): MessageRecord {
  return {
    messageId: row.id,
    conversationId: row.conversationId,
    sender: row.sender as MessageRecord['sender'],
    senderName: row.senderName,
    kind: row.kind as MessageRecord['kind'],
    text: row.text,
    imageUrls: row.imageUrls,
    audioUrl: row.audioUrl,
    files: row.files as MessageFile[] | null,
    reportTitle: row.reportTitle,
    reportDescription: row.reportDescription,
    taskRunId: row.taskRunId,
    decisionId: row.decisionId,
    quickReplies: row.quickReplies as QuickReply[] | null,
    quickReply:
      row.quickReplyIndex === null || row.quickReplyMessageId === null
        ? null
        : { index: row.quickReplyIndex, messageId: row.quickReplyMessageId },
    createdAt: row.createdAt,
  };
}
