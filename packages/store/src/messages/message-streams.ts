import * as sql from '../database/statements/generated/index.js';
import { inBulkhead } from '../database/bulkhead.js';
import { retryingDeadlocks } from '../database/unfit-connections.js';
import { rows } from '../database/statements/statement.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { STREAM_SILENT_MS_MAX, STREAMS_PER_AGENT_MAX } from '@svc/domain';
import type { Pool } from 'pg';

export interface KeptStream {
  messageId: string;
  /** So far; `null` where nothing has come to it. */
  text: string | null;
  isCut: boolean;
}

export interface StreamRecord {
  messageId: string;
  agentId: string;
  isCut: boolean;
  startedAt: Date;
  /** The text so far. */
  text: string;
}

/** Of one agent, messages that broke off and are still kept. */
const CUT_PER_AGENT_MAX = 32;

export type MessageStreams = ReturnType<typeof messageStreamQueries>;

/**
 * For consoles that open the conversation while a text grows. A row is no message: that is written at the
 * end, by a statement that deletes the row. If the process is lost, the message counts as cut off soon.
 */
export function messageStreamQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * Removes what broke off in the conversation before.
     * @returns `full` if as many of the agent grow as may; `unknown` without such a conversation to chat in.
     */
    async begin(stream: {
      messageId: string;
      agentId: string;
      conversationId: string;
    }): Promise<'begun' | 'full' | 'unknown'> {
      const values = {
        ...{ ...stream, silentMs: STREAM_SILENT_MS_MAX },
        ...{ growingMax: STREAMS_PER_AGENT_MAX, cutMax: CUT_PER_AGENT_MAX },
      };
      const [row] = await inBulkhead(pool, stream.agentId, () => rows(pool, sql.streams.begin, values));
      if (row?.is_begun === true) return 'begun';
      return (row?.growing ?? 0) >= STREAMS_PER_AGENT_MAX ? 'full' : 'unknown';
    },

    /** Says that they grow, or broke off. Passes over those that are gone, or that others are removing. */
    async keep(streams: readonly KeptStream[]): Promise<void> {
      await rows(pool, sql.streams.keep, {
        messageIds: streams.map(({ messageId }) => messageId),
        texts: streams.map(({ text }) => text),
        areCut: streams.map(({ isCut }) => isCut),
      });
    },

    async forget(messageIds: readonly string[]): Promise<void> {
      await retryingDeadlocks(() =>
        prisma.messageStream.deleteMany({ where: { messageId: { in: [...messageIds] } } }),
      );
    },

    /** The conversation; `null` if no message was written under this id. */
    async writtenInto(messageId: string): Promise<string | null> {
      const asked = { where: { id: messageId }, select: { conversationId: true } };
      return (await prisma.message.findUnique(asked))?.conversationId ?? null;
    },

    /**
     * Oldest first. What broke off is shown until the agent has sent or begun another message there. `null`
     * if the conversation is not the user's.
     */
    async listOf(conversationId: string, userId: string): Promise<StreamRecord[] | null> {
      const found = await rows(pool, sql.streams.list, {
        ...{ conversationId, userId, silentMs: STREAM_SILENT_MS_MAX },
        limit: STREAMS_PER_AGENT_MAX + CUT_PER_AGENT_MAX,
      });
      if (found.length === 0) return null;
      return found.flatMap(({ messageId, ...stream }) =>
        messageId === null ? [] : [{ ...stream, messageId }],
      );
    },
  };
}
