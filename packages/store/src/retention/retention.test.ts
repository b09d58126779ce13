import * as sql from '../database/statements/generated/index.js';
import { insertManyEvents } from '../events/event-state.suite.js';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import { REMOVALS, ROWS_PER_STEP } from './retention.js';
import { eventIdAt, OLD, retentionCalls } from './retention.suite.js';

const bench = useStore();
const { addTask, holding, pass } = bench;

/** Writes delivered events of an agent, the first the oldest. */
async function addEvents(count: number): Promise<string> {
  const { agentId } = await bench.addAgent();
  const insertion = `
    INSERT INTO event_state (id, agent_id, seq, type, state, frame, created_at, delivered_at)
    SELECT ${eventIdAt('t.at')} || left(md5($1 || n), 20), $1, n, 'user_message', 'delivered', '{}', t.at, t.at
      FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - ${OLD} - ($2 - n) * interval '1 second' AS at) t`;
  await bench.sql(insertion, agentId, count);
  return agentId;
}

const numbersOf = (agentId: string) =>
  bench.valueOf`SELECT array_agg(seq::int ORDER BY seq) FROM event WHERE agent_id = ${agentId}`;

const step = (after?: Awaited<ReturnType<typeof bench.store.retention.step>>['next']) =>
  bench.store.retention.step({ kind: 'event', days: 30, after });

describe('retention', () => {
  it('removes few rows at a time, the oldest first', async () => {
    const agentId = await addEvents(ROWS_PER_STEP + 7);
    const first = await step();
    expect(first.removed).toEqual({ event: ROWS_PER_STEP, attempt: 0 });
    expect(first.overdueSeconds).toBeGreaterThan(6);
    expect(await numbersOf(agentId)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => ROWS_PER_STEP + n));
    const last = { removed: { event: 7, attempt: 0 }, next: null, overdueSeconds: 0 };
    expect(await step(first.next)).toEqual(last);
  });

  it('removes each row once, however many processes take part', async () => {
    await addEvents(4 * ROWS_PER_STEP);
    const stores = Array.from({ length: 3 }, () => bench.open({ connectionsMax: 2 }));
    const passes = stores.map((store) => retentionCalls({ ...bench, store }).pass('event'));
    const removed = [...(await Promise.all(passes)), await pass('event')];
    expect(removed.reduce((sum, { event = 0 }) => sum + event, 0)).toBe(4 * ROWS_PER_STEP);
  });

  it('passes over what others hold', async () => {
    const agentId = await addEvents(30);
    const holder = await holding`SELECT 1 FROM event WHERE agent_id = ${agentId} AND seq < 3 FOR UPDATE`;
    expect((await step()).removed).toEqual({ event: 28, attempt: 0 });
    expect(await numbersOf(agentId)).toEqual([1, 2]);
    await holder.commit();
    expect(await pass('event')).toEqual({ event: 2 });
  });

  it('leaves an event that is sent again in the moment of its removal', async () => {
    const agentId = await addEvents(1);
    const again = await holding`UPDATE event SET state = 'open', delivered_at = NULL, ended_at = NULL
      WHERE agent_id = ${agentId}`;
    expect(await pass('event')).toEqual({});
    await again.commit();
    expect(await pass('event')).toEqual({});
    expect(await numbersOf(agentId)).toHaveLength(1);
  });

  it('goes on behind rows of one moment that stay, however many there are', async () => {
    const agent = await bench.addAgent();
    await bench.sql`INSERT INTO media (id, user_id, agent_id, content_type, byte_length, message_id, is_from_agent, created_at)
      SELECT 'one_moment' || n, ${agent.ownerId}, ${agent.agentId}, 'image/png', 1, 'untold' || (n <= 1100), false,
             date_trunc('day', now() - interval '99 days') FROM generate_series(1, 1101) n`;
    await bench.sql`INSERT INTO event (id, agent_id, seq, push_no, type, frame, subject_id)
      VALUES ('untold', ${agent.agentId}, 1, 1, 'user_message', '{}', 'untoldtrue')`;
    expect(await pass('media')).toEqual({ media: 1 });
    await bench.sql`DELETE FROM media WHERE agent_id = ${agent.agentId}`;
    await bench.sql`DELETE FROM event WHERE agent_id = ${agent.agentId}`;
  });
});

describe('a step', () => {
  /** Many rows of each kind: some that are due, some as old that stay, and more that are young. */
  beforeAll(async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    const ago = `now() - n.age * interval '1 minute'`;
    // One in four is due, one in eight is as old and stays.
    const numbers = `(SELECT n, CASE WHEN n % 4 = 0 THEN 60 * 24 * 40 + n ELSE n END AS age, n % 8 = 0 AS stays FROM generate_series(1, 8000) n) n`;
    await bench.sql(
      `
       WITH given AS (SELECT $1::text AS agent, $2::text AS owner, $3::text AS task), run AS (
         INSERT INTO task_run (id, task_id, agent_id, status, origin, started_at, finished_at, event_id)
         SELECT 'run_plan' || n.n, task, agent, 'completed', 'manual', ${ago}, ${ago}, ${eventIdAt(ago)} || 'b' || lpad(n.n::text, 19, '0')
           FROM ${numbers}, given
       ), conversation AS (
         INSERT INTO conversation (id, agent_id, user_id, last_message_at, last_message_text)
         SELECT 'conv_plan' || n.n, agent, owner, ${ago}, CASE WHEN n.n % 4 <> 0 THEN 'x' END FROM ${numbers}, given
       ), message AS (
         INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
         SELECT 'msg_plan' || n.n, 'conv_plan' || n.n, 'human', 'Ursula', 'x', ${ago} FROM ${numbers} WHERE n.n % 2 = 0
       ), media AS (
         INSERT INTO media (id, user_id, agent_id, content_type, byte_length, message_id, is_from_agent, created_at)
         SELECT 'med_plan' || n.n, owner, agent, 'image/png', 1, 'msg_plan' || n.n, false, ${ago} FROM ${numbers}, given
       ), audit AS (
         INSERT INTO audit_entry (id, user_id, actor, area, action, address, created_at)
         SELECT 'aud_plan' || n.n, owner, 'user', 'sign-in', 'session.signed_in', CASE WHEN NOT n.stays THEN '192.0.2.7' END, ${ago} FROM ${numbers}, given
       ), erasure AS (
         INSERT INTO erasure (id, requested_at, finished_at)
         SELECT 'ers_plan' || n.n, ${ago}, CASE WHEN NOT n.stays THEN ${ago} END FROM ${numbers}
       )
       SELECT 1`,
      agent.agentId,
      agent.ownerId,
      taskId,
    );
    const addEvents = (kind: string, columns: string, ended: string) =>
      bench.sql(
        insertManyEvents(`
        SELECT ${eventIdAt(ago)} || '${kind}' || lpad(n.n::text, 19, '0') AS id, $1::text AS agent_id, ${columns} || n.n AS subject_id,
               CASE WHEN n.stays THEN 'waiting' ELSE '${ended}' END AS state, ${ago} AS at FROM ${numbers}`),
        agent.agentId,
      );
    await addEvents('a', `n.n AS seq, 'user_message' AS type, 'msg_plan'`, 'delivered');
    await addEvents('b', `10000 + n.n AS seq, 'task_due' AS type, 'run_plan'`, 'failed');
    await bench.sql`INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason, started_at)
      SELECT 'dlv' || id, id, 0, 'first_attempt', created_at + CASE WHEN seq % 16 = 4 THEN interval '20 days' ELSE '0' END
        FROM event WHERE agent_id = ${agent.agentId}`;
  });

  it.each(Object.entries(REMOVALS))('reads few rows, however many %s rows there are', async (_, removal) => {
    const inTransaction = async (mode: 'auto' | 'force_generic_plan'): Promise<number> => {
      await bench.sql(`BEGIN; ${sql.retention.readInOrder.text}; SET LOCAL plan_cache_mode = ${mode}`);
      await bench.sql(`PREPARE removal (int, timestamptz, bigint) AS ${removal.text}`);
      const execution = { text: `EXECUTE removal (30, 'epoch', ${ROWS_PER_STEP})` };
      const most = await mostRowsOfNode(bench.sql, execution, []);
      await bench.sql('DEALLOCATE removal');
      await bench.sql('ROLLBACK');
      return most;
    };
    const figures = [await inTransaction('auto'), await inTransaction('force_generic_plan')];
    await bench.sql('ANALYZE');
    figures.push(await inTransaction('auto'), await inTransaction('force_generic_plan'));
    expect(Math.max(...figures)).toBeLessThanOrEqual(2 * ROWS_PER_STEP);
    expect(Math.min(...figures)).toBeGreaterThanOrEqual(ROWS_PER_STEP);
  });
});
