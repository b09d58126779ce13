import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import { appendedEvent } from '../events/outgoing-event.js';
import type { ClientBase, Pool } from 'pg';
import { ownerOfAgent } from '../agents/agent-owner.js';
import type { QuotaGuard } from '../quotas/quota-guard.js';
import type {
  NewAgentMessage,
  NewUserMessage,
  WrittenAgentMessage,
  WrittenUserMessage,
} from './new-messages.js';

/**
 * One statement writes a message. It moves the conversation's time on and stores the message, and of a user's message also the event. What a message brings
 * along, files, a text that has grown or a run, is written by others of the same transaction. Locks are taken in one order, uploads, agent, conversation, counter
 * or run, so that concurrent transactions and the agent's deletion cannot deadlock.
 */
export function messageWrites(pool: Pool, quotas: QuotaGuard) {
  return {
    /**
     * `null` if agent and conversation are not both the user's, the agent cannot chat, or one of the files is not there or was taken by another message: then
     * nothing is written.
     *
     * @throws ServiceError `quota_exceeded` if as many events wait for the agent, or the user has as many conversations, as may be.
     */
    async writeUserMessage(message: NewUserMessage): Promise<WrittenUserMessage | null> {
      const { agentId, userId, opensConversation, mediaIds = [] } = message;
      await quotas.admit(
        { quota: 'events_waiting_per_agent', ownerId: agentId },
        ...(opensConversation ? [{ quota: 'conversations_per_user', ownerId: userId } as const] : []),
      );
      if (mediaIds.length === 0) return writeUserMessageBy(pool, message);
      return allOrNothing(pool, async (client) =>
        (await takeUploads(client, message)) ? writeUserMessageBy(client, message) : null,
      );
    },

    /**
     * If the run was pending, it is running from then on. `null` if the conversation or the run is not the agent's, or one of the files is
     * not there or was taken by another message, or a streamed message is written already: then nothing is written.
     *
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
      if (taskRunId === null && mediaIds.length === 0 && !isStreamed) return writeAgentMessage(pool, message);
      return allOrNothing(pool, async (client) => {
        if (!(await takeUploads(client, message))) return null;
        if (taskRunId !== null && placed.opensConversation)
          await rows(client, sql.runs.lockOpening, { openerId: taskRunId });
        const written = await writeAgentMessage(client, await inItsRun(client, placed));
        if (written === null) return null;
        if (isStreamed) await rows(client, sql.streams.end, { messageId: message.messageId });
        // By a later statement: one that waits for a run which is being offered reads its new event's id, but does not see the event.
        if (taskRunId !== null)
          await rows(client, written.begunTaskId === null ? sql.runs.touch : sql.runs.takeEvent, {
            id: taskRunId,
          });
        if (taskRunId !== null)
          await rows(client, sql.runs.settleConversation, { ...written, id: taskRunId });
        return written;
      });
    },
  };
}

/** False if not all files of a message were there. */
async function takeUploads(client: ClientBase, message: NewUserMessage | NewAgentMessage): Promise<boolean> {
  const { messageId, agentId, mediaIds: ids = [] } = message;
  if (ids.length === 0) return true;
  const userId = 'userId' in message ? message.userId : null;
  const taken = await rows(client, sql.uploads.take, { ids, agentId, userId, messageId });
  return taken.length === ids.length;
}

/** The message in the conversation of its run, if it would open one and the run has one. */
async function inItsRun(client: Pool | ClientBase, message: NewAgentMessage): Promise<NewAgentMessage> {
  const { agentId, taskRunId: runId, opensConversation } = message;
  if (runId === null || !opensConversation) return message;
  const [found] = await rows(client, sql.runs.findConversation, { runId, agentId });
  return found === undefined ? message : { ...message, conversationId: found.id, opensConversation: false };
}

async function writeAgentMessage(
  client: Pool | ClientBase,
  message: NewAgentMessage,
): Promise<WrittenAgentMessage | null> {
  const [written] = await rows(client, sql.messages.writeOfAgent, {
    ...message,
    audioUrl: message.audioUrl ?? null,
    files: jsonOf(message.files),
    quickReplies: jsonOf(message.quickReplies),
  });
  return written === undefined ? null : { ...written, conversationId: message.conversationId };
}

/** The same as `writeUserMessage`, without files, by a connection that may be within a transaction. */
export async function writeUserMessageBy(
  client: Pool | ClientBase,
  message: NewUserMessage,
): Promise<WrittenUserMessage | null> {
  const { isTest = false } = message;
  const [row] = await rows(client, sql.messages.writeOfUser, {
    ...message,
    files: jsonOf(message.files),
    isTest,
  });
  return row === undefined ? null : { createdAt: row.created_at, event: appendedEvent(row, message.frame) };
}

function jsonOf(list: readonly object[] | null = null): string | null {
  return list === null || list.length === 0 ? null : JSON.stringify(list);
}

/** A transaction that is rolled back if its work gives `null`. */
export async function allOrNothing<T>(
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

/** Rolls the transaction back. */
class Nothing extends Error {}
