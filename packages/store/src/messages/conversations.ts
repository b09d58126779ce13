import type { Message, PrismaClient } from '@svc/database';

export interface ConversationRecord {
  conversationId: string;
  agentId: string;
  lastMessageAt: Date | null;
  lastMessageText: string | null;
}

export interface MessageRecord {
  messageId: string;
  conversationId: string;
  sender: 'agent' | 'human';
  senderName: string;
  kind: 'text' | 'report' | 'run' | 'decision';
  text: string;
  imageUrls: string[];
  audioUrl: string | null;
  reportTitle: string | null;
  reportDescription: string | null;
  taskRunId: string | null;
  decisionId: string | null;
  createdAt: Date;
}

export interface HistoryPage {
  limit: number;
  /** Only messages older than this; the newest if absent. */
  before?: Date | undefined;
}

export type Conversations = ReturnType<typeof conversationQueries>;

export function conversationQueries(prisma: PrismaClient) {
  return {
    /** Newest first, at most 200. */
    async listOf(userId: string, agentId?: string): Promise<ConversationRecord[]> {
      const found = await prisma.conversation.findMany({
        where: {
          userId,
          deletedAt: null,
          agent: { deletedAt: null },
          ...(agentId === undefined ? {} : { agentId }),
        },
        orderBy: [{ lastMessageAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
        take: 200,
      });
      return found.map((row) => ({
        conversationId: row.id,
        agentId: row.agentId,
        lastMessageAt: row.lastMessageAt,
        lastMessageText: row.lastMessageText,
      }));
    },

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
    reportTitle: row.reportTitle,
    reportDescription: row.reportDescription,
    taskRunId: row.taskRunId,
    decisionId: row.decisionId,
    createdAt: row.createdAt,
  };
}
