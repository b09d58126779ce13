import { rows } from '@svc/database';
import type { WrittenStatement } from '@svc/database';
import { byStage, dropEventsOf, RUN_STAGE, stageOf } from '@svc/events';
import type { ClientBase } from 'pg';
import { END_UPLOADS_OF_AGENT } from '../messages/uploads.js';
import { NOTHING_UNDER_WAY } from '../runs/run-columns.js';
import { removeEventsOfAgent } from './removed-events.js';
import { LOCKED_MESSAGE, removeMessages } from './removed-messages.js';
import type { LockedMessage } from './removed-messages.js';

/** Rows of one table that a step removes at most. */
export const ROWS_PER_STEP = 500;

/** Removes up to {@link ROWS_PER_STEP} rows that belong to what is deleted: a statement of its id, `$1`, and this number, `$2`. Returns how many. */
type Part = WrittenStatement | ((client: ClientBase, id: string) => Promise<number>);

/** Removes the parts one after another, until a part has more rows than a step may remove. Returns whether there was anything. */
export async function removeParts(client: ClientBase, id: string, parts: readonly Part[]): Promise<boolean> {
  let removed = 0;
  for (const part of parts) {
    const count =
      typeof part === 'function'
        ? await part(client, id)
        : (await rows(client, part, [id, ROWS_PER_STEP])).length;
    removed += count;
    if (count >= ROWS_PER_STEP) break;
  }
  return removed > 0;
}

/** A statement that deletes rows of a table. */
function removal(table: string, key: string, from: string, of = 'agent'): WrittenStatement {
  return {
    name: `deletion-remove-${table}-of-${of}`,
    text: `DELETE FROM ${table} WHERE ${key} IN (SELECT x.${key} FROM ${from} LIMIT $2) RETURNING 1`,
  };
}

/** The newest messages go first, since the agent may not have received them yet. The conversation itself waits for its files, which a gateway removes. */
export const PARTS_OF_CONVERSATION: readonly Part[] = [
  async (client, id) => {
    const messages = await rows<MessageOfDeleted>(client, LOCK_NEWEST, [id, ROWS_PER_STEP]);
    const [newest] = messages;
    if (newest === undefined) return 0;
    const of = { agentId: newest.agent_id, userId: newest.user_id, call: {}, deletedConversationId: id };
    await removeMessages(client, messages, of);
    return messages.length;
  },
  {
    name: 'deletion-delete-conversation',
    text: `
      WITH gone AS (
        DELETE FROM conversation c
         WHERE c.id = $1 AND $2::int > 0 AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation_id = c.id)
           AND NOT EXISTS (SELECT 1 FROM media f WHERE f.conversation_id = c.id)
        RETURNING c.id
      ), finished AS (
        UPDATE erasure e SET finished_at = now(), conversation_id = NULL FROM gone g WHERE e.conversation_id = g.id
      )
      SELECT 1 FROM gone`,
  },
];

/** Open runs go first: their events may still be on their way to the agent. Runs that have ended stay readable without their task. */
export const PARTS_OF_TASK: readonly Part[] = [
  {
    name: 'deletion-remove-context-of-task',
    text: `
      DELETE FROM context_block WHERE (run_id, id) IN
        (SELECT b.run_id, b.id FROM task_run r JOIN context_block b ON b.run_id = r.id
          WHERE r.task_id = $1 AND ${stageOf('r')} < ${RUN_STAGE.ended} LIMIT $2)
      RETURNING 1`,
  },
  async (client, id) => {
    const cancelled = await rows<{ id: string }>(client, CANCEL_RUNS, [id, ROWS_PER_STEP]);
    // By a statement that begins when the runs are locked, so that it sees every event.
    await rows(client, DROP_EVENTS, [cancelled.map((run) => run.id)]);
    return cancelled.length;
  },
  {
    name: 'deletion-leave-runs',
    text: `
      WITH portion AS MATERIALIZED (
        SELECT r.id FROM task_run r WHERE r.task_id = $1 ORDER BY ${byStage('r')} LIMIT $2 FOR NO KEY UPDATE
      )
      UPDATE task_run r SET task_id = NULL FROM portion p WHERE r.id = p.id RETURNING 1`,
  },
  {
    name: 'deletion-remove-receipts-of-task',
    text: `
      DELETE FROM trigger_receipt WHERE task_id = $1 AND payload_hash IN
        (SELECT payload_hash FROM trigger_receipt WHERE task_id = $1 LIMIT $2) RETURNING 1`,
  },
  { name: 'deletion-delete-task', text: 'DELETE FROM task WHERE id = $1 AND $2::int > 0 RETURNING 1' },
];

/** The runs of an agent's tasks, and runs of tasks that were deleted. A task stays until its runs are removed. */
const RUNS_OF_AGENT = `(
  SELECT r.id FROM task t JOIN task_run r ON r.task_id = t.id WHERE t.agent_id = $1
  UNION ALL SELECT id FROM task_run WHERE agent_id = $1 AND task_id IS NULL)`;

/** What has no parts of its own any more goes with the agent. The agent itself waits for its files, which a gateway removes. */
export const PARTS_OF_AGENT: readonly Part[] = [
  (client, id) => removeEventsOfAgent(client, id, ROWS_PER_STEP),
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
  {
    name: 'deletion-delete-agent-3',
    text: `
      DELETE FROM agent WHERE id = $1 AND $2::int > 0
         AND NOT EXISTS (SELECT 1 FROM media WHERE agent_id = $1) AND NOT EXISTS (SELECT 1 FROM event WHERE agent_id = $1)
      RETURNING 1`,
  },
];

/** The user itself waits for the agents, and for files of exports and uploads, which a gateway removes with their rows. */
export const PARTS_OF_USER: readonly Part[] = [
  removal('idempotency_key', 'id', 'idempotency_key x WHERE x.user_id = $1', 'user'),
  removal('audit_entry', 'id', 'audit_entry x WHERE x.user_id = $1', 'user'),
  {
    name: 'deletion-delete-user-3',
    text: `
      WITH gone AS (
        DELETE FROM "user" u
         WHERE u.id = $1 AND $2::int > 0 AND NOT EXISTS (SELECT 1 FROM agent WHERE owner_id = u.id)
           AND NOT EXISTS (SELECT 1 FROM account_export WHERE user_id = u.id) AND NOT EXISTS (SELECT 1 FROM upload WHERE user_id = u.id)
        RETURNING u.id
      ), finished AS (
        UPDATE erasure e SET finished_at = now(), user_id = NULL FROM gone g WHERE e.user_id = g.id
      )
      SELECT 1 FROM gone`,
  },
];

type MessageOfDeleted = LockedMessage & { agent_id: string; user_id: string };

const LOCK_NEWEST = {
  name: 'deletion-lock-newest-messages',
  text: `
    SELECT ${LOCKED_MESSAGE}, c.agent_id, c.user_id FROM message m JOIN conversation c ON c.id = m.conversation_id
     WHERE m.conversation_id = $1 ORDER BY m.created_at DESC LIMIT $2 FOR UPDATE OF m`,
};

// In the order of the index, which within a stage is the order of ids, in which all statements lock runs.
const CANCEL_RUNS = {
  name: 'deletion-cancel-runs-3',
  text: `
    WITH portion AS MATERIALIZED (
      SELECT r.id FROM task_run r WHERE r.task_id = $1 AND ${stageOf('r')} < ${RUN_STAGE.ended}
       ORDER BY ${byStage('r')} LIMIT $2 FOR NO KEY UPDATE
    )
    UPDATE task_run r SET task_id = NULL, status = 'cancelled', finished_at = now(), ${NOTHING_UNDER_WAY}
      FROM portion p WHERE r.id = p.id RETURNING r.id`,
};

const DROP_EVENTS = {
  name: 'deletion-drop-events-3',
  text: `WITH ${dropEventsOf('$1::text[]', 'task_deleted')} SELECT 1`,
};
