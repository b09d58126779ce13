/** @only-in-all A plan of PostgreSQL, on many rows. */
import * as sql from '../database/statements/generated/index.js';
import { newId } from '@svc/domain';
import { mostRowsOfKeptPlan, mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
/** Where a page begins: the moment and the id of the last conversation of the page before. */
const PLACES = {
  'at the beginning': ['infinity', ''],
  'far behind it': ['2000-01-01T00:00:00Z', newId('conversation')],
};
const MANY = 20_000;
const LIMIT = 40;
/** A list that reads no more rows than this goes by its page, and not by what there is. */
const ROWS_MAX = 5 * LIMIT;

it('a page of conversations reads few of twenty thousand, whichever half of them is put away, and few messages', async () => {
  const [agent, sibling] = [await bench.addAgent(), await bench.addAgent()];
  await bench.sql`UPDATE agent SET owner_id = ${agent.ownerId} WHERE id = ${sibling.agentId}`;
  const stranger = await bench.addAgent();
  // Those that are put away stand at the front of any order by time alone.
  for (const [{ agentId }, ownerId] of [
    [agent, agent.ownerId],
    [sibling, agent.ownerId],
    [stranger, stranger.ownerId],
  ] as const)
    await bench.sql`INSERT INTO conversation (id, agent_id, user_id, last_message_at, archived_through)
      SELECT 'conv_' || gen_random_uuid(), ${agentId}, ${ownerId}, at, CASE WHEN n > ${MANY / 2} THEN at END
        FROM generate_series(1, ${MANY}::int) n, LATERAL (SELECT now() - (${MANY} - n) * interval '1 minute') t (at)`;
  await bench.sql`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
    SELECT 'msg_' || id, id, 'human', 'Ursula', 'x', last_message_at - interval '1 day' FROM conversation`;
  const busy = await bench.valueOf`SELECT id FROM conversation
    WHERE agent_id = ${agent.agentId} AND archived_through IS NULL ORDER BY last_message_at DESC LIMIT 1`;
  await bench.sql`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
    SELECT 'msg_' || gen_random_uuid(), id, 'agent', 'Ada', 'x', last_message_at - n * interval '1 ms'
      FROM conversation, generate_series(0, ${MANY}::int) n WHERE id = ${busy}`;
  await bench.sql('VACUUM ANALYZE conversation, message, agent');
  const most: [string, number][] = [];
  const { agentId, ownerId } = agent;
  for (const [statement, before, behind] of [
    [sql.conversations.list, [ownerId, 'true', LIMIT], []],
    [sql.conversations.list, [ownerId, 'false', LIMIT], []],
    [sql.conversations.listOfAgent, [ownerId, 'true', LIMIT], [agentId]],
    [sql.conversations.listOfAgent, [ownerId, 'false', LIMIT], [agentId]],
    [sql.conversations.listPinned, [ownerId, LIMIT], [agentId]],
  ] as const)
    for (const [name, place] of Object.entries(PLACES)) {
      const values = [...before, ...place, ...behind];
      const what = `${statement.name} ${name}`;
      most.push([what, await mostRowsOfNode(bench.sql, statement, values)]);
      most.push([`${what}, as kept`, await mostRowsOfKeptPlan(bench.sql, statement, values)]);
    }
  expect(most.filter(([, count]) => count > ROWS_MAX)).toEqual([]);
});

it('a page of tasks reads few of thousands', async () => {
  const agent = await bench.addAgent();
  await bench.sql`INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, enabled, updated_at)
    SELECT 'tsk_' || lpad(n::text, 8, '0'), ${agent.agentId}, 'x', 'x', 'once', 'scheduled', false, now()
      FROM generate_series(1, 5000) n`;
  await bench.sql('ANALYZE task');
  const page = [agent.agentId, 'tsk_00002000', LIMIT];
  expect(await mostRowsOfNode(bench.sql, sql.tasks.list, page)).toBeLessThanOrEqual(ROWS_MAX * 2);
});
