import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { transaction } from '../database/transaction.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Statement } from '../database/statements/statement.js';
import type { ClientBase, Pool } from 'pg';
import { removeMessages } from './message-deletions.js';

type DeletedKind = 'conversation' | 'task' | 'agent' | 'user';

/** The kinds are models. From `deletedAt` on the deletion of a row is due. */
interface Deletable {
  updateMany: (rest: {
    where: { id: string; deletedAt: { not: null } };
    data: { deletedAt: Date };
  }) => PromiseLike<unknown>;
}

const ROWS_PER_STEP = 500;

/** After a step that failed, or waits for files or other deletions, others of the kind come first. */
const REST_SECONDS = { failed: 60, waiting: 2 } as const;

export type Deletions = ReturnType<typeof deletionQueries>;

/**
 * A deletion only marks a user, an agent, a task or a conversation, and from then on no query finds it. Its
 * rows are removed here, in steps: short transactions that remove few rows, so that no call has to wait. If a
 * process dies, the next step of any process goes on.
 */
export function deletionQueries(pool: Pool, prisma: PrismaClient) {
  return {
    /**
     * The user's address is free from then on. The record tells the person how far it is. Returns the agents,
     * whose sockets are to be closed; `null` if there is no such user.
     */
    eraseUser: ({ userId, erasureId }: { userId: string; erasureId: string }) =>
      transaction(pool, async (client): Promise<{ agentIds: string[] } | null> => {
        const [user] = await rows(client, sql.deletions.lockUser, { id: userId });
        if (user === undefined) return null;
        const agents = await rows(client, sql.deletions.lockAgents, { ownerId: userId });
        const agentIds = agents.map(({ id }) => id);
        await rows(client, sql.deletions.markAgents, { ids: agentIds });
        await rows(client, sql.deletions.closeAccount, { userId });
        await rows(client, sql.erasures.insert, { id: erasureId, userId, conversationId: null });
        return { agentIds };
      }),

    /**
     * Without an id, of the oldest that is due and that no process carries on. True if there may be more to
     * do now. If it fails, it rests for a minute, unless it was named.
     */
    async step({ kind, id }: { kind: DeletedKind; id?: string }): Promise<boolean> {
      const { choose, parts } = KINDS[kind];
      let chosen: { id: string } | undefined;
      const rest = async (seconds: number): Promise<boolean> => {
        if (chosen === undefined || id !== undefined) return false;
        const deletedAt = new Date(Date.now() + 1_000 * seconds);
        const model: Deletable = prisma[kind];
        await model.updateMany({ where: { id: chosen.id, deletedAt: { not: null } }, data: { deletedAt } });
        return true;
      };
      let hasRemoved: boolean;
      try {
        hasRemoved = await transaction(pool, async (client) => {
          [chosen] = await rows(client, choose, { id: id ?? null });
          return chosen !== undefined && removeParts(client, chosen.id, parts);
        });
      } catch (error) {
        await rest(REST_SECONDS.failed).catch(() => false);
        throw error;
      }
      return hasRemoved || rest(REST_SECONDS.waiting);
    },
  };
}

/** Removes up to {@link ROWS_PER_STEP} rows. A statement takes its id under the name of a column. */
type Part =
  | Statement<{ id: string; agentId: string; taskId: string; userId: string; limit: number }, object>
  | ((client: ClientBase, id: string) => Promise<unknown[]>);

/** Ends where a part has more rows than a step may remove. Returns whether there was anything. */
async function removeParts(client: ClientBase, id: string, parts: readonly Part[]): Promise<boolean> {
  let removed = 0;
  for (const part of parts) {
    const { length } = await (typeof part === 'function'
      ? part(client, id)
      : rows(client, part, { id, agentId: id, taskId: id, userId: id, limit: ROWS_PER_STEP }));
    removed += length;
    if (length >= ROWS_PER_STEP) break;
  }
  return removed > 0;
}

const KINDS: Record<
  DeletedKind,
  { choose: Statement<{ id: string | null }, { id: string }>; parts: readonly Part[] }
> = {
  conversation: {
    choose: sql.deletions.chooseConversation,
    parts: [removeNewestMessages, sql.deletions.removeConversation],
  },
  // Open runs go first: their events may still be on their way. Others stay readable without their task.
  task: {
    choose: sql.deletions.chooseTask,
    parts: [sql.deletions.removeContextOfTask, cancelRuns, sql.deletions.leaveRuns, sql.deletions.removeTask],
  },
  // What has no parts of its own any more goes with the agent.
  agent: {
    choose: sql.deletions.chooseAgent,
    parts: [
      removeEventsOfAgent,
      sql.deletions.removeKeys,
      sql.deletions.removeContextOfAgent,
      sql.deletions.removeRuns,
      sql.deletions.removeMessagesOfAgent,
      sql.deletions.removeConversationsOfAgent,
      sql.deletions.removeDecisions,
      sql.deletions.removeRules,
      sql.deletions.removeTasks,
      sql.deletions.removeAgent,
    ],
  },
  user: {
    choose: sql.deletions.chooseUser,
    parts: [sql.deletions.removeKeys, sql.deletions.removeAuditEntries, sql.deletions.removeUser],
  },
};

async function removeNewestMessages(client: ClientBase, id: string): Promise<unknown[]> {
  const values = { conversationId: id, limit: ROWS_PER_STEP };
  const messages = await rows(client, sql.deletions.lockNewestMessages, values);
  const [newest] = messages;
  if (newest === undefined) return [];
  const of = { agentId: newest.agent_id, userId: newest.user_id, call: {}, deletedConversationId: id };
  await removeMessages(client, messages, of);
  return messages;
}

async function cancelRuns(client: ClientBase, id: string): Promise<unknown[]> {
  const runs = await rows(client, sql.deletions.cancelRuns, { taskId: id, limit: ROWS_PER_STEP });
  await rows(client, sql.deletions.dropEvents, { runIds: runs.map((run) => run.id) });
  return runs;
}

async function removeEventsOfAgent(client: ClientBase, id: string): Promise<unknown[]> {
  const events = await rows(client, sql.deletions.lockEventsOfAgent, { agentId: id, limit: ROWS_PER_STEP });
  await rows(client, sql.deletions.removeEvents, { eventIds: events.map((event) => event.id) });
  return events;
}

export interface ErasureRecord {
  erasureId: string;
  requestedAt: Date;
  finishedAt: Date | null;
  /** Each counted up to 10,000. Of an account no messages; of a conversation only files of removed messages. */
  remaining: { agents: number; messages: number; files: number };
}

const COUNTED_MAX = 10_000;

/** {@link deletionQueries} carries them out. */
export function erasureQueries(prisma: PrismaClient) {
  return {
    /** `null` if there is no such erasure. */
    async find(erasureId: string): Promise<ErasureRecord | null> {
      const found = await prisma.erasure.findUnique({ where: { id: erasureId } });
      if (found === null) return null;
      const { requestedAt, finishedAt } = found;
      // Nothing has these ids when the erasure has ended.
      const [userId, conversationId] = [found.userId ?? '', found.conversationId ?? ''];
      const take = COUNTED_MAX;
      const [agents, messages, ofUser, ofConversation] = await Promise.all([
        prisma.agent.count({ where: { ownerId: userId }, take }),
        prisma.message.count({ where: { conversationId }, take }),
        prisma.media.count({ where: { userId }, take }),
        prisma.media.count({ where: { conversationId }, take }),
      ]);
      // An erasure is of a user or of a conversation.
      const remaining = { agents, messages, files: ofUser + ofConversation };
      return { erasureId, requestedAt, finishedAt, remaining };
    },
  };
}
