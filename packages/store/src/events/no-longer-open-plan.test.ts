/** @only-in-all A plan of PostgreSQL, on many rows. */
import { expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { noLongerOpenQueries } from '@svc/events';
import type { Pool } from 'pg';
import { mostRowsOfKeptPlan, mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import { insertManyEvents } from './event-state.suite.js';

const bench = useStore();
const AGENTS = 400;
const EVENTS = 100;
/** A look that reads no more rows than this goes by the events that it is asked for, and not by how many agents there are. */
const ROWS_MAX = 2 * EVENTS;

interface Asked {
  name: string;
  text: string;
  values: [string[]];
}

async function lookAt(eventIds: readonly string[]): Promise<Asked> {
  const asked: Asked[] = [];
  const query = (statement: Asked) => (asked.push(statement), Promise.resolve({ rows: [] }));
  await noLongerOpenQueries({ query } as unknown as Pool).noLongerOpen(eventIds);
  return asked[0] as Asked;
}

// As after many agents were made at once: until the database counts its rows, it believes that an agent is one in a few.
it('a look at open events finds each by its key, also while the database knows nothing of its agents', async () => {
  const { ownerId } = await bench.addAgent();
  const agentIds = Array.from({ length: AGENTS }, () => newId('agent'));
  const eventIds = Array.from({ length: EVENTS }, () => newId('event'));
  await bench.sql(
    `INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
     SELECT id, $1, 'Ada', 'interactive', '', '' FROM unnest($2::text[]) id`,
    [ownerId, agentIds],
  );
  await bench.sql(
    insertManyEvents(
      `SELECT id, agent_id, 1 AS seq, 'user_message' AS type, 'pending' AS state, NULL AS subject_id, now() AS at
         FROM unnest($1::text[], $2::text[]) AS u (id, agent_id)`,
    ),
    [eventIds, agentIds.slice(0, EVENTS)],
  );
  await bench.sql('VACUUM ANALYZE open_event');
  const statement = await lookAt(eventIds);
  const most: number[] = [];
  for (const isOneDeleted of [false, true]) {
    if (isOneDeleted) await bench.sql('UPDATE agent SET deleted_at = now() WHERE id = $1', [agentIds[0]]);
    most.push(await mostRowsOfNode(bench.sql, statement, statement.values));
    most.push(await mostRowsOfKeptPlan(bench.sql, statement, [`{${eventIds.join(',')}}`]));
  }
  expect(Math.max(...most)).toBeLessThanOrEqual(ROWS_MAX);
});
