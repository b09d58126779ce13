import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import type { ClientBase, Pool } from 'pg';
import { END_UPLOADS_OF_AGENT } from '../messages/uploads.js';
import { isLaneOfUser } from '../user-sessions/try-lanes.js';
import { removeEvents } from './events-of-agent.js';
import { FailedDeletions } from './failed-deletions.js';
import { markAgentsDeleted } from './marks.js';
import { stepOfConversation } from './message-deletions.js';
import { removeAll, ROWS_PER_STEP } from './steps.js';
import type { Choice, Step } from './steps.js';
import { stepOfTask } from './task-deletion.js';

/** Which deletion a step is to carry on; without an id, the oldest that nobody carries on at this moment and whose steps have not failed lately. */
export type DeletionTarget = { kind: 'conversation' | 'task' | 'agent' | 'user'; id?: string };

export type Deletions = ReturnType<typeof deletionQueries>;

/**
 * A deletion only marks a user, an agent, a task or a conversation, and from then on no query finds it. Its rows are removed here, in steps. A step is a transaction that
 * removes few rows and holds them for milliseconds, so that nobody has to wait for it. If a process dies, the next step of any process goes on.
 *
 * @param nowMs milliseconds of a clock that only goes forward. Default: the system's.
 */
export function deletionQueries(pool: Pool, nowMs: () => number = () => performance.now()) {
  const failures = new FailedDeletions(nowMs);
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

    /**
     * Does one step of a deletion. True if there is more to do now. A deleted agent or conversation waits until its media are removed. A deletion whose step has
     * failed is passed over for a while, unless it is named, so that it keeps no other one waiting.
     *
     * @param target.rests hears why the oldest deletion will be passed over now. Without it, that error is thrown.
     */
    async step({
      kind,
      id = null,
      rests,
    }: {
      kind: DeletionTarget['kind'];
      id?: string | null;
      rests?: (error: unknown) => void;
    }): Promise<boolean> {
      let chosen: string | undefined;
      const choice = {
        id,
        passedOver: id === null ? failures.resting() : [],
        choose: (found: string) => void (chosen = found),
      };
      try {
        const isMoving = await transaction(pool, (client) => STEPS[kind](client, choice));
        if (chosen !== undefined) failures.succeeded(chosen);
        return isMoving;
      } catch (error) {
        if (chosen !== undefined) failures.failed(chosen);
        if (chosen === undefined || id !== null || rests === undefined) throw error;
        rests(error);
        return true;
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

const STEPS: Record<DeletionTarget['kind'], Step> = {
  conversation: stepOfConversation,
  task: stepOfTask,
  agent: stepOfAgent,
  user: stepOfUser,
};

async function stepOfAgent(client: ClientBase, { id, passedOver, choose }: Choice): Promise<boolean> {
  const [agent] = await rows<{ id: string }>(client, LOCK_AGENT, [id, passedOver]);
  if (agent === undefined) return false;
  choose(agent.id);
  if (await removeEvents(client, agent.id, ROWS_PER_STEP)) return true;
  return removeAll(client, agent.id, PARTS_OF_AGENT);
}

async function stepOfUser(client: ClientBase, { id, passedOver, choose }: Choice): Promise<boolean> {
  const [user] = await rows<{ id: string }>(client, LOCK_DELETED_USER, [id, passedOver]);
  if (user === undefined) return false;
  choose(user.id);
  for (const part of [DELETE_KEYS_OF, DELETE_AUDIT_OF])
    if ((await rows(client, part, [user.id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  await rows(client, FINISH_ERASURE, [user.id]);
  await rows(client, DELETE_USER, [user.id]);
  return true;
}

/** A statement that deletes rows of a table for which a condition on `$1` holds, `$2` of them at most. */
function removal(table: string, key: string, from: string): Statement {
  return {
    name: `deletion-remove-${table}`,
    text: `DELETE FROM ${table} WHERE ${key} IN (SELECT x.${key} FROM ${from} LIMIT $2) RETURNING 1`,
  };
}

// An agent of which only media remain waits for a gateway to remove the files.
const LOCK_AGENT = {
  name: 'deletion-lock-agent-3',
  text: `
    SELECT a.id FROM agent a
     WHERE a.deleted_at IS NOT NULL AND ($1::text IS NULL OR a.id = $1) AND a.id <> ALL ($2::text[])
       AND (NOT EXISTS (SELECT 1 FROM media WHERE agent_id = a.id)
            OR EXISTS (SELECT 1 FROM open_event WHERE agent_id = a.id AND state = 'pending')
            OR EXISTS (SELECT 1 FROM open_event WHERE agent_id = a.id AND state <> 'pending') OR EXISTS (SELECT 1 FROM event_end WHERE agent_id = a.id) OR EXISTS (SELECT 1 FROM task_run WHERE agent_id = a.id AND task_id IS NULL)
            OR EXISTS (SELECT 1 FROM conversation WHERE agent_id = a.id) OR EXISTS (SELECT 1 FROM task WHERE agent_id = a.id)
            OR EXISTS (SELECT 1 FROM decision WHERE agent_id = a.id) OR EXISTS (SELECT 1 FROM decision_rule WHERE agent_id = a.id))
     ORDER BY a.deleted_at LIMIT 1 FOR UPDATE OF a SKIP LOCKED`,
};

/** The runs of an agent's tasks, and runs of tasks that were deleted. A task stays until its runs are removed. */
const RUNS_OF_AGENT = `(
  SELECT r.id FROM task t JOIN task_run r ON r.task_id = t.id WHERE t.agent_id = $1
  UNION ALL SELECT id FROM task_run WHERE agent_id = $1 AND task_id IS NULL)`;

/** The last row of what has no parts of its own any more; the cascade removes the little that remains. */
const PARTS_OF_AGENT: Statement[] = [
  // There may be a hundred thousand of them, and each call's answer may hold a secret.
  removal('idempotency_key', 'id', 'idempotency_key x WHERE x.agent_id = $1'),
  {
    name: 'deletion-remove-context',
    text: `
      WITH portion AS (SELECT x.id FROM ${RUNS_OF_AGENT} x LIMIT $2)
      DELETE FROM context_block WHERE (run_id, id) IN
        (SELECT b.run_id, b.id FROM portion JOIN context_block b ON b.run_id = portion.id LIMIT $2) RETURNING 1`,
  },
  removal('task_run', 'id', `${RUNS_OF_AGENT} x`),
  removal('message', 'id', 'conversation c JOIN message x ON x.conversation_id = c.id WHERE c.agent_id = $1'),
  // One that its user has deleted before is followed by the id of an erasure.
  {
    name: 'deletion-remove-conversations-of-agent',
    text: `
      WITH gone AS (
        DELETE FROM conversation WHERE id IN (SELECT id FROM conversation WHERE agent_id = $1 LIMIT $2) RETURNING id
      ), finished AS (
        UPDATE erasure e SET finished_at = now(), conversation_id = NULL FROM gone g WHERE e.conversation_id = g.id
      )
      SELECT 1 FROM gone`,
  },
  removal('decision', 'id', 'decision x WHERE x.agent_id = $1'),
  removal('decision_rule', 'id', 'decision_rule x WHERE x.agent_id = $1'),
  {
    name: 'deletion-remove-receipts-of-agent',
    text: `
      DELETE FROM trigger_receipt WHERE (task_id, payload_hash) IN
        (SELECT x.task_id, x.payload_hash FROM task t JOIN trigger_receipt x ON x.task_id = t.id WHERE t.agent_id = $1 LIMIT $2)
      RETURNING 1`,
  },
  removal('task', 'id', 'task x WHERE x.agent_id = $1'),
  removal('webhook_breaker', 'agent_id', 'webhook_breaker x WHERE x.agent_id = $1'),
  END_UPLOADS_OF_AGENT,
  // An event that was received meanwhile is written anew, behind the back of a statement that waited for its former row: the next step finds it.
  {
    name: 'deletion-delete-agent-2',
    text: `
      DELETE FROM agent WHERE id = $1 AND $2::int > 0
         AND NOT EXISTS (SELECT 1 FROM media WHERE agent_id = $1) AND NOT EXISTS (SELECT 1 FROM event_end WHERE agent_id = $1)
         AND NOT EXISTS (SELECT 1 FROM open_event WHERE agent_id = $1 AND state = 'pending')
         AND NOT EXISTS (SELECT 1 FROM open_event WHERE agent_id = $1 AND state <> 'pending')
      RETURNING 1`,
  },
];

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
  text: `DELETE FROM password_try WHERE ${isLaneOfUser('$1')}`,
};

const INSERT_ERASURE = {
  name: 'deletion-insert-erasure',
  text: 'INSERT INTO erasure (id, user_id) VALUES ($1, $2)',
};

// Agents go first, and a gateway removes the files of exports and uploads with their rows.
const LOCK_DELETED_USER = {
  name: 'deletion-lock-deleted-user-3',
  text: `
    SELECT u.id FROM "user" u
     WHERE u.deleted_at IS NOT NULL AND ($1::text IS NULL OR u.id = $1) AND u.id <> ALL ($2::text[])
       AND NOT EXISTS (SELECT 1 FROM agent WHERE owner_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM account_export WHERE user_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM upload WHERE user_id = u.id)
     ORDER BY u.deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
};

const DELETE_KEYS_OF = {
  name: 'deletion-delete-idempotency-keys-of',
  text: 'DELETE FROM idempotency_key WHERE id IN (SELECT id FROM idempotency_key WHERE user_id = $1 LIMIT $2) RETURNING 1',
};

const DELETE_AUDIT_OF = {
  name: 'deletion-delete-audit-of',
  text: 'DELETE FROM audit_entry WHERE id IN (SELECT id FROM audit_entry WHERE user_id = $1 LIMIT $2) RETURNING 1',
};

const FINISH_ERASURE = {
  name: 'deletion-finish-erasure',
  text: 'UPDATE erasure SET finished_at = now(), user_id = NULL WHERE user_id = $1',
};

const DELETE_USER = { name: 'deletion-delete-user-2', text: 'DELETE FROM "user" WHERE id = $1' };
