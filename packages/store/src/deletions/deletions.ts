import { rows, transaction } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import type { ClientBase, Pool } from 'pg';
import { isSubjectOfUser } from '../user-sessions/password-tries.js';
import {
  PARTS_OF_AGENT,
  PARTS_OF_CONVERSATION,
  PARTS_OF_TASK,
  PARTS_OF_USER,
  removeParts,
} from './deleted-parts.js';
import { markAgentsDeleted } from './marks.js';

type DeletedKind = 'conversation' | 'task' | 'agent' | 'user';

/** Which deletion a step is to carry on; without an id, the oldest that is due and that nobody carries on at this moment. */
export type DeletionTarget = { kind: DeletedKind; id?: string };

/** After a step that failed, and after one that had to wait for files or for other deletions, others of the kind come first, for so many seconds. */
const REST_SECONDS = { failed: 60, waiting: 2 } as const;

export type Deletions = ReturnType<typeof deletionQueries>;

/**
 * A deletion only marks a user, an agent, a task or a conversation, and from then on no query finds it. Its rows are removed here, in steps. A step is a transaction that
 * removes few rows and holds them for milliseconds, so that nobody has to wait for it. If a process dies, the next step of any process goes on.
 */
export function deletionQueries(pool: Pool) {
  return {
    /** Deletes a user with all agents. The user's address is free from then on. False if there is no such user. */
    deleteUser: async (userId: string): Promise<boolean> =>
      (await transaction(pool, (client) => closeAccount(client, userId))) !== null,

    /**
     * Deletes a user in the same way, with a record by which the person can see how far it is. Returns the user's agents, whose sockets are to be closed;
     * `null` if there is no such user.
     */
    eraseUser: ({ userId, erasureId }: { userId: string; erasureId: string }) =>
      transaction(pool, async (client) => {
        const closed = await closeAccount(client, userId);
        if (closed !== null) await rows(client, INSERT_ERASURE, [erasureId, userId]);
        return closed;
      }),

    /** Does one step of a deletion. True if there may be more to do now. If it fails, it rests for a minute, unless it was named. */
    async step({ kind, id }: DeletionTarget): Promise<boolean> {
      const { choose, rest, parts } = KINDS[kind];
      let chosen: { id: string } | undefined;
      try {
        return await transaction(pool, async (client) => {
          [chosen] = await rows<{ id: string }>(client, choose, [id ?? null]);
          if (chosen === undefined) return false;
          if (await removeParts(client, chosen.id, parts)) return true;
          if (id !== undefined) return false;
          await rows(client, rest, [chosen.id, REST_SECONDS.waiting]);
          return true;
        });
      } catch (error) {
        if (chosen !== undefined && id === undefined)
          await rows(pool, rest, [chosen.id, REST_SECONDS.failed]).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Marks a user and the user's agents as deleted, and ends whatever lets somebody in. `null` if there is no such user. */
async function closeAccount(client: ClientBase, userId: string): Promise<{ agentIds: string[] } | null> {
  // First, so that no agent is created meanwhile, and nobody signs in unseen.
  const [user] = await rows(client, LOCK_USER, [userId]);
  if (user === undefined) return null;
  const agents = await rows<{ id: string }>(client, LOCK_AGENTS_OF, [userId]);
  const agentIds = agents.map(({ id }) => id);
  await markAgentsDeleted(client, agentIds);
  // Before the mark, which takes the address from the user.
  for (const statement of [
    DELETE_SESSIONS_OF,
    DELETE_ACCOUNTS_OF,
    DELETE_TRIES_OF,
    DELETE_PLACES_OF,
    MARK_USER,
  ])
    await rows(client, statement, [userId]);
  return { agentIds };
}

interface DeletionKind {
  /** Locks the one with the id `$1`, or the oldest that is due. */
  choose: WrittenStatement;
  /** Lets the one with the id `$1` rest for `$2` seconds. */
  rest: WrittenStatement;
  parts: Parameters<typeof removeParts>[2];
}

function deletionKind(
  table: string,
  parts: DeletionKind['parts'],
  { from = `${table} x`, where = 'true', lock = '' } = {},
): DeletionKind {
  return {
    choose: {
      name: `deletion-choose-${table.replaceAll('"', '')}`,
      text: `
    SELECT x.id FROM ${from}
     WHERE ${where} AND x.deleted_at IS NOT NULL AND CASE WHEN $1::text IS NULL THEN x.deleted_at < now() + interval '1 second' ELSE x.id = $1 END
     ORDER BY x.deleted_at LIMIT 1 ${lock} FOR UPDATE OF x SKIP LOCKED`,
    },
    rest: {
      name: `deletion-rest-${table.replaceAll('"', '')}`,
      text: `UPDATE ${table} SET deleted_at = now() + $2::int * interval '1 second' WHERE id = $1 AND deleted_at IS NOT NULL`,
    },
    parts,
  };
}

const KINDS: Record<DeletedKind, DeletionKind> = {
  // The conversations of a deleted agent go with it.
  conversation: deletionKind('conversation', PARTS_OF_CONVERSATION, {
    from: 'conversation x JOIN agent a ON a.id = x.agent_id',
    where: 'a.deleted_at IS NULL',
    lock: 'FOR KEY SHARE OF a SKIP LOCKED',
  }),
  task: deletionKind('task', PARTS_OF_TASK),
  agent: deletionKind('agent', PARTS_OF_AGENT),
  user: deletionKind('"user"', PARTS_OF_USER),
};

const LOCK_USER = {
  name: 'deletion-lock-user-2',
  text: 'SELECT 1 FROM "user" WHERE id = $1 AND deleted_at IS NULL FOR UPDATE',
};

const LOCK_AGENTS_OF = {
  name: 'deletion-lock-agents-of',
  text: 'SELECT id FROM agent WHERE owner_id = $1 AND deleted_at IS NULL ORDER BY id FOR UPDATE',
};

const DELETE_SESSIONS_OF = {
  name: 'deletion-delete-sessions-of',
  text: 'DELETE FROM session WHERE user_id = $1',
};
const DELETE_ACCOUNTS_OF = {
  name: 'deletion-delete-accounts-of',
  text: 'DELETE FROM account WHERE user_id = $1',
};

// No mailbox has an address without an at sign, so nobody can sign up with it.
const MARK_USER = {
  name: 'deletion-mark-user-2',
  text: `UPDATE "user" SET deleted_at = now(), email = 'deleted ' || id, name = '', image = NULL WHERE id = $1`,
};

const DELETE_PLACES_OF = {
  name: 'deletion-delete-places-of',
  text: 'DELETE FROM sign_in_place WHERE user_id = $1',
};

const DELETE_TRIES_OF = {
  name: 'deletion-delete-tries-of-2',
  text: `DELETE FROM password_try WHERE ${isSubjectOfUser('$1')}`,
};

const INSERT_ERASURE = {
  name: 'deletion-insert-erasure',
  text: 'INSERT INTO erasure (id, user_id) VALUES ($1, $2)',
};
