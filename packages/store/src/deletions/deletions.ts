import { rows, transaction } from '@svc/database';
import type { Statement } from '@svc/database';
import { byStage, dropEventsOf, RUN_STAGE, stageOf } from '@svc/events';
import type { ClientBase, Pool } from 'pg';
import { isLaneOfUser } from '../user-sessions/try-lanes.js';
import { removeEvents } from './events-of-agent.js';
import { markAgentsDeleted } from './marks.js';
import { stepOfConversation } from './message-deletions.js';

/** Which deletion a step is to carry on; without an id, the oldest that nobody carries on at this moment. */
export type DeletionTarget = { kind: 'conversation' | 'task' | 'agent' | 'user'; id?: string };

export type Deletions = ReturnType<typeof deletionQueries>;

/** Rows of one table that a step removes at most. */
const ROWS_PER_STEP = 500;

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

    /** Does one step of a deletion. True if there is more to do now. A deleted agent or conversation waits until its media are removed. */
    step: (target: DeletionTarget): Promise<boolean> =>
      transaction(pool, (client) => STEPS[target.kind](client, target.id ?? null)),
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

const STEPS: Record<DeletionTarget['kind'], (client: ClientBase, id: string | null) => Promise<boolean>> = {
  conversation: stepOfConversation,
  task: stepOfTask,
  agent: stepOfAgent,
  user: stepOfUser,
};

async function stepOfTask(client: ClientBase, id: string | null): Promise<boolean> {
  const [task] = await rows<{ id: string }>(client, LOCK_TASK, [id]);
  if (task === undefined) return false;
  // Open runs first: their events may still be on their way to the agent.
  if ((await rows(client, DELETE_CONTEXT, [task.id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  const cancelled = await rows<{ id: string }>(client, CANCEL_RUNS, [task.id, ROWS_PER_STEP]);
  // By a statement that begins when the runs are locked, so that it sees every event.
  await rows(client, DROP_EVENTS, [cancelled.map((run) => run.id)]);
  if (cancelled.length === ROWS_PER_STEP) return true;
  if ((await rows(client, LEAVE_RUNS, [task.id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  return removeAll(client, task.id, [DELETE_RECEIPTS, DELETE_TASK]);
}

async function stepOfAgent(client: ClientBase, id: string | null): Promise<boolean> {
  const [agent] = await rows<{ id: string }>(client, LOCK_AGENT, [id]);
  if (agent === undefined) return false;
  if (await removeEvents(client, agent.id, ROWS_PER_STEP)) return true;
  return removeAll(client, agent.id, PARTS_OF_AGENT);
}

async function stepOfUser(client: ClientBase, id: string | null): Promise<boolean> {
  const [user] = await rows<{ id: string }>(client, LOCK_DELETED_USER, [id]);
  if (user === undefined) return false;
  const entries = await rows(client, DELETE_AUDIT_OF, [user.id, ROWS_PER_STEP]);
  if (entries.length === ROWS_PER_STEP) return true;
  await rows(client, FINISH_ERASURE, [user.id]);
  await rows(client, DELETE_USER, [user.id]);
  return true;
}

/** Removes the parts one after another, until a part has more rows than a step may remove. */
async function removeAll(client: ClientBase, id: string, parts: Statement[]): Promise<boolean> {
  for (const part of parts) {
    if ((await rows(client, part, [id, ROWS_PER_STEP])).length === ROWS_PER_STEP) return true;
  }
  // There may be another.
  return true;
}

/** A statement that deletes rows of a table for which a condition on `$1` holds, `$2` of them at most. */
function removal(table: string, key: string, from: string): Statement {
  return {
    name: `deletion-remove-${table}`,
    text: `DELETE FROM ${table} WHERE ${key} IN (SELECT x.${key} FROM ${from} LIMIT $2) RETURNING 1`,
  };
}

const LOCK_TASK = {
  name: 'deletion-lock-task',
  text: `
    SELECT id FROM task WHERE deleted_at IS NOT NULL AND ($1::text IS NULL OR id = $1)
     ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
};

// In the order of the index, which within a stage is the order of ids, in which all statements lock runs.
const CANCEL_RUNS = {
  name: 'deletion-cancel-runs-2',
  text: `
    WITH portion AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.task_id = $1 AND ${stageOf('r')} < ${RUN_STAGE.ended}
       ORDER BY ${byStage('r')} LIMIT $2 FOR NO KEY UPDATE
    )
    UPDATE task_run r SET task_id = NULL, status = 'cancelled', finished_at = now()
      FROM portion p WHERE r.id = p.id RETURNING r.id`,
};

// Its runs that have ended stay readable without it.
const LEAVE_RUNS = {
  name: 'deletion-leave-runs-3',
  text: `
    WITH portion AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.task_id = $1 ORDER BY ${byStage('r')} LIMIT $2 FOR NO KEY UPDATE
    )
    UPDATE task_run r SET task_id = NULL FROM portion p WHERE r.id = p.id RETURNING 1`,
};

// Nobody adds blocks any more, because the runs count as cancelled.
const DELETE_CONTEXT = {
  name: 'deletion-delete-context-3',
  text: `
    DELETE FROM context_block WHERE (run_id, id) IN
      (SELECT b.run_id, b.id FROM task_run r JOIN context_block b ON b.run_id = r.id
        WHERE r.task_id = $1 AND ${stageOf('r')} < ${RUN_STAGE.ended} LIMIT $2)
    RETURNING 1`,
};

const DROP_EVENTS = {
  name: 'deletion-drop-events-3',
  text: `WITH ${dropEventsOf('$1::text[]', 'task_deleted')} SELECT 1`,
};

const DELETE_RECEIPTS = {
  name: 'deletion-remove-receipts-of-task',
  text: `
    DELETE FROM trigger_receipt WHERE task_id = $1 AND payload_hash IN
      (SELECT payload_hash FROM trigger_receipt WHERE task_id = $1 LIMIT $2) RETURNING 1`,
};

const DELETE_TASK = {
  name: 'deletion-delete-task',
  text: 'DELETE FROM task WHERE id = $1 AND $2::int > 0 RETURNING 1',
};

// An agent of which only media remain waits for a gateway to remove the files.
const LOCK_AGENT = {
  name: 'deletion-lock-agent-2',
  text: `
    SELECT a.id FROM agent a
     WHERE a.deleted_at IS NOT NULL AND ($1::text IS NULL OR a.id = $1)
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
  name: 'deletion-lock-deleted-user-2',
  text: `
    SELECT u.id FROM "user" u
     WHERE u.deleted_at IS NOT NULL AND ($1::text IS NULL OR u.id = $1) AND NOT EXISTS (SELECT 1 FROM agent WHERE owner_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM account_export WHERE user_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM upload WHERE user_id = u.id)
     ORDER BY u.deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
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
