import { newId, nextOccurrence, OccurrenceMemo } from '@svc/domain';
import type { OccurrenceQuery } from '@svc/domain';
import { scheduleClaimQueries } from './schedule-claims.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { holding, holdingRow } = bench;

beforeEach(async () => {
  await bench.sql('DELETE FROM task');
});

const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

async function addTask(
  agent: { agentId: string },
  task: { schedule?: string; timezone?: string; nextRunAt?: Date | null; enabled?: boolean } = {},
): Promise<string> {
  const id = newId('task');
  const plain = { name: 'Report', prompt: 'Sum up', triggerType: 'scheduled', schedule: '0 9 * * *' };
  const data = { id, agentId: agent.agentId, ...plain, nextRunAt: ago(1_000), ...task };
  await bench.store.prisma.task.create({ data });
  return id;
}

const taskRow = async (taskId: string) => (await bench.sql`SELECT * FROM task WHERE id = ${taskId}`)[0];
const runRows = (taskId: string) =>
  bench.sql`SELECT * FROM task_run WHERE task_id = ${taskId} ORDER BY scheduled_for`;
const eventRows = (agentId: string) =>
  bench.sql`SELECT * FROM event_state WHERE agent_id = ${agentId} ORDER BY seq`;

describe('a due task', () => {
  it('never gets a second run of one occurrence', async () => {
    const agent = await bench.addAgent();
    const due = ago(1_000);
    const taskId = await addTask(agent, { nextRunAt: due });
    await bench.store.scheduleClaims.claim(10);
    await bench.sql(`UPDATE task_run SET status = 'completed'`);
    await bench.sql`UPDATE task SET next_run_at = ${due}`;
    expect(await bench.store.scheduleClaims.claim(10)).toMatchObject({ tasks: 1, runs: [] });
    expect(await runRows(taskId)).toHaveLength(1);
    expect(await eventRows(agent.agentId)).toHaveLength(1);
  });

  it('is disabled where its schedule cannot be computed any more, after the occurrence that is due', async () => {
    const taskId = await addTask(await bench.addAgent(), { schedule: 'never on Mondays' });
    const claim = await bench.store.scheduleClaims.claim(10);
    expect(claim.runs).toHaveLength(1);
    expect(claim.unschedulable).toMatchObject([{ taskId, error: { name: 'ScheduleError' } }]);
    expect(await taskRow(taskId)).toMatchObject({ enabled: false, next_run_at: null });
  });
});

describe('several schedulers', () => {
  it('start one run for each occurrence, with gapless numbers per agent', async () => {
    const agents = await Promise.all([1, 2, 3, 4].map(() => bench.addAgent()));
    const ids = agents.map(({ agentId }) => agentId);
    await bench.sql`INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, next_run_at, updated_at)
      SELECT 'tsk_' || n || a, a, 'n', 'p', '*/5 * * * *', 'scheduled', now() - n * interval '1 ms', now()
        FROM unnest(${ids}::text[]) a, generate_series(1, 250) n`;
    let claimed = 0;
    // One that finds nothing may only have met the locks of the others.
    const claimAll = async () => {
      while (claimed < 1_000) {
        const { runs } = await bench.store.scheduleClaims.claim(37);
        claimed += runs.length;
      }
    };
    await Promise.all([1, 2, 3, 4].map(claimAll));
    expect(claimed).toBe(1_000);
    const counts = await bench.sql`SELECT count(*)::int AS runs, count(DISTINCT task_id)::int AS tasks
      FROM task_run WHERE scheduled_for IS NOT NULL AND agent_id = ANY (${ids})`;
    expect(counts).toEqual([{ runs: 1_000, tasks: 1_000 }]);
    for (const agentId of ids) {
      const seqs = (await eventRows(agentId)).map((row) => Number(row['seq']));
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    }
  });

  it('do not wait for a task that another holds, nor for an agent that is being deleted', async () => {
    const [held, deleted, free] = [await bench.addAgent(), await bench.addAgent(), await bench.addAgent()];
    const heldTask = await addTask(held);
    await addTask(deleted);
    const freeTask = await addTask(free);
    const holder = await holding`SELECT 1 FROM task WHERE id = ${heldTask} FOR NO KEY UPDATE`;
    await holder.also`SELECT 1 FROM agent WHERE id = ${deleted.agentId} FOR UPDATE`;
    const { runs } = await bench.store.scheduleClaims.claim(10);
    expect(runs.map((run) => run.taskId)).toEqual([freeTask]);
    await holder.commit();
    expect((await bench.store.scheduleClaims.claim(10)).runs).toHaveLength(2);
  });
});

it('tasks at one time cost one computation, however many they are', async () => {
  const agent = await bench.addAgent();
  await bench.sql`INSERT INTO task (id, agent_id, name, prompt, schedule, trigger_type, timezone, next_run_at, updated_at)
    SELECT 'tsk_many' || n, ${agent.agentId}, 'n', 'p', '0 9 * * *', 'scheduled',
           CASE n % 2 WHEN 0 THEN 'UTC' ELSE 'Asia/Tokyo' END, now() - interval '1 second', now()
      FROM generate_series(1, 2000) n`;
  const computed: OccurrenceQuery[] = [];
  const compute = (query: OccurrenceQuery) => {
    computed.push(query);
    return nextOccurrence(query);
  };
  const memo = new OccurrenceMemo({ compute });
  const pool = bench.openPool({ max: 1 });
  const claims = scheduleClaimQueries(pool, bench.store.prisma, memo);
  while ((await claims.claim(500)).tasks > 0);
  expect(computed).toHaveLength(2);
});

it('a task with a time zone that is not due yet is computed anew, and stays where somebody holds it', async () => {
  const agent = await bench.addAgent();
  const zone = { timezone: 'Asia/Tokyo', nextRunAt: new Date(Date.now() + HOUR_MS / 7) };
  const moved = await addTask(agent, zone);
  const held = await addTask(agent, zone);
  const changes = [{ timezone: 'UTC' }, { schedule: 'once' }, { enabled: false }, { nextRunAt: ago(1_000) }];
  const others = await Promise.all(changes.map((change) => addTask(agent, { ...zone, ...change })));
  const before = await Promise.all(others.map(taskRow));
  const holder = await holdingRow('task', held);
  expect(await bench.store.scheduleClaims.recompute('')).toBeNull();
  await holder.commit();
  const query = { expression: '0 9 * * *', timezone: 'Asia/Tokyo', after: new Date() };
  expect((await taskRow(moved))?.['next_run_at']).toEqual(nextOccurrence(query));
  expect((await taskRow(held))?.['next_run_at']).toEqual(zone.nextRunAt);
  expect(await Promise.all(others.map(taskRow))).toEqual(before);
});

describe('the time until the next task is due', () => {
  it('is told in milliseconds', async () => {
    const dueAtMs = Date.now() + 50_000;
    await addTask(await bench.addAgent(), { nextRunAt: new Date(dueAtMs) });
    const askedAtMs = Date.now();
    const inMs = (await bench.store.scheduleClaims.nextDueInMs())!;
    expect(inMs).toBeLessThanOrEqual(dueAtMs - askedAtMs + 100);
    expect(inMs).toBeGreaterThanOrEqual(dueAtMs - Date.now() - 100);
  });

  it('is null where nothing comes up within a minute', async () => {
    const agent = await bench.addAgent();
    await addTask(agent, { nextRunAt: new Date(Date.now() + HOUR_MS) });
    await addTask(agent, { nextRunAt: new Date(Date.now() + 30_000), enabled: false });
    expect(await bench.store.scheduleClaims.nextDueInMs()).toBeNull();
  });
});
