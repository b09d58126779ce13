/** @only-in-all A plan of PostgreSQL, on many rows. */
import { expect, it } from '@jest/globals';
import { sql } from '@svc/database';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();

it('a page of a user’s requests reads few rows, however many requests others have', async () => {
  const [own, other] = [await bench.addAgent(), await bench.addAgent()];
  for (const [{ agentId }, count, prefix] of [
    [own, 400, 'dec_1'],
    [other, 30_000, 'dec_2'],
  ] as const)
    await bench.sql(
      `INSERT INTO decision (id, agent_id, conversation_id, title, status)
       SELECT $1 || lpad(n::text, 8, '0'), $2, 'conv_1', 'Send it?', CASE WHEN n % 2 = 0 THEN 'approved' ELSE 'pending' END
         FROM generate_series(1, $3::int) n`,
      [prefix, agentId, count],
    );
  await bench.sql('VACUUM ANALYZE decision');
  for (const status of [null, 'pending']) {
    const page = [own.ownerId, null, status, null, 50];
    expect(await mostRowsOfNode(bench.sql, sql.decisions.listOfUser, page)).toBeLessThanOrEqual(50);
  }
});
