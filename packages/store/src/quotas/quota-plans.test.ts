/** @only-in-all A plan of PostgreSQL, on many rows. */
import * as sql from '../database/statements/generated/index.js';
import { insertManyEvents } from '../events/event-state.suite.js';
import { mostRowsOfKeptPlan, mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const [MANY, FEW] = [30_000, 10];
/** A count that looks at no more rows than this has looked at those of its agent alone. */
const ROWS_MAX = 10 * FEW;
const QUOTA = 100_000;

const OF_AGENT = [
  ['triggers', sql.quotas.triggers],
  ['other events', sql.quotas.events],
] as const;

async function expectFewRows(statement: { name: string; text: string }, ownerId: string): Promise<void> {
  for (const mostRows of [mostRowsOfNode, mostRowsOfKeptPlan])
    expect(await mostRows(bench.sql, statement, [[ownerId], QUOTA])).toBeLessThanOrEqual(ROWS_MAX);
}

it('a count of conversations looks at those of its own user alone, if another has very many', async () => {
  const [busy, quiet] = [await bench.addAgent(), await bench.addAgent()];
  const add = ({ agentId, ownerId }: TestAgent, count: number) =>
    bench.sql`INSERT INTO conversation (id, agent_id, user_id, last_message_at, created_at)
      SELECT 'conv_' || replace(gen_random_uuid()::text, '-', ''), ${agentId}, ${ownerId}, now() + n * interval '1 ms', now()
        FROM generate_series(1, ${count}::int) n`;
  await add(busy, MANY);
  await add(quiet, FEW);
  await bench.sql('VACUUM ANALYZE conversation');
  await expectFewRows(sql.quotas.conversations, quiet.ownerId);
});

/** An installation of two agents: so planners think that half of everything is each one's. */
describe.each(['pending', 'failed'])('if very many events of another agent are %s', (state) => {
  let quiet: string;

  beforeAll(async () => {
    await bench.sql('TRUNCATE event');
    const [busyAgent, quietAgent] = [await bench.addAgent(), await bench.addAgent()];
    quiet = quietAgent.agentId;
    const events = `
      SELECT 'evt_' || replace(gen_random_uuid()::text, '-', '') AS id, $1::text AS agent_id,
             row_number() OVER () AS seq, type, '${state}' AS state, NULL::text AS subject_id, now() AS at
        FROM unnest(ARRAY['task_trigger', 'user_message']) type, generate_series(1, $2::int)`;
    await bench.sql(insertManyEvents(events), busyAgent.agentId, MANY);
    await bench.sql(insertManyEvents(events), quiet, FEW);
    await bench.sql('VACUUM ANALYZE event');
  });

  it.each(OF_AGENT)('a count of %s looks at those of its own agent alone', async (_what, statement) => {
    await expectFewRows(statement, quiet);
  });
});
