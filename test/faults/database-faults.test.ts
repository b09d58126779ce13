import { eventually, httpCall, Person } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { Client } from 'pg';
import { FAULT_MS_MAX, faultBench } from './fault-bench.js';
import { Flow } from './flow.js';

/** What is promised to those whom a fault does not concern. */
const NEIGHBOUR_MS_MAX = 1_500;

describe('The database', () => {
  const bench = faultBench({ SCHEDULERS: '2' });

  const send = ({ agentId }: AgentClient) => bench.person.postMessage(agentId, { text: 'hi' });

  /** Rejects if somebody else was refused, or waited for long, meanwhile. */
  async function besideNeighbour(happen: () => Promise<void>): Promise<void> {
    const neighbour = { socketAgents: 1, webhookAgents: 0, intervalMs: 50, webhookAnswerMs: 0 };
    const flow = await Flow.open(bench.services.url, neighbour);
    const { unanswered, longestCallMs, longestDelayMs } = await flow.through(10, happen);
    await flow.close();
    expect(unanswered).toBe(0);
    expect(Math.max(longestCallMs, longestDelayMs)).toBeLessThan(NEIGHBOUR_MS_MAX);
  }

  const pids = async () => (await bench.services.members()).map(({ name, pid }) => [name, pid]);

  const fire = (triggerId: string) =>
    httpCall(`${bench.services.url}/webhook/${triggerId}`, { body: { number: Math.random() } });

  it('whose rows of one agent are held by a host that has vanished lets every other agent go on', () =>
    besideNeighbour(async () => {
      const [blocked, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
      const held = await blocked.tasks.createTriggered();
      const free = await other.tasks.createTriggered();
      const holder = new Client({ connectionString: bench.databaseUrl });
      await holder.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM agent_counter WHERE agent_id = $1 FOR UPDATE', [blocked.agentId]);
      // More than there are connections.
      const calls = Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0 ? send(blocked) : fire(held.trigger_id),
      );
      const socket = await other.connect();
      expect((await send(other)).status).toBe(201);
      expect((await fire(free.trigger_id)).status).toBe(200);
      await socket.frames.until(() => socket.events.length === 2);
      for (const answer of await Promise.all(calls))
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
      await holder.query('ROLLBACK');
      await holder.end();
      expect((await send(blocked)).status).toBe(201);
      socket.terminate();
    }));

  it('that takes no writes for a while is answered for with 503, and nothing needs a restart after it', async () => {
    const agent = await bench.person.createAgent();
    const processes = await pids();
    const signUp = () => {
      const body = { name: 'A', email: `${Math.random()}@example.org`, password: Person.password };
      return httpCall(`${bench.services.url}/api/auth/sign-up/email`, { body });
    };
    const body = { agent_name: 'Bea', kind: 'interactive' };
    const calls = [() => send(agent), () => bench.person.call('/agents', { body }), signUp];
    await bench.whileTakingNoWrites(async () => {
      for (const call of calls) {
        const answer = await call();
        expect([answer.status, answer.headers['retry-after']]).toEqual([503, expect.any(String)]);
      }
    });
    for (const call of calls) await eventually(call, ({ status }) => status < 300);
    // The hub finds out by the tries of agents, which connect again.
    const opened = await eventually(
      () => agent.connect().catch(() => null),
      (socket) => socket !== null,
    );
    await send(agent);
    await opened?.frames.until(() => opened.events.length > 0);
    opened?.terminate();
    expect(await pids()).toEqual(processes);
  });

  it('removes an agent of 100,000 events after the answer that says it is gone, and nobody waits for that', () =>
    besideNeighbour(async () => {
      const [large, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
      const socket = await large.connect();
      await bench.sql.query(
        `INSERT INTO event (id, agent_id, seq, push_no, type, frame, state, delivered_at, ended_at)
           SELECT 'evt_' || $1 || n, $1, 1000 + n, 1000 + n, 'user_message', '{}', 'delivered', now(), now() FROM generate_series(1, 100000) AS n`,
        [large.agentId],
      );
      await bench.person.deleteAgent(large.agentId);
      // It has answered, and most of it is still there.
      const left = await rowsLeft(large.agentId);
      expect(left).toBeGreaterThan(0);
      expect((await bench.person.call(`/agents/${large.agentId}`)).status).toBe(404);
      expect((await large.call('/api/agent/me')).status).toBe(401);
      expect((await socket.closed()).code).toBe(4010);
      expect((await send(other)).status).toBe(201);
      const rows = () => rowsLeft(large.agentId);
      await eventually(rows, (count) => count === 0, { waitMsMax: FAULT_MS_MAX });
    }));

  async function rowsLeft(agentId: string): Promise<number> {
    const { rows } = await bench.sql.query<{ n: number }>(
      'SELECT (SELECT count(*) FROM event WHERE agent_id = $1)::int + (SELECT count(*) FROM agent WHERE id = $1)::int AS n',
      [agentId],
    );
    return rows[0]?.n ?? 0;
  }
});
