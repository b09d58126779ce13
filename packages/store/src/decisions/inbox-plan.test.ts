/** @only-in-all A plan of PostgreSQL, on many rows. */
import * as sql from '../database/statements/generated/index.js';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();

it('a page of a user’s requests reads few rows, however many requests others have', async () => {
  const [own, other] = [await bench.addAgent(), await bench.addAgent()];
  await bench.sql`INSERT INTO agent (id, owner_id, agent_name, kind, secret_hash, secret_sealed)
    SELECT 'agt_' || n, CASE WHEN n < 8 THEN ${own.ownerId} ELSE owner_id END, agent_name, kind, secret_hash, secret_sealed
      FROM agent, generate_series(0, 99) n WHERE id = ${other.agentId}`;
  await bench.sql`INSERT INTO decision (id, agent_id, conversation_id, title, status)
    SELECT 'dec_' || lpad(n::text, 8, '0'), 'agt_' || CASE WHEN n <= 480 THEN n % 8 ELSE 8 + n % 92 END,
           'conv_1', 'Send it?', CASE WHEN n % 2 = 0 THEN 'approved' ELSE 'pending' END
      FROM generate_series(1, 30000) n`;
  await bench.sql('VACUUM ANALYZE decision, agent');
  for (const status of [null, 'pending']) {
    const page = [own.ownerId, null, status, null, 50];
    expect(await mostRowsOfNode(bench.sql, sql.decisions.listOfUser, page)).toBeLessThan(1_000);
  }
});
