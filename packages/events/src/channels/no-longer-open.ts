import { Batcher, rows } from '@svc/database';
import type { Pool } from 'pg';

export function noLongerOpenQueries(pool: Pool) {
  const looking = new Batcher<readonly string[], ReadonlySet<string>>((lists) =>
    readNoLongerOpen(pool, lists),
  );
  return {
    /**
     * Which of these events need not reach their agent any more: what was erased, has reached its agent or was given up, and everything of a deleted
     * agent. The pending and the waiting ones are left out. It waits for no lock of a row. Many calls become one statement, and a caller may be
     * told of the events of others.
     */
    noLongerOpen: (eventIds: readonly string[]): Promise<ReadonlySet<string>> => looking.add(eventIds),
  };
}

async function readNoLongerOpen(pool: Pool, lists: (readonly string[])[]): Promise<ReadonlySet<string>[]> {
  const found = await rows<{ id: string }>(pool, READ_NO_LONGER_OPEN, [lists.flat()]);
  const ended = new Set(found.map(({ id }) => id));
  return lists.map(() => ended);
}

// Almost all are open, so those that are not are the shorter answer, and the agents are looked up only while there is a deleted one at all. The order makes
// PostgreSQL find that out in the index of deleted agents. Each event and its agent are looked up by their keys, whatever the planner believes of the tables:
// joined with `agent`, all events were looked up once for each agent of a table that the database had not counted yet.
const READ_NO_LONGER_OPEN = {
  name: 'event-read-no-longer-open',
  text: `
    SELECT asked.id FROM unnest($1::text[]) AS asked (id)
     WHERE (
       SELECT (SELECT deleted_at FROM agent WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1) IS NULL
              OR (SELECT deleted_at IS NULL FROM agent WHERE id = e.agent_id)
         FROM open_event e WHERE event_id = asked.id AND state IN ('pending', 'waiting')
     ) IS NOT TRUE`,
};
