/** @only-in-all Waits long for real time to pass. */
import { describe, expect, it, beforeAll } from '@jest/globals';
import { eventually, TcpProxy } from '@svc/testkit';
import { newId } from '@svc/domain';
import { openStore } from './store.js';
import type { Store } from './store.js';
import { userMessage, useStore } from './store.suite.js';
import type { TestAgent } from './store.suite.js';

const bench = useStore();
const { holdingRow } = bench;

/** Few connections, so that few waiters would hold them all. */
let store: Store;
beforeAll(() => {
  store = bench.open({ connectionsMax: 4 });
});

const lockCounterOf = ({ agentId }: TestAgent) => holdingRow('agent_counter', agentId);

const write = (agent: TestAgent, to = store) => to.messages.writeUserMessage(userMessage(agent));

/** How its calls fare, and those of others, is in `test/faults/database-faults.test.ts`. */
describe('while rows of one agent are locked', () => {
  it('due tasks of others get their runs, and the agent gets its own when the lock is free', async () => {
    const agents = [await bench.addAgent(), await bench.addAgent()];
    const tasks = await Promise.all(agents.map((agent) => bench.addTask(agent)));
    const lock = await lockCounterOf(agents[0]!);
    await bench.sql(`UPDATE task SET next_run_at = now() - interval '1 second'`);
    const claimed = async () => (await store.scheduleClaims.claim(10)).runs.map(({ taskId }) => taskId);
    expect(await claimed()).toEqual([tasks[1]?.taskId]);
    expect(await claimed()).toEqual([]);
    await lock.commit();
    expect(await claimed()).toEqual([tasks[0]?.taskId]);
  });

  it('requests of others expire, and those of the agent when the lock is free', async () => {
    const agents = [await bench.addAgent(), await bench.addAgent()];
    const { request, passTime } = bench;
    const ids: string[] = [];
    for (const agent of agents) {
      const { decision } = await request(agent, { expiresInSeconds: 60 });
      await passTime(decision.decisionId);
      ids.push(decision.decisionId);
    }
    const lock = await lockCounterOf(agents[0]!);
    const expired = async () => (await store.decisions.expire(10)).map(({ decisionId }) => decisionId);
    expect(await expired()).toEqual([ids[1]]);
    expect(await expired()).toEqual([]);
    await lock.commit();
    expect(await expired()).toEqual([ids[0]]);
  });

  it('its calls go on where the rows come free in time', async () => {
    const agent = await bench.addAgent();
    const lock = await lockCounterOf(agent);
    await lock.also`SELECT 1 FROM agent WHERE id = ${agent.agentId} FOR UPDATE`;
    const written = write(agent);
    const session = { sessionId: newId('session'), slot: 'h1', epoch: 1, revokeAt: null };
    const connected = store.presence.connect({ ...session, agentId: agent.agentId });
    await eventuallyRefusedOnce();
    await lock.commit();
    expect(await written).toMatchObject({ event: { seq: 1 } });
    await connected;
  });
});

it('while PostgreSQL is silent, a call is refused before a statement of ten seconds ends', async () => {
  const agent = await bench.addAgent();
  const proxy = new TcpProxy(new URL(bench.databaseUrl));
  const behind = openStore({ databaseUrl: await proxy.start(), box: bench.box });
  try {
    await behind.ping();
    proxy.hold();
    const slow = bench.sql('SELECT pg_sleep(10)');
    const refused = write(agent, behind).catch(() => 'refused');
    expect(await Promise.race([refused, slow])).toBe('refused');
    await slow;
  } finally {
    await proxy.stop();
    await behind.close();
  }
});

/** Resolves once a wait for a lock has been over for somebody: it is counted as a transaction that was rolled back. */
async function eventuallyRefusedOnce(): Promise<void> {
  const rollbacks = async () => {
    await bench.sql('SELECT pg_stat_clear_snapshot()');
    return bench.valueOf('SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()');
  };
  const before = await rollbacks();
  await eventually(rollbacks, (found) => found !== before);
}
