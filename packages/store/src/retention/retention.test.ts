import { beforeAll, describe, expect, it } from '@jest/globals';
import { insertManyEvents } from '../events/event-state.suite.js';
import { lockWaits } from '../lock-waits.suite.js';
import { mostRowsOfNode } from '../plan.suite.js';
import { openStore } from '../store.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import { lookAtEvents } from './look-at-events.js';
import { READ_IN_ORDER, ROWS_PER_STEP } from './look.js';
import { RETENTION_KINDS } from './retained.js';
import { RETAINED } from './retention.js';
import { eventIdAt, OLD, retentionCalls } from './retention.suite.js';

const bench = useStore();
const { addTask } = taskBuilders(bench);
const { holding } = lockWaits(bench);
const { pass } = retentionCalls(bench);

/** Writes delivered events of an agent, the first the oldest. */
async function addEvents(count: number): Promise<string> {
  const { agentId } = await bench.addAgent();
  await bench.sql(
    `INSERT INTO event_state (id, agent_id, seq, type, state, frame, created_at, delivered_at)
     SELECT ${eventIdAt('t.at')} || left(md5($1 || n), 20), $1, n, 'user_message', 'delivered', '{}', t.at, t.at
       FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - ${OLD} - ($2 - n) * interval '1 second' AS at) t`,
    [agentId, count],
  );
  return agentId;
}

const numbersOf = async (agentId: string) =>
  (await bench.sql('SELECT seq::int FROM event WHERE agent_id = $1 ORDER BY seq', [agentId])).map(
    ({ seq }) => seq,
  );

const step = (after?: Awaited<ReturnType<typeof bench.store.retention.step>>['next']) =>
  bench.store.retention.step({ kind: 'event', days: 30, after });

describe('retention', () => {
  it('removes few rows at a time, the oldest first', async () => {
    const agentId = await addEvents(ROWS_PER_STEP + 7);
    const first = await step();
    expect(first.removed).toEqual({ event: ROWS_PER_STEP, attempt: 0 });
    expect(first.next?.overdueSeconds).toBeGreaterThan(6);
    expect(await numbersOf(agentId)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => ROWS_PER_STEP + n));
    expect(await step(first.next)).toEqual({
      removed: { event: 7, attempt: 0 },
      blockedSeconds: 0,
      next: null,
    });
  });

  it('removes each row once, however many processes take part', async () => {
    await addEvents(4 * ROWS_PER_STEP);
    const { databaseUrl, box } = bench;
    const stores = Array.from({ length: 3 }, () => openStore({ databaseUrl, box, connectionsMax: 2 }));
    const removed = await Promise.all(
      stores.map(async ({ retention }) => {
        let [total, next] = [0, null as Awaited<ReturnType<typeof step>>['next']];
        do {
          const done = await retention.step({ kind: 'event', days: 30, after: next });
          [total, next] = [total + (done.removed.event ?? 0), done.next];
        } while (next !== null);
        return total;
      }),
    );
    await Promise.all(stores.map((store) => store.close()));
    const rest = (await pass('event')).event ?? 0;
    expect(removed.reduce((sum, count) => sum + count, rest)).toBe(4 * ROWS_PER_STEP);
  });

  it('passes over what others hold and says for how long it is overdue', async () => {
    const agentId = await addEvents(30);
    const holder = await holding(`SELECT 1 FROM event_end WHERE agent_id = $1 AND seq < 3 FOR UPDATE`, [
      agentId,
    ]);
    const { removed, blockedSeconds, next } = await step();
    expect({ removed, next }).toEqual({ removed: { event: 28, attempt: 0 }, next: null });
    expect(blockedSeconds).toBeGreaterThanOrEqual(29);
    expect(await numbersOf(agentId)).toEqual([1, 2]);
    await holder.commit();
    expect(await pass('event')).toEqual({ event: 2 });
  });

  it('leaves an event that is sent again in the moment of its removal', async () => {
    const agentId = await addEvents(1);
    const again = await holding(
      `WITH ended AS (DELETE FROM event_end WHERE agent_id = $1 RETURNING event_id, agent_id, seq, type)
       INSERT INTO open_event (event_id, agent_id, seq, type) SELECT event_id, agent_id, seq, type FROM ended`,
      [agentId],
    );
    expect((await step()).removed).toEqual({});
    await again.commit();
    expect((await step()).removed).toEqual({});
    expect(await numbersOf(agentId)).toHaveLength(1);
  });

  it('goes on behind rows of one moment that stay, however many there are', async () => {
    const agent = await bench.addAgent();
    await bench.sql(
      `INSERT INTO event_state (id, agent_id, seq, type, state, frame, created_at, ended_at)
       SELECT ${eventIdAt('t.at')} || lpad(n::text, 20, '0'), $1, n, 'task_due', 'failed', '{}', t.at, CASE WHEN n <= 1100 THEN now() ELSE t.at END
         FROM generate_series(1, 1101) n, LATERAL (SELECT date_trunc('day', now() - interval '99 days') AS at) t`,
      [agent.agentId],
    );
    expect(await pass('event')).toEqual({ event: 1 });
    await bench.sql('DELETE FROM event_state WHERE agent_id = $1', [agent.agentId]);
  });

  it.each([0, -1, 0.5, Number.NaN])('takes no %p days', async (days) => {
    await expect(bench.store.retention.step({ kind: 'event', days })).rejects.toThrow(RangeError);
  });
});

describe('a step', () => {
  /** Many rows of each kind: some that are due, some as old that stay, and more that are young. */
  beforeAll(async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent);
    const values = [agent.agentId, agent.ownerId, taskId];
    const ago = `now() - n.age * interval '1 minute'`;
    // One in four is due, one in eight is as old and stays.
    const numbers = `(SELECT n, CASE WHEN n % 4 = 0 THEN 60 * 24 * 40 + n ELSE n END AS age, n % 8 = 0 AS stays FROM generate_series(1, 8000) n) n`;
    await bench.sql(
      `WITH given AS (SELECT $1::text AS agent, $2::text AS owner, $3::text AS task), run AS (
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
         INSERT INTO media (id, agent_id, content_type, byte_length, message_id, is_from_agent, created_at)
         SELECT 'med_plan' || n.n, agent, 'image/png', 1, 'msg_plan' || n.n, false, ${ago} FROM ${numbers}, given
       ), audit AS (
         INSERT INTO audit_entry (id, user_id, actor, area, action, address, created_at)
         SELECT 'aud_plan' || n.n, owner, 'user', 'sign-in', 'session.signed_in', CASE WHEN NOT n.stays THEN '192.0.2.7' END, ${ago} FROM ${numbers}, given
       ), erasure AS (
         INSERT INTO erasure (id, requested_at, finished_at)
         SELECT 'ers_plan' || n.n, ${ago}, CASE WHEN NOT n.stays THEN ${ago} END FROM ${numbers}
       )
       SELECT 1`,
      values,
    );
    const events = (kind: string, columns: string) =>
      insertManyEvents(
        `SELECT ${eventIdAt(ago)} || '${kind}' || lpad(n.n::text, 19, '0') AS id, $1::text AS agent_id, ${columns}, ${ago} AS at FROM ${numbers}`,
      );
    const openIfStays = (ended: string) => `CASE WHEN n.stays THEN 'waiting' ELSE '${ended}' END AS state`;
    await bench.sql(
      events(
        'a',
        `n.n AS seq, 'user_message' AS type, ${openIfStays('delivered')}, 'msg_plan' || n.n AS subject_id`,
      ),
      [agent.agentId],
    );
    await bench.sql(
      events(
        'b',
        `10000 + n.n AS seq, 'task_due' AS type, ${openIfStays('failed')}, 'run_plan' || n.n AS subject_id`,
      ),
      [agent.agentId],
    );
    await bench.sql(
      `INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason, started_at)
       SELECT 'dlv' || id, id, 0, 'first_attempt', created_at + CASE WHEN seq % 16 = 4 THEN interval '20 days' ELSE '0' END FROM event WHERE agent_id = $1`,
      [agent.agentId],
    );
  });

  it.each(RETENTION_KINDS)('looks at few rows, however many %s rows there are', async (kind) => {
    const { look: given } = RETAINED[kind];
    const look =
      typeof given === 'function'
        ? lookAtEvents({ old: ['event_default', 'event_first'], ahead: ['event_default', 'event_first'] })
        : given;
    const mostRows = async (planned: 'for its values' | 'for any values'): Promise<number> => {
      const isGeneric = planned === 'for any values';
      const explained = isGeneric
        ? { text: `EXECUTE look (now() - interval '720 hours', 'epoch', '')` }
        : look;
      await bench.sql(`BEGIN; ${READ_IN_ORDER}`);
      if (isGeneric) await bench.sql('SET LOCAL plan_cache_mode = force_generic_plan');
      if (isGeneric) await bench.sql(`PREPARE look (timestamptz, timestamptz, text) AS ${look.text}`);
      const most = await mostRowsOfNode(
        bench.sql,
        explained,
        isGeneric ? [] : [new Date(Date.now() - 30 * 86_400_000), new Date(0), ''],
      );
      if (isGeneric) await bench.sql('DEALLOCATE look');
      await bench.sql('ROLLBACK');
      return most;
    };
    const figures = [await mostRows('for its values'), await mostRows('for any values')];
    await bench.sql('ANALYZE');
    figures.push(await mostRows('for its values'), await mostRows('for any values'));
    // What is due and what is locked are compared in one node.
    expect(Math.max(...figures)).toBeLessThanOrEqual(2 * ROWS_PER_STEP);
    expect(Math.min(...figures)).toBeGreaterThanOrEqual(ROWS_PER_STEP);
  });
});
