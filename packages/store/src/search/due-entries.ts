import { rows } from '@svc/database';
import { ID_PREFIX } from '@svc/domain';
import type { ClientBase } from 'pg';
import { MESSAGE_TEXTS, searchKindOf, textsOfMessage, writeEntries } from './search-entries.js';
import type { MessageTexts, NewSearchEntry } from './search-entries.js';

/** Changes that one step takes up. A prompt may be long, and its words keep the process busy. */
const CHANGES_MAX = 50;

/**
 * Writes the entries of tasks and requests that have changed. What is gone meanwhile is forgotten; what somebody is removing or holds stays for a later step. True if there may be
 * more.
 */
export async function indexChanges(client: ClientBase): Promise<boolean> {
  const due = await rows<{ no: number; id: string }>(client, READ_DUE, [CHANGES_MAX]);
  if (due.length === 0) return false;
  const ids = [...new Set(due.map(({ id }) => id))];
  const tasks = await rows<TaskRow>(client, READ_TASKS, [ids.filter((id) => id.startsWith(ID_PREFIX.task))]);
  const decisionIds = ids.filter((id) => id.startsWith(ID_PREFIX.decision));
  const cards = await rows<CardRow>(client, READ_CARDS, [decisionIds]);
  await writeEntries(client, [
    ...tasks.filter(isHeld).map(entryOfTask),
    ...cards.filter(isHeld).map(entryOfCard),
  ]);
  const isLeft = new Set([...tasks, ...cards].filter((row) => !isHeld(row)).map(({ due_id: id }) => id));
  const done = due.filter(({ id }) => !isLeft.has(id));
  await rows(client, DELETE_DUE, [done.map(({ no }) => no)]);
  // Those that are left would be looked at again at once.
  return due.length === CHANGES_MAX && done.length > 0;
}

interface DueRow {
  /** What has changed. */
  due_id: string;
  is_held: boolean;
  user_id: string;
  agent_id: string;
  created_at: Date;
}

interface TaskRow extends DueRow {
  name: string;
  prompt: string;
}

interface CardRow extends DueRow, MessageTexts {
  message_id: string;
}

function isHeld(row: DueRow): boolean {
  return row.is_held;
}

function entryOfTask(row: TaskRow): NewSearchEntry {
  const { due_id: id, user_id: userId, agent_id: agentId, created_at: at } = row;
  return { id, userId, agentId, kind: 'task', at, texts: [row.name, row.prompt] };
}

function entryOfCard(row: CardRow): NewSearchEntry {
  const { message_id: id, user_id: userId, agent_id: agentId, created_at: at } = row;
  const { title, body } = textsOfMessage(row);
  return {
    id,
    userId,
    agentId,
    kind: searchKindOf(row),
    at,
    texts: title === null ? body : [title, ...body],
  };
}

const READ_DUE = {
  name: 'search-read-due',
  text: 'SELECT no, id FROM search_due ORDER BY no LIMIT $1',
};

const READ_TASKS = {
  name: 'search-read-tasks',
  text: `
    WITH held AS MATERIALIZED (
      SELECT id, name, prompt FROM task WHERE id = ANY ($1::text[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
    )
    SELECT t.id AS due_id, h.id IS NOT NULL AS is_held, a.owner_id AS user_id, a.id AS agent_id, t.created_at, h.name, h.prompt
      FROM task t JOIN agent a ON a.id = t.agent_id LEFT JOIN held h ON h.id = t.id
     WHERE t.id = ANY ($1::text[]) AND t.deleted_at IS NULL`,
};

// A card is written right after its request, so it is among the first messages since then.
const READ_CARDS = {
  name: 'search-read-cards',
  text: `
    WITH card AS MATERIALIZED (
      SELECT d.id AS due_id, c.user_id, c.agent_id, x.id, x.created_at
        FROM decision d JOIN conversation c ON c.id = d.conversation_id
       CROSS JOIN LATERAL (
          SELECT y.id, y.created_at FROM (
            SELECT m.id, m.created_at, m.decision_id FROM message m
             WHERE m.conversation_id = d.conversation_id AND m.created_at >= d.created_at - interval '1 second' ORDER BY m.created_at LIMIT 1000
          ) y WHERE y.decision_id = d.id LIMIT 1
       ) x
       WHERE d.id = ANY ($1::text[]) AND c.deleted_at IS NULL
    ), held AS MATERIALIZED (
      SELECT m.* FROM message m WHERE m.id = ANY (ARRAY(SELECT id FROM card)) ORDER BY m.id FOR KEY SHARE SKIP LOCKED
    )
    SELECT k.due_id, k.user_id, k.agent_id, k.created_at, k.id AS message_id, m.id IS NOT NULL AS is_held, ${MESSAGE_TEXTS}
      FROM card k LEFT JOIN held m ON m.id = k.id LEFT JOIN decision d ON d.id = k.due_id`,
};

const DELETE_DUE = {
  name: 'search-delete-due',
  text: 'DELETE FROM search_due WHERE no = ANY ($1::bigint[])',
};
