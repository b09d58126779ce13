/** @waits-for-real-time PostgreSQL has to be away for longer than any count of tries lasts. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, Person } from '@svc/testkit';
import { connect } from 'amqplib';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { Client } from 'pg';
import { FaultBench } from './fault-bench.js';
import { Flow } from './flow.js';

const START_MS_MAX = 600_000;
const FAULT_MS_MAX = 300_000;
/** Twenty tries with the pauses between them take 76 s. */
const AWAY_MS = 90_000;
const COMMAND = fileURLToPath(
  new URL('../../packages/standalone/dist/dead-letters-main.js', import.meta.url),
);
const PROCESSES = { GATEWAYS: '1', HUBS: '1', DISPATCHERS: '2', SCHEDULERS: '1', INTAKES: '1' };

describe('Messages that cannot be handled', () => {
  let bench: FaultBench;
  let model: ChannelModel;
  let outsider: ConfirmChannel;
  let database: Client;

  beforeAll(async () => {
    bench = await FaultBench.open(PROCESSES);
    model = await connect(bench.rabbit.url);
    outsider = await model.createConfirmChannel();
    database = new Client({ connectionString: bench.databaseUrl });
    await database.connect();
  }, START_MS_MAX);

  afterAll(async () => {
    await database?.end();
    await model?.close();
    await bench?.close();
  }, START_MS_MAX);

  it(
    'wait for a PostgreSQL that is away, longer than any count of tries, and none of them becomes poison',
    async () => {
      const person = await Person.signUp(bench.services.url);
      const agent = await person.createAgent({ agent_name: 'offline' });
      const texts = ['one', 'two', 'three'];
      for (const text of texts) expect((await person.postMessage(agent.agentId, { text })).status).toBe(201);
      await eventually(() => statesOf(agent.agentId), allAre('waiting', texts.length), {
        what: 'all to wait',
      });
      // Far from the sweeper, so that only these messages can move them.
      await database.query(
        `UPDATE open_event SET state = 'pending', attempt_after = now() + interval '1 day' WHERE agent_id = $1`,
        [agent.agentId],
      );
      const messages = await messagesOf(agent.agentId);
      bench.networks.database.refuse();
      const startedMs = performance.now();
      try {
        for (const message of messages) {
          await publish('agent-events.fallback', '', JSON.stringify(message));
          const { event_id, agent_id } = message;
          await publish('webhook', 'due', JSON.stringify({ event_id, agent_id, attempt: 0 }));
        }
        const passed = () => Promise.resolve(performance.now() - startedMs);
        await eventually(passed, (ms) => ms >= AWAY_MS, { what: 'the time', waitMsMax: 2 * AWAY_MS });
        expect(await deadLetters()).toEqual([]);
      } finally {
        bench.networks.database.admit();
      }
      await bench.services.allReady();
      const what = 'all to wait again';
      await eventually(() => statesOf(agent.agentId), allAre('waiting', texts.length), {
        what,
        waitMsMax: 60_000,
      });
      expect(await deadLetters()).toEqual([]);
    },
    FAULT_MS_MAX,
  );

  it(
    'become poison where they are unreadable or fail alone, hold up none of those behind them, and can be looked at',
    async () => {
      const agents = { socketAgents: 2, webhookAgents: 2 };
      const flow = await Flow.open(bench.services.url, { ...agents, intervalMs: 50, webhookAnswerMs: 20 });
      try {
        flow.start();
        await flow.accepts(10);
        for (let count = 0; count < 20; count += 1) {
          await publish('agent-events.fallback', '', '{"event_id":');
          await publish('webhook', 'due', JSON.stringify({ event_id: 'evt_unknown' }));
          const refused = { event_id: `evt_\u0000${count}`, agent_id: `agt_${count}`, attempt: 0 };
          await publish('webhook', 'due', JSON.stringify(refused));
        }
        await eventually(
          async () => (await flow.accepts(5), deadLetters()),
          ({ length }) => length === 60,
          {
            what: 'sixty dead letters',
            waitMsMax: 120_000,
          },
        );
        await flow.settle();
        expect(flow.takeViolations()).toEqual([]);
        expect(await flow.undelivered()).toEqual([]);
        expect(flow.tally).toMatchObject({ unanswered: 0, arrived: flow.tally.accepted });
        expect(flow.tally.longestDelayMs).toBeLessThan(10_000);
      } finally {
        await flow.close();
      }
      const letters = await deadLetters();
      const kinds = new Set(letters.map(({ queue, reason }) => `${String(queue)} ${String(reason)}`));
      expect(kinds).toEqual(new Set(['fallback unreadable', 'webhook.due unreadable', 'webhook.due failed']));
      const outcomes = (await deadLetters('replay', '--all')).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'kept')).toHaveLength(40);
      expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(20);
      await deadLetters('drop', '--all');
      expect(bench.services.collapses).toEqual([]);
    },
    FAULT_MS_MAX,
  );

  async function publish(exchange: string, routingKey: string, text: string): Promise<void> {
    outsider.publish(exchange, routingKey, Buffer.from(text), { persistent: true });
    await outsider.waitForConfirms();
  }

  async function statesOf(agentId: string): Promise<string[]> {
    const found = await database.query<{ state: string }>(
      'SELECT state FROM event_state WHERE agent_id = $1',
      [agentId],
    );
    return found.rows.map(({ state }) => state);
  }

  async function messagesOf(agentId: string) {
    const columns = 'id AS event_id, agent_id, seq::int AS seq, type, frame, 0 AS hops';
    const found = await database.query<{ event_id: string; agent_id: string }>(
      `SELECT ${columns} FROM event_state WHERE agent_id = $1 ORDER BY seq`,
      [agentId],
    );
    return found.rows;
  }

  function deadLetters(...args: string[]): Promise<Record<string, unknown>[]> {
    const env = { PATH: process.env['PATH'], AMQP_URL: bench.rabbit.url };
    const given = args.length > 0 ? args : ['list', '--limit', '1000'];
    return new Promise((resolve, reject) => {
      execFile(process.execPath, [COMMAND, ...given], { env }, (error, stdout) => {
        if (error !== null) return reject(new Error('The command failed', { cause: error }));
        const lines = stdout.split('\n').filter(Boolean);
        resolve(lines.map((line) => JSON.parse(line) as Record<string, unknown>));
      });
    });
  }
});

function allAre(state: string, count: number): (states: string[]) => boolean {
  return (states) => states.length === count && states.every((one) => one === state);
}
