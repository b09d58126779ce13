import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import type { ChangeFrame } from './live-frame.ts';

/** The beginnings of the query keys that a change makes stale. */
export function touchedKeys(frame: ChangeFrame): readonly (readonly string[])[] {
  const agent = frame.agent_id === undefined ? [] : [frame.agent_id];
  switch (frame.type) {
    case 'message':
      return [one('messages', frame.conversation_id), ['conversations']];
    case 'conversation':
      return [['conversations']];
    case 'event':
      return [['events', ...agent]];
    case 'agent':
      return [['agents']];
    case 'run':
      return [
        ['tasks', ...agent],
        one('task', frame.task_id),
        one('runs', frame.task_id),
        one('run', frame.run_id),
        ['runs-in-progress', ...agent],
        // A run that started or ended may have changed the state of its event.
        ['events', ...agent],
      ];
    case 'typing':
      return [];
    case 'decision':
      return [['decisions'], one('decision', frame.decision_id)];
  }
}

/** Without an id everything of the kind is stale. */
function one(kind: string, id: string | undefined): readonly string[] {
  return id === undefined ? [kind] : [kind, id];
}

/** A first read under way begins anew: its answer may be older than the change, and would count as fresh. */
export async function refresh(queries: QueryClient, filters: QueryFilters = {}): Promise<void> {
  await queries.cancelQueries({ ...filters, predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries(filters);
}
