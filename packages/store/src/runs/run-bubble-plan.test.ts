/** @only-in-all A plan of PostgreSQL, on many rows. */
import { expect, it } from '@jest/globals';
import * as sql from '../database/statements/generated/index.js';
import { newId } from '@svc/domain';
import { mostRowsOfKeptPlan } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { start } = taskBuilders(bench);
const MESSAGES = 3_000;

it('a bubble finds its conversation without reading what earlier messages left in the indexes, also before the table was analysed', async () => {
  const agent = await bench.addAgent();
  const other = await bench.addAgent();
  await bench.sql('UPDATE agent SET owner_id = $1 WHERE id = $2', [agent.ownerId, other.agentId]);
  for (const { agentId } of [agent, other]) {
    await bench.sql(
      'INSERT INTO conversation (id, agent_id, user_id, last_message_at) VALUES ($1, $2, $3, now())',
      [newId('conversation'), agentId, agent.ownerId],
    );
  }
  await bench.sql(
    `DO $$ BEGIN
       FOR n IN 1..${MESSAGES} LOOP UPDATE conversation SET last_message_at = now() + n * interval '1 ms'; END LOOP;
     END $$`,
  );
  const values = [await start(agent), agent.agentId, agent.ownerId, 'Done'];
  expect(await mostRowsOfKeptPlan(bench.sql, sql.runs.lockToEnd, values)).toBeLessThan(100);
});
