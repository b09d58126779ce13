import { beforeEach, describe, expect, it } from '@jest/globals';
import { Client, Pool } from 'pg';
import { pushAfterAll } from './push-after-all.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import type { TestAgent } from '../tasks/tasks.suite.js';

const bench = useStore();
const { addHub, addTask, eventOf } = taskBuilders(bench);

beforeEach(async () => {
  await bench.sql('DELETE FROM task');
});

/** Does something that writes an event, while the agent connects: after the statement has seen that it is offline, before the commit. */
async function whileConnecting<Result>(agent: TestAgent, write: () => Promise<Result>): Promise<Result> {
  const holder = new Client({ connectionString: bench.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM agent_counter WHERE agent_id = $1 FOR UPDATE', [agent.agentId]);
  const written = write();
  for (let waiting = 0; waiting === 0;) {
    const [row] = await bench.sql(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = row?.['n'] as number;
  }
  await addHub(agent);
  await holder.query('COMMIT');
  await holder.end();
  return written;
}

describe('the event of an agent that connects while it is written', () => {
  it('is pushed where a schedule wrote it', async () => {
    const agent = await bench.addAgent();
    await addTask(agent);
    await bench.sql(`UPDATE task SET next_run_at = now() - interval '1 second'`);
    const { runs } = await whileConnecting(agent, () => bench.store.scheduleClaims.claim(10));
    expect(runs).toMatchObject([{ state: 'pending', slot: 'h1' }]);
    expect(await eventOf(runs[0]?.runId ?? '')).toMatchObject({
      state: 'pending',
      attempt_after: expect.any(Date),
    });
  });

  it('is pushed where its user wrote it', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await addTask(agent, { schedule: 'event' });
    const run = await whileConnecting(agent, () =>
      bench.store.runNow.fire({ taskId, userId: agent.ownerId }),
    );
    expect(run).toMatchObject({ state: 'pending', slot: 'h1' });
    expect(await eventOf(run?.runId ?? '')).toMatchObject({ state: 'pending', queued_at: null });
  });
});

it('where the database is away, events are left to the poll', async () => {
  const pool = new Pool({ connectionString: bench.databaseUrl });
  await pool.end();
  expect(await pushAfterAll(pool, ['evt_1'])).toEqual(new Map());
});
