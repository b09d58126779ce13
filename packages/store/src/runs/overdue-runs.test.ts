import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import type { OverdueRun, OverdueStep } from './overdue-runs.js';

const bench = useStore();
const { addFired, addStarted, addTask, complete, start, statusOf } = bench;

const LEASE = 3_600;
const RETRY = { max: 1, backoffSeconds: 3_600 };

const beat = (agent: TestAgent, runId: string, attempt?: number) =>
  bench.store.runSigns.heartbeat({ runId, agentId: agent.agentId, leaseSeconds: LEASE, attempt });

const note = ({ agentId }: TestAgent, runId: string) =>
  bench.store.contextBlocks.append({ runId, agentId, text: 'x' });

/** What an agent does with its run. */
type Sign = (agent: TestAgent, runId: string, taskId: string) => Promise<unknown>;

const bubblesOf = (runId: string) => bench.sql`SELECT text FROM message WHERE task_run_id = ${runId}`;

const openEventsOf = (runId: string) =>
  bench.sql`SELECT id FROM event WHERE subject_id = ${runId} AND (state = 'open' OR is_listed)`;

/** Moves everything that a run waits for into the past. */
async function passTime(runId: string): Promise<void> {
  await bench.sql`UPDATE task_run
    SET lease_until = lease_until - interval '1 day', deadline_at = deadline_at - interval '10 days',
        offer_at = offer_at - interval '1 day', due_at = due_at - interval '10 days'
    WHERE id = ${runId}`;
}

/** All that is overdue is claimed; this run, if it is. */
const claim = async (runId: string) =>
  (await bench.store.overdueRuns.claim(1_000)).runs.find((run) => run.runId === runId);

/** What a scheduler does with this run, and nothing if it is not overdue. */
async function moveOn(runId: string): Promise<OverdueStep | null> {
  const run = await claim(runId);
  return run === undefined ? null : bench.store.overdueRuns.step(run);
}

async function lose(runId: string): Promise<OverdueStep | null> {
  await passTime(runId);
  return moveOn(runId);
}

describe('a run on lease', () => {
  it('has failed once, however many schedulers find that its lease has ended', async () => {
    const { agent, runId } = await addStarted();
    await beat(agent, runId);
    await passTime(runId);
    const run = (await claim(runId)) as OverdueRun;
    const steps = await Promise.all(Array.from({ length: 4 }, () => bench.store.overdueRuns.step(run)));
    expect(steps.filter((step) => step !== null)).toMatchObject([{ step: 'failed', reason: 'lost' }]);
    expect(await bubblesOf(runId)).toHaveLength(1);
  });

  it('goes on if its agent is heard of after it was claimed, and its moment is put right', async () => {
    const { agent, runId } = await addStarted();
    await beat(agent, runId);
    await passTime(runId);
    const run = (await claim(runId)) as OverdueRun;
    await beat(agent, runId);
    expect(await bench.store.overdueRuns.step(run)).toBeNull();
    await bench.sql`UPDATE task_run SET due_at = now() - make_interval(secs => 1) WHERE id = ${runId}`;
    expect(await moveOn(runId)).toBeNull();
    expect(await bench.valueOf`SELECT due_at = lease_until FROM task_run WHERE id = ${runId}`).toBe(true);
    expect(await statusOf(runId)).toBe('running');
  });

  it('that another statement holds keeps no other one waiting', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const [held, free] = [await start(agent), await start(other)];
    await beat(agent, held);
    await beat(other, free);
    await passTime(held);
    await passTime(free);
    await bench.sql('BEGIN');
    await bench.sql`SELECT 1 FROM task_run WHERE id = ${held} FOR UPDATE`;
    const { runs } = await bench.store.overdueRuns.claim(1_000);
    await bench.sql('ROLLBACK');
    const ids = runs.map((run) => run.runId);
    expect(ids).toContain(free);
    expect(ids).not.toContain(held);
    // A claim that comes to nothing is made again.
    expect(await moveOn(free)).toBeNull();
    await passTime(free);
    expect(await moveOn(free)).toMatchObject({ step: 'failed' });
  });
});

describe('a run that its agent gave back', () => {
  it('is not taken back by a heartbeat of the same attempt that comes too late, before it is offered', async () => {
    const { agent, runId } = await addStarted();
    await beat(agent, runId, 1);
    await bench.store.runSigns.release({ runId, agentId: agent.agentId, attempt: 1 });
    const refusal = { code: 'conflict', detail: 'The run waits to be offered again' };
    await expect(beat(agent, runId, 1)).rejects.toMatchObject(refusal);
    expect(await statusOf(runId)).toBe('pending');
    expect(await lose(runId)).toMatchObject({ step: 'offered' });
    expect(await beat(agent, runId, 1)).toMatchObject({ attempt: 1, hasBegun: true });
  });

  it.each<[string, Sign]>([
    ['run/start', ({ agentId }, _runId, taskId) => bench.store.runs.start(taskId, agentId)],
    ['a heartbeat without an attempt', (agent, runId) => beat(agent, runId)],
    ['a context block', note],
    [
      'its progress',
      ({ agentId }, runId) => bench.store.runSigns.progress({ runId, agentId, percent: null, text: 'Half' }),
    ],
  ])('goes on with %s before it is offered', async (_name, take) => {
    const { agent, runId } = await addStarted();
    await bench.store.runSigns.release({ runId, agentId: agent.agentId });
    const taskId = await bench.valueOf`SELECT task_id FROM task_run WHERE id = ${runId}`;
    await take(agent, runId, String(taskId));
    expect(await statusOf(runId)).toBe('running');
    expect(await beat(agent, runId, 1)).toMatchObject({ attempt: 1, hasBegun: false });
  });
});

it.each<[string, Sign]>([
  ['run/start', ({ agentId }, _runId, taskId) => bench.store.runs.start(taskId, agentId)],
  ['a context block', note],
  ['a heartbeat', (agent, runId) => beat(agent, runId)],
  [
    'its receipt',
    async (_agent, runId) => {
      const [event] = await openEventsOf(runId);
      await bench.store.channels.websocket.receive(String(event?.['id']));
    },
  ],
])('a run that may take only so long begins its time with %s', async (_name, begin) => {
  const { agent, task, runId } = await addFired({ timeoutSeconds: 600 });
  const read = () => bench.sql`SELECT status, deadline_at, due_at FROM task_run WHERE id = ${runId}`;
  expect(await read()).toEqual([{ status: 'pending', deadline_at: null, due_at: null }]);
  await begin(agent, runId, task.taskId);
  const [first] = await read();
  expect(first).toEqual({ status: 'running', deadline_at: expect.any(Date), due_at: expect.any(Date) });
  await bench.store.runs.start(task.taskId, agent.agentId);
  await note(agent, runId);
  expect((await read())[0]).toMatchObject({ deadline_at: first?.['deadline_at'] });
});

describe('a run of a task that says retry', () => {
  it('is completed by its former attempt, once, while it waits or is offered', async () => {
    const agent = await bench.addAgent();
    for (const steps of [1, 2]) {
      const runId = await start(agent, { retry: RETRY });
      await beat(agent, runId);
      for (let step = 0; step < steps; step += 1) await lose(runId);
      await complete(agent, runId, 'Done');
      await complete(agent, runId, 'Done');
      expect(await lose(runId)).toBeNull();
      expect(await bubblesOf(runId)).toEqual([{ text: 'Done' }]);
      expect(await openEventsOf(runId)).toEqual([]);
    }
  });

  it('keeps the next occurrence from adding another run while it waits', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: '* * * * *', retry: RETRY });
    const makeDue = () =>
      bench.sql`UPDATE task SET next_run_at = now() - random() * interval '1 hour' WHERE id = ${task.taskId}`;
    await makeDue();
    await bench.store.scheduleClaims.claim(1_000);
    const { runId } = (await bench.store.runs.start(task.taskId, agent.agentId)) ?? { runId: '' };
    await beat(agent, runId);
    await lose(runId);
    await makeDue();
    const { runs, repeated } = await bench.store.scheduleClaims.claim(1_000);
    expect(runs.filter(({ taskId }) => taskId === task.taskId)).toEqual([]);
    expect(repeated).toEqual([]);
  });

  it('takes no redelivery of an event that another one has replaced', async () => {
    const { agent, runId, eventId } = await addFired({ retry: RETRY });
    await beat(agent, runId);
    await lose(runId);
    const offered = await lose(runId);
    const again = bench.store.events.restart(eventId, agent.ownerId);
    const detail = 'The run of this event was offered again by another event';
    await expect(again).rejects.toMatchObject({ detail });
    const newer = offered?.step === 'offered' ? offered.event.eventId : '';
    expect(await bench.store.events.restart(newer, agent.ownerId)).toMatchObject({ eventId: newer });
  });
});
