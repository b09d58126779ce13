/** @only-in-all A plan of PostgreSQL, on many rows. */
import * as sql from '../database/statements/generated/index.js';
import { newId, UPLOAD_ARRIVAL_MINUTES, UPLOAD_KEPT_HOURS } from '@svc/domain';
import { mostRowsOfKeptPlan, mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const MANY = 100_000;
const LIMIT = 16;
/** A look that reads no more rows than this goes by what is due, and not by what waits. */
const ROWS_MAX = 10 * LIMIT;

it('a look for uploads that have ended reads few of a hundred thousand that wait', async () => {
  const [user, agent] = [await bench.addUser(), await bench.addAgent()];
  const gone = await bench.addAgent();
  await bench.store.deletions.eraseUser({ userId: gone.ownerId, erasureId: newId('erasure') });
  for (const [userId, agentId, count] of [
    [user, null, MANY / 2],
    [agent.ownerId, agent.agentId, MANY / 2],
    [gone.ownerId, null, 1],
    [gone.ownerId, gone.agentId, 1],
  ] as const)
    await bench.sql`INSERT INTO media (id, user_id, agent_id, is_from_agent, content_type, byte_length, created_at, ready_at)
      SELECT gen_random_uuid()::text, ${userId}, ${agentId}, ${agentId !== null}, 'image/png', 10, now() - n * interval '100 ms', now()
        FROM generate_series(1, ${count}::int) n`;
  const values = [LIMIT, UPLOAD_KEPT_HOURS, UPLOAD_ARRIVAL_MINUTES];
  // Before anything was counted, and after it.
  for (const before of ['SELECT 1', 'VACUUM ANALYZE media']) {
    await bench.sql(before);
    expect(await mostRowsOfKeptPlan(bench.sql, sql.uploads.expire, values)).toBeLessThanOrEqual(ROWS_MAX);
    await bench.sql('UPDATE media SET expired_at = NULL WHERE expired_at IS NOT NULL');
    expect(await mostRowsOfNode(bench.sql, sql.uploads.expire, values)).toBeLessThanOrEqual(ROWS_MAX);
    await bench.sql('UPDATE media SET expired_at = NULL WHERE expired_at IS NOT NULL');
  }
  expect(await bench.store.uploads.expire(LIMIT)).toHaveLength(2);
});
