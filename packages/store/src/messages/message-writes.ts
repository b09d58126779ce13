import * as sql from '../database/statements/generated/index.js';
import { firstRow, rows } from '../database/statements/statement.js';
import type { ValuesOf } from '../database/statements/statement.js';
import { inBulkhead } from '../database/bulkhead.js';
import { transaction } from '../database/transaction.js';
import { appendedEvent } from '../events/frames/frames.js';
import type { ClientBase, Pool } from 'pg';
import { ownerOfAgent } from '../agents/agent-proof.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import type { MessageFile, QuickReply } from '@svc/domain';
import type { OutgoingEvent } from '../events/frames/frames.js';

/**
 * One statement writes a message, and of a user's message also the event. What a message brings along, files,
 * a text that has grown or a run, is written by others of the same transaction. All lock in one order:
 * uploads, agent, conversation, counter or run.
 */
export function messageWrites(pool: Pool, quotas: QuotaGuard) {
  return {
    /**
     * `null` if agent and conversation are not both the user's, the agent cannot chat, or one of the files is
     * not there or was taken: then nothing is written.
     * @throws ServiceError `quota_exceeded` for waiting events of the agent, or conversations of the user.
     */
    async writeUserMessage(message: NewUserMessage): Promise<WrittenUserMessage | null> {
      const { agentId, userId, opensConversation, mediaIds = [] } = message;
      await quotas.admit(
        { quota: 'events_waiting_per_agent', ownerId: agentId },
        ...(opensConversation ? [{ quota: 'conversations_per_user', ownerId: userId } as const] : []),
      );
      return inBulkhead(pool, agentId, () =>
        mediaIds.length === 0
          ? writeUserMessageBy(pool, message)
          : allOrNothing(pool, async (client) =>
              (await takeUploads(client, message)) ? writeUserMessageBy(client, message) : null,
            ),
      );
    },

    /**
     * A pending run is running from then on. `null` if the conversation or the run is not the agent's, one of
     * the files is not there or was taken, or a streamed message is written already: then nothing is written.
     * @throws ServiceError `quota_exceeded` if the agent's user has as many conversations as may be.
     */
    async writeAgentMessage(message: NewAgentMessage): Promise<WrittenAgentMessage | null> {
      const { agentId, taskRunId, mediaIds = [], isStreamed = false } = message;
      const placed = await inItsRun(pool, message);
      if (placed.opensConversation) {
        const ownerId = await ownerOfAgent(pool, agentId);
        if (ownerId === null) return null;
        await quotas.admit({ quota: 'conversations_per_user', ownerId });
      }
      if (taskRunId === null && mediaIds.length === 0 && !isStreamed)
        return inBulkhead(pool, agentId, () => writeAgentMessage(pool, message));
      const write = async (client: ClientBase): Promise<WrittenAgentMessage | null> => {
        if (!(await takeUploads(client, message))) return null;
        if (taskRunId !== null && placed.opensConversation)
          await rows(client, sql.runs.lockOpening, { openerId: taskRunId });
        const written = await writeAgentMessage(client, await inItsRun(client, placed));
        if (written === null) return null;
        if (isStreamed) await rows(client, sql.streams.end, { messageId: message.messageId });
        // By a later statement: one that waits for a run which is being offered does not see the new event.
        if (taskRunId !== null) {
          const touch = written.begunTaskId === null ? sql.runs.touch : sql.runs.takeEvent;
          await rows(client, touch, { id: taskRunId });
          await rows(client, sql.runs.settleConversation, { ...written, id: taskRunId });
        }
        return written;
      };
      return inBulkhead(pool, agentId, () => allOrNothing(pool, write));
    },
  };
}

/** False if not all files were there. */
async function takeUploads(client: ClientBase, message: NewUserMessage | NewAgentMessage): Promise<boolean> {
  const { messageId, agentId, mediaIds: ids = [] } = message;
  if (ids.length === 0) return true;
  const userId = 'userId' in message ? message.userId : null;
  const taken = await rows(client, sql.uploads.take, { ids, agentId, userId, messageId });
  return taken.length === ids.length;
}

/** In the conversation of its run, if the message would open one and the run has one. */
async function inItsRun(client: Pool | ClientBase, message: NewAgentMessage): Promise<NewAgentMessage> {
  const { agentId, taskRunId: runId, opensConversation } = message;
  if (runId === null || !opensConversation) return message;
  const [found] = await rows(client, sql.runs.findConversation, { id: runId, agentId });
  return found === undefined ? message : { ...message, conversationId: found.id, opensConversation: false };
}

async function writeAgentMessage(
  client: Pool | ClientBase,
  message: NewAgentMessage,
): Promise<WrittenAgentMessage | null> {
  const [written] = await rows(client, sql.messages.writeOfAgent, {
    ...message,
    files: jsonOf(message.files),
    quickReplies: jsonOf(message.quickReplies),
  });
  return written === undefined ? null : { ...written, conversationId: message.conversationId };
}

async function writeUserMessageBy(
  client: Pool | ClientBase,
  message: NewUserMessage,
): Promise<WrittenUserMessage | null> {
  const { files, isTest = false } = message;
  const [row] = await rows(client, sql.messages.writeOfUser, { ...message, files: jsonOf(files), isTest });
  return row === undefined ? null : { createdAt: row.written_at, event: appendedEvent(row, message.frame) };
}

function jsonOf(list: readonly object[] | null = null): string | null {
  return list === null || list.length === 0 ? null : JSON.stringify(list);
}

/** Rolled back if its work gives `null`. */
async function allOrNothing<T>(
  pool: Pool,
  work: (client: ClientBase) => Promise<T | null>,
): Promise<T | null> {
  try {
    return await transaction(pool, async (client) => {
      const result = await work(client);
      if (result === null) throw new Nothing();
      return result;
    });
  } catch (error) {
    if (error instanceof Nothing) return null;
    throw error;
  }
}

class Nothing extends Error {}

/** What the statements take, but for lists that they take as JSON. `mediaIds` are uploads of the sender. */
type NewMessage<Written> = Omit<Written, 'files' | 'isTest' | 'quickReplies'> & {
  mediaIds?: readonly string[];
  /** Those of the uploads that have names. Default none. */
  files?: readonly MessageFile[];
};

/** The frame is that of the `user_message` event. */
export type NewUserMessage = NewMessage<ValuesOf<typeof sql.messages.writeOfUser>> & {
  /** The conversation that it opens is a test's, which is put away for ever. Default false. */
  isTest?: boolean;
};

/** It opens a conversation unless its run has one: then it goes there. */
export type NewAgentMessage = NewMessage<ValuesOf<typeof sql.messages.writeOfAgent>> & {
  /** Default none. */
  quickReplies?: readonly QuickReply[] | null;
  /** Its text has grown: what is kept of it goes, and it is written only once. Default false. */
  isStreamed?: boolean;
};

interface WrittenUserMessage {
  createdAt: Date;
  event: OutgoingEvent;
}

interface WrittenAgentMessage {
  createdAt: Date;
  /** That which the message names, or its run's, or the opened one. */
  conversationId: string;
  /** The owner, whose consoles get a hint. */
  userId: string;
  /** `null` unless the run was pending and is running now. */
  begunTaskId: string | null;
}

export type QuickReplyOffer = NonNullable<typeof sql.messages.findQuickReplies.row>;

export type QuickReplies = ReturnType<typeof quickReplyQueries>;

export function quickReplyQueries(pool: Pool, quotas: QuotaGuard) {
  return {
    /** `null` if the user has no such message with buttons. */
    find: (messageId: string, userId: string): Promise<QuickReplyOffer | null> =>
      firstRow(pool, sql.messages.findQuickReplies, { messageId, userId }),

    /**
     * Writes the user's message that a button sends. `null` if a button was pressed, the user has written
     * since, or the message is gone: then nothing is written.
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent as may.
     */
    async press(
      message: NewUserMessage,
      button: { messageId: string; index: number },
    ): Promise<WrittenUserMessage | null> {
      await quotas.admit({ quota: 'events_waiting_per_agent', ownerId: message.agentId });
      // The message is written first, so that locks are taken in the order of every message, and presses of
      // one conversation meet at its row. The claim comes later, and sees what others have committed.
      return allOrNothing(pool, async (client) => {
        const written = await writeUserMessageBy(client, message);
        if (written === null) return null;
        const claimed = await rows(client, sql.messages.pressQuickReply, {
          ...{ messageId: button.messageId, conversationId: message.conversationId },
          ...{ index: button.index, pressedMessageId: message.messageId },
        });
        return claimed.length === 0 ? null : written;
      });
    },
  };
}
