/** @only-in-all Waits long for real time to pass. */
import { randomBytes } from 'node:crypto';
import { eventually, TcpProxy } from '@svc/testkit';
import { newId, secretHash } from '@svc/domain';
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

/** A transaction of somebody who has vanished while it held the agent's rows, or its counter alone. */
async function lockRowsOf({ agentId }: TestAgent, isCounterAlone = false) {
  const held = await holdingRow('agent_counter', agentId);
  if (!isCounterAlone) await held.also`SELECT 1 FROM agent WHERE id = ${agentId} FOR UPDATE`;
  return { free: held.commit };
}

const write = (agent: TestAgent, to = store) => to.messages.writeUserMessage(userMessage(agent));

const connect = ({ agentId }: TestAgent) =>
  store.presence.connect({ sessionId: newId('session'), agentId, slot: 'h1', epoch: 1, revokeAt: null });

describe('while rows of one agent are locked', () => {
  it('messages of others are written, and those to it are refused as unavailable', async () => {
    const [blocked, other] = [await bench.addAgent(), await bench.addAgent()];
    const lock = await lockRowsOf(blocked);
    const refused = Array.from({ length: 30 }, () => write(blocked));
    const settled = Promise.allSettled(refused);
    for (let count = 0; count < 3; count += 1)
      expect(await write(other)).toMatchObject({ event: { seq: count + 1 } });
    const outcomes = await settled;
    await lock.free();
    const reason = { code: 'unavailable', retryAfterSeconds: 1 };
    expect(outcomes).toMatchObject(refused.map(() => ({ status: 'rejected', reason })));
    expect(await write(blocked)).toMatchObject({ event: { seq: 1 } });
  });

  it('due tasks of others get their runs, and the agent gets its own when the lock is free', async () => {
    const agents = [await bench.addAgent(), await bench.addAgent()];
    const tasks = await Promise.all(agents.map((agent) => bench.addTask(agent)));
    const lock = await lockRowsOf(agents[0]!, true);
    await bench.sql(`UPDATE task SET next_run_at = now() - interval '1 second'`);
    const claimed = async () => (await store.scheduleClaims.claim(10)).runs.map(({ taskId }) => taskId);
    expect(await claimed()).toEqual([tasks[1]?.taskId]);
    expect(await claimed()).toEqual([]);
    await lock.free();
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
    const lock = await lockRowsOf(agents[0]!, true);
    const expired = async () => (await store.decisions.expire(10)).map(({ decisionId }) => decisionId);
    expect(await expired()).toEqual([ids[1]]);
    expect(await expired()).toEqual([]);
    await lock.free();
    expect(await expired()).toEqual([ids[0]]);
  });

  it('what was sent together with its calls is done without them', async () => {
    const [blocked, ...others] = [await bench.addAgent(), await bench.addAgent(), await bench.addAgent()];
    const addTask = (agent: TestAgent) => bench.addTask(agent, { schedule: 'event' });
    const tasks = await Promise.all([blocked, ...others].map(addTask));
    const intake = store.triggerIntake({ dedupWindowMs: 1_000 });
    const fire = (triggerId: string | null) => {
      const payload = { hash: randomBytes(32), text: '{}' };
      return intake.accept({ triggerHash: secretHash(triggerId ?? ''), payload });
    };
    const lock = await lockRowsOf(blocked);
    const [held, ...free] = tasks.map((task) => fire(task.triggerId));
    const refused = expect(held).rejects.toMatchObject({ code: 'unavailable' });
    for (const outcome of await Promise.all(free)) expect(outcome).toMatchObject({ status: 'queued' });
    // From then on it is known, so that nobody waits with it.
    const [again, ...further] = tasks.map((task) => fire(task.triggerId));
    const refusedAgain = expect(again).rejects.toMatchObject({ code: 'unavailable' });
    for (const outcome of await Promise.all(further)) expect(outcome).toMatchObject({ status: 'queued' });
    await refused;
    await refusedAgain;
    await lock.free();
    expect(await fire(tasks[0]?.triggerId ?? null)).toMatchObject({ status: 'queued' });
  });

  it('sockets of others connect', async () => {
    const [blocked, other] = [await bench.addAgent(), await bench.addAgent()];
    const lock = await lockRowsOf(blocked);
    const refused = expect(connect(blocked)).rejects.toMatchObject({ code: 'unavailable' });
    await connect(other);
    await refused;
    await lock.free();
    await connect(blocked);
  });

  it('its calls go on where the rows come free in time', async () => {
    const agent = await bench.addAgent();
    const lock = await lockRowsOf(agent);
    const written = write(agent);
    const connected = connect(agent);
    await eventuallyRefusedOnce();
    await lock.free();
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
