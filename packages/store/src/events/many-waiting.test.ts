/** @only-in-all A plan of PostgreSQL, on many rows. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BREAKER_DEFAULTS, EVENT_TYPES, newId, PUSHED_ON_CONNECT } from '@svc/domain';
import { attemptQueries, channelQueries, eventQueries, openAtHubQueries, pollQueries } from '@svc/events';
import type { Pool } from 'pg';
import { insertManyEvents } from './event-state.suite.js';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const TRIGGERS = 20_000;
const LIMIT = 64;

/** A statement that looks at no more rows than this passes by the triggers. */
const FEW_ROWS = 5 * LIMIT;

let agent: { agentId: string; ownerId: string };
let taskId: string;
let slot: string;

/** 20,000 triggers that wait, and behind them an event of each other type that is on its way and one that waits; others have as many events. */
beforeAll(async () => {
  agent = await bench.addAgent();
  taskId = newId('task');
  slot = newId('rule');
  await bench.sql(
    `INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, updated_at) VALUES ($1, $2, 'Deploy', 'Do', 'event', 'event', now())`,
    [taskId, agent.agentId],
  );
  await bench.sql(
    `WITH n AS (SELECT n, lpad(n::text, 8, '0') AS id FROM generate_series(1, $3) n), run AS (
       INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id)
       SELECT 'run_' || id, $2, $1, 'pending', 'trigger', 'evt_' || id FROM n
     )
     SELECT 1`,
    [agent.agentId, taskId, TRIGGERS],
  );
  await bench.sql(
    insertManyEvents(
      `SELECT 'evt_' || lpad(n::text, 8, '0') AS id, $1::text AS agent_id, n AS seq, 'task_trigger' AS type, 'waiting' AS state,
              'run_' || lpad(n::text, 8, '0') AS subject_id, now() AS at FROM generate_series(1, $2::int) n`,
    ),
    [agent.agentId, TRIGGERS],
  );
  await addOthers(agent.agentId, TRIGGERS, 1);
  const others = await bench.addAgent();
  await addOthers(others.agentId, 0, 3_000);
  await bench.sql(`INSERT INTO hub (slot, epoch, heartbeat_at) VALUES ($1, 1, now() + interval '1 hour')`, [
    slot,
  ]);
  await bench.sql('INSERT INTO agent_session (id, agent_id, slot, epoch) VALUES ($1, $2, $3, 1)', [
    newId('session'),
    agent.agentId,
    slot,
  ]);
  await bench.sql('VACUUM ANALYZE');
});

/** Of each type but triggers, so many events that are on their way and so many that wait. */
async function addOthers(agentId: string, after: number, each: number): Promise<void> {
  await bench.sql(
    insertManyEvents(
      `SELECT 'evt_' || replace(gen_random_uuid()::text, '-', '') AS id, $1::text AS agent_id, $2 + row_number() OVER () AS seq, type, state,
              NULL AS subject_id, now() AS at
         FROM unnest(ARRAY['user_message', 'decision_resolved', 'task_due']) type, unnest(ARRAY['pending', 'waiting']) state,
              generate_series(1, $3)`,
    ),
    [agentId, after, each],
  );
  await bench.sql('UPDATE agent_counter SET last_seq = $2 WHERE agent_id = $1', [agentId, after + 6 * each]);
}

/** The most rows that a node of the one statement's plan looks at, which the call runs. */
async function rowsOf(call: (pool: Pool) => Promise<unknown>): Promise<number> {
  const asked: { text: string; values: unknown[] }[] = [];
  const pool = {
    options: { max: 10 },
    query: (statement: { text: string; values: unknown[] }) => {
      asked.push(statement);
      return Promise.resolve({ rows: [] });
    },
  };
  await call(pool as unknown as Pool);
  const [statement] = asked;
  if (statement === undefined) throw new Error('No statement was run');
  await bench.sql('BEGIN');
  try {
    return await mostRowsOfNode(bench.sql, statement, statement.values);
  } finally {
    await bench.sql('ROLLBACK');
  }
}

describe('beside very many waiting triggers of an agent', () => {
  it('a hub reads what is on its way to the agent', async () => {
    const page = { after: '', agentsMax: 100, eventsPerAgentMax: LIMIT, bytesMax: 1_000_000 };
    const query = { slot, epoch: 1, ...page };
    expect(await rowsOf((pool) => openAtHubQueries(pool).readOpenAtHub(query))).toBeLessThan(FEW_ROWS);
    const { events } = await bench.store.events.readOpenAtHub(query);
    expect(events.map(({ type }) => type)).toEqual(['user_message', 'decision_resolved', 'task_due']);
  });

  it.each([
    ['that connects', { waitingTypes: PUSHED_ON_CONNECT }, 5],
    ['that connects and resumes', { waitingTypes: EVENT_TYPES }, LIMIT],
    ['whose hub was silent', { waitingTypes: PUSHED_ON_CONNECT, waitingAfterSeq: TRIGGERS }, 6],
    ['whose session ends', { waitingTypes: [] }, 3],
  ])('what is open is read for an agent %s', async (_, asked, count) => {
    const query = { agentId: agent.agentId, afterSeq: 0, limit: LIMIT, ...asked };
    expect(await rowsOf((pool) => eventQueries(pool).readOpen(query))).toBeLessThan(FEW_ROWS);
    const { events } = await bench.store.events.readOpen(query);
    expect(events).toHaveLength(count);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
  });

  it('a dispatcher reads what is due', async () => {
    const read = (pool: Pool) =>
      attemptQueries(pool, { agentErrorThreshold: 5, breaker: BREAKER_DEFAULTS }).readDue(
        agent.agentId,
        LIMIT,
      );
    await bench.sql(`UPDATE agent SET webhook_url = 'https://example.org' WHERE id = $1`, [agent.agentId]);
    expect(await rowsOf(read)).toBeLessThan(FEW_ROWS);
  });

  it('what waits for a webhook that was set is found', async () => {
    await bench.sql(
      `UPDATE agent SET webhook_url = 'https://example.org', take_up_waiting = true WHERE id = $1`,
      [agent.agentId],
    );
    expect(await rowsOf((pool) => eventQueries(pool).takeUpWaiting(500))).toBeLessThan(FEW_ROWS);
    expect(await bench.store.events.takeUpWaiting(500)).toBe(3);
  });

  it('an agent asks for its due tasks', async () => {
    expect(await rowsOf((pool) => pollQueries(pool).listDueTasks(agent.agentId))).toBeLessThan(FEW_ROWS);
  });

  it('an agent asks for triggers', async () => {
    const most = await rowsOf((pool) => pollQueries(pool).takePendingTriggers(agent.agentId, LIMIT));
    expect(most).toBeLessThan(FEW_ROWS);
  });

  type LongPoll = ReturnType<typeof channelQueries>['long_poll'];
  it.each<[string, (longPoll: LongPoll, agentId: string) => Promise<unknown>]>([
    ['reads its open events', (log, agentId) => log.read({ agentId, after: null, limit: LIMIT })],
    ['reads its log from the beginning', (log, agentId) => log.read({ agentId, after: 0, limit: LIMIT })],
    ['reads the end of its log', (log, agentId) => log.read({ agentId, after: TRIGGERS, limit: LIMIT })],
    ['waits for an open event', (log, agentId) => log.look({ agentId, after: null })],
    ['acknowledges what it was not shown', (log, agentId) => log.acknowledge(agentId, TRIGGERS)],
  ])('an agent %s', async (_, call) => {
    const longPoll = (pool: Pool) =>
      channelQueries(pool, { agentErrorThreshold: 5, breaker: BREAKER_DEFAULTS }).long_poll;
    expect(await rowsOf((pool) => call(longPoll(pool), agent.agentId))).toBeLessThan(FEW_ROWS);
  });
});
