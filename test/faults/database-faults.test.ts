import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, httpCall, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { Client } from 'pg';
import { FaultBench } from './fault-bench.js';
import { Neighbour } from './neighbour.js';

const FAULT_MS_MAX = 300_000;
/** What is promised to those whom a fault does not concern. */
const NEIGHBOUR_MS_MAX = 1_500;

describe('The database', () => {
  let bench: FaultBench;
  let person: Person;
  let sql: Client;

  beforeAll(async () => {
    bench = await FaultBench.open({
      GATEWAYS: '1',
      HUBS: '1',
      DISPATCHERS: '1',
      SCHEDULERS: '2',
      INTAKES: '1',
    });
    sql = new Client({ connectionString: bench.databaseUrl });
    await sql.connect();
    person = await Person.signUp(bench.services.url);
  }, FAULT_MS_MAX);

  afterAll(async () => {
    await sql?.end();
    await bench?.close();
  }, FAULT_MS_MAX);

  const send = (agent: AgentClient) =>
    person.call(`/agents/${agent.agentId}/messages`, { body: { text: 'hi' } });

  /** Rejects if somebody else was refused, or waited for long, meanwhile. */
  async function besideNeighbour(fault: string, happen: () => Promise<void>): Promise<void> {
    const neighbour = await Neighbour.begin(bench.services.url);
    await happen().finally(() => neighbour.stop());
    const { served, longestWaitMs } = neighbour;
    process.stdout.write(
      `${fault}: a neighbour sent ${served} messages and waited ${longestWaitMs.toFixed(0)} ms at most\n`,
    );
    expect(served).toBeGreaterThan(10);
    expect(longestWaitMs).toBeLessThan(NEIGHBOUR_MS_MAX);
  }

  const pids = async () => (await bench.services.members()).map(({ name, pid }) => [name, pid]);

  const fire = (triggerId: string | null) =>
    httpCall(`${bench.services.url}/webhook/${triggerId}`, { body: { number: Math.random() } });

  it(
    'whose rows of one agent are held by a host that has vanished lets every other agent go on',
    () =>
      besideNeighbour('rows of an agent are locked', async () => {
        const [blocked, other] = [await person.createAgent(), await person.createAgent()];
        const tasks = [
          await blocked.tasks.create({ schedule: 'event' }),
          await other.tasks.create({ schedule: 'event' }),
        ];
        const holder = new Client({ connectionString: bench.databaseUrl });
        await holder.connect();
        await holder.query('BEGIN');
        await holder.query('SELECT 1 FROM agent_counter WHERE agent_id = $1 FOR UPDATE', [blocked.agentId]);
        // More than there are connections.
        const held = Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0 ? send(blocked) : fire(tasks[0]?.trigger_id ?? null),
        );
        const socket = await other.connect();
        expect((await send(other)).status).toBe(201);
        expect((await fire(tasks[1]?.trigger_id ?? null)).status).toBe(200);
        await socket.frames.until(() => socket.events.length === 2);
        for (const answer of await Promise.all(held)) {
          expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
        }
        await holder.query('ROLLBACK');
        await holder.end();
        expect((await send(blocked)).status).toBe(201);
        socket.terminate();
      }),
    FAULT_MS_MAX,
  );

  it(
    'that takes no writes for a while is answered for with 503, and nothing needs a restart after it',
    async () => {
      const agent = await person.createAgent();
      const name = new URL(bench.databaseUrl).pathname.slice(1);
      const processes = await pids();
      await sql.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await endConnections(sql);
      const calls = [
        () => send(agent),
        () => person.call('/agents', { body: { agent_name: 'Bea', kind: 'interactive' } }),
        () =>
          httpCall(`${bench.services.url}/api/auth/sign-up/email`, {
            body: { name: 'A', email: `${Math.random()}@example.org`, password: 'correct horse battery' },
          }),
      ];
      for (const call of calls) {
        const answer = await call();
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.any(String)]);
      }
      await sql.query('SET default_transaction_read_only = off');
      await sql.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      for (const call of calls) await eventually(call, ({ status }) => status < 300);
      // The first may be the one by which the hub finds out; agents connect again.
      const socket = await agent.connect().catch(() => agent.connect());
      await send(agent);
      await socket.frames.until(() => socket.events.length > 0);
      socket.terminate();
      expect(await pids()).toEqual(processes);
    },
    FAULT_MS_MAX,
  );

  it(
    'removes an agent of 100,000 events after the answer that says it is gone, and nobody waits for that',
    () =>
      besideNeighbour('an agent of 100,000 events is removed', async () => {
        const [large, other] = [await person.createAgent(), await person.createAgent()];
        const socket = await large.connect();
        await sql.query(
          `INSERT INTO event (id, agent_id, seq, push_no, type, frame, state, delivered_at, ended_at)
           SELECT 'evt_' || $1 || n, $1, 1000 + n, 1000 + n, 'user_message', '{}', 'delivered', now(), now() FROM generate_series(1, 100000) AS n`,
          [large.agentId],
        );
        await person.deleteAgent(large.agentId);
        // It has answered, and most of it is still there.
        const left = await rowsLeft(large.agentId);
        expect(left).toBeGreaterThan(0);
        expect((await person.call(`/agents/${large.agentId}`)).status).toBe(404);
        expect((await large.call('/api/agent/me')).status).toBe(401);
        expect((await socket.closed()).code).toBe(4010);
        expect((await send(other)).status).toBe(201);
        await eventually(
          () => rowsLeft(large.agentId),
          (rows) => rows === 0,
          { waitMsMax: FAULT_MS_MAX },
        );
      }),
    FAULT_MS_MAX,
  );

  async function rowsLeft(agentId: string): Promise<number> {
    const { rows } = await sql.query<{ n: number }>(
      'SELECT (SELECT count(*) FROM event WHERE agent_id = $1)::int + (SELECT count(*) FROM agent WHERE id = $1)::int AS n',
      [agentId],
    );
    return rows[0]?.n ?? 0;
  }
});

/** Those of the product: they find out what the server is like now only when they are opened anew. */
async function endConnections(sql: Client): Promise<void> {
  await sql.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
}
