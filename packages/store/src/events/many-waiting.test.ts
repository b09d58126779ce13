/** @only-in-all A plan of PostgreSQL, on many rows. */
import { BREAKER_DEFAULTS, newId } from '@svc/domain';
import { channelQueries } from './channels.js';
import { pollQueries } from './channels/poll.js';
import { websocketQueries } from './channels/websocket.js';
import type { Pool } from 'pg';
import { insertManyEvents } from './event-state.suite.js';
import { mostRowsOfNode } from '../plan.suite.js';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const TRIGGERS = 20_000;
const LIMIT = 64;
const SETTINGS = { agentErrorThreshold: 5, breaker: BREAKER_DEFAULTS };

/** A statement that looks at no more rows than this passes by the triggers. */
const FEW_ROWS = 5 * LIMIT;

let agent: TestAgent;
let sessionId: string;

/** 20,000 triggers from before the agent has connected, and behind them an event of each other type; others have as many events. */
beforeAll(async () => {
  agent = await bench.addAgent();
  sessionId = `sess_${agent.agentId}`;
  const { taskId } = await bench.addTask(agent, { schedule: 'event' });
  await bench.sql`INSERT INTO task_run (id, task_id, agent_id, status, origin, event_id)
    SELECT 'run_' || id, ${taskId}, ${agent.agentId}, 'pending', 'trigger', 'evt_' || id
      FROM generate_series(1, ${TRIGGERS}::int) n, lpad(n::text, 8, '0') id`;
  const triggers = `
    SELECT 'evt_' || id AS id, $1::text AS agent_id, n AS seq, 'task_trigger' AS type, 'waiting' AS state,
           'run_' || id AS subject_id, now() AS at
      FROM generate_series(1, $2::int) n, lpad(n::text, 8, '0') id`;
  await bench.sql(insertManyEvents(triggers), agent.agentId, TRIGGERS);
  await addOthers(agent.agentId, TRIGGERS, 1);
  const others = await bench.addAgent();
  await addOthers(others.agentId, 0, 3_000);
  await bench.addHub(agent);
  await keepAfter(TRIGGERS);
  await bench.sql('VACUUM ANALYZE');
});

/** So many events of each type but triggers. */
async function addOthers(agentId: string, after: number, each: number): Promise<void> {
  const others = `
    SELECT 'evt_' || replace(gen_random_uuid()::text, '-', '') AS id, $1::text AS agent_id,
           $2 + row_number() OVER () AS seq, type, 'pending' AS state, NULL AS subject_id, now() AS at
      FROM unnest(ARRAY['user_message', 'decision_resolved', 'task_due']) type, generate_series(1, $3)`;
  await bench.sql(insertManyEvents(others), agentId, after, each);
  const last = after + 3 * each;
  await bench.sql`UPDATE agent_counter SET last_seq = ${last}, last_push_no = ${last} WHERE agent_id = ${agentId}`;
}

/** The most rows that a node of a plan looks at, of the statements that the call runs. These find what `answers` has under their name. */
async function rowsOf(call: (pool: Pool) => Promise<unknown>, answers: Record<string, unknown[]> = {}) {
  const asked: { name: string; text: string; values: unknown[] }[] = [];
  const query = (statement: string | (typeof asked)[number]) => {
    if (typeof statement === 'string') return Promise.resolve({ rows: [] });
    asked.push(statement);
    return Promise.resolve({ rows: answers[statement.name] ?? [] });
  };
  const connect = () => Promise.resolve({ query, release: () => undefined });
  await call({ options: { max: 10 }, query, connect } as unknown as Pool);
  for (const name of Object.keys(answers))
    if (!asked.some((statement) => statement.name === name)) throw new Error(`Nobody asked ${name}`);
  const counts: number[] = [];
  for (const statement of asked) {
    await bench.sql('BEGIN');
    try {
      counts.push(await mostRowsOfNode(bench.sql, statement, statement.values));
    } finally {
      await bench.sql('ROLLBACK');
    }
  }
  if (counts.length === 0) throw new Error('No statement was run');
  return Math.max(...counts);
}

/** Up to which number the agent's tasks and triggers wait. */
const keepAfter = (pushNo: number) =>
  bench.sql`UPDATE agent_session SET kept_after = ${pushNo} WHERE id = ${sessionId}`;

describe('beside very many waiting triggers of an agent', () => {
  it.each([
    ['has connected', 0, TRIGGERS, 3],
    ['has connected and resumes', 0, 0, LIMIT],
    ['is behind', TRIGGERS + 1, 0, 2],
  ])('a hub claims what is open for an agent that %s', async (_, after, keptAfter, count) => {
    await keepAfter(keptAfter);
    const claims = [{ sessionId, agentId: agent.agentId, after, limit: LIMIT }];
    expect(await rowsOf((pool) => websocketQueries(pool).claim(claims))).toBeLessThan(FEW_ROWS);
    const claimed = (await bench.store.channels.websocket.claim(claims)).get(sessionId);
    expect(claimed?.events).toHaveLength(count);
  });

  it('a dispatcher claims what is due', async () => {
    await bench.store.agents.change(agent.agentId, agent.ownerId, { webhookUrl: 'https://example.org' });
    const { agentId } = agent;
    const state = { hasWebhook: true, agentStatus: 'active', inFlight: 0, breakerState: null };
    const held = { agentId, slot: null, ...state, takesTriggers: false };
    const newDeliveryId = () => newId('delivery');
    const claiming = { limit: LIMIT, perAgentMax: LIMIT, leaseMs: 60_000, newDeliveryId };
    const answers = { 'webhooks/hold-due': [{ agent_id: agentId }], 'webhooks/read-due': [held] };
    const claim = (pool: Pool) => channelQueries(pool, SETTINGS).webhook.claim(claiming);
    expect(await rowsOf(claim, answers)).toBeLessThan(FEW_ROWS);
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
    const longPoll = (pool: Pool) => channelQueries(pool, SETTINGS).long_poll;
    for (const pushNo of [0, TRIGGERS]) {
      await keepAfter(pushNo);
      expect(await rowsOf((pool) => call(longPoll(pool), agent.agentId))).toBeLessThan(FEW_ROWS);
    }
  });
});
