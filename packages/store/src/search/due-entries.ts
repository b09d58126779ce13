import * as sql from '../database/statements/generated/index.js';
import { rows } from '../database/statements/statement.js';
import { ID_PREFIX } from '@svc/domain';
import type { ClientBase } from 'pg';
import { messageEntry, writeEntries } from './search-entries.js';

/** Changes that one step takes up. A prompt may be long, and its words keep the process busy. */
const CHANGES_MAX = 50;

/**
 * Writes the entries of tasks and requests that have changed. What is gone meanwhile is forgotten; what somebody is removing or holds stays for a later step. True if there may be
 * more.
 */
export async function indexChanges(client: ClientBase): Promise<boolean> {
  const due = await rows(client, sql.search.due, { limit: CHANGES_MAX });
  if (due.length === 0) return false;
  const idsOf = (prefix: string): string[] => [
    ...new Set(due.map(({ id }) => id).filter((id) => id.startsWith(prefix))),
  ];
  const tasks = await rows(client, sql.search.holdTasks, { ids: idsOf(ID_PREFIX.task) });
  const cards = await rows(client, sql.search.holdCards, { ids: idsOf(ID_PREFIX.decision) });
  const isHeld = (row: { is_held: boolean }): boolean => row.is_held;
  await writeEntries(client, [
    ...tasks.filter(isHeld).map((task) => ({ ...task, kind: 'task', texts: [task.name, task.prompt] })),
    ...cards.filter(isHeld).map(messageEntry),
  ]);
  const isLeft = new Set([
    ...tasks.flatMap((task) => (task.is_held ? [] : [task.id])),
    ...cards.flatMap((card) => (card.is_held ? [] : [card.decision_id])),
  ]);
  const done = due.filter(({ id }) => !isLeft.has(id));
  await rows(client, sql.search.forgetDue, { numbers: done.map(({ no }) => no) });
  // Those that are left would be looked at again at once.
  return due.length === CHANGES_MAX && done.length > 0;
}
