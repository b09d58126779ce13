import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addHub, addTask, eventOf, only } = bench;

beforeEach(async () => {
  await bench.sql('DELETE FROM task');
});

const claim = () => bench.store.scheduleClaims.claim(10);
const becomeDue = () => bench.sql(`UPDATE task SET next_run_at = now() - interval '1 second'`);

/** A task whose last occurrence found its agent away; it is due again. */
async function missed(agent: TestAgent): Promise<{ taskId: string; runId: string; eventId: string }> {
  const { taskId } = await addTask(agent);
  await becomeDue();
  const [run] = (await claim()).runs;
  await becomeDue();
  return { taskId, runId: run?.runId ?? '', eventId: run?.event.eventId ?? '' };
}

describe('a task that is due again while its last scheduled run is pending', () => {
  it('has the event of that run sent to its agent, who was away then and is online now', async () => {
    const agent = await bench.addAgent();
    const { taskId, runId, eventId } = await missed(agent);
    const { frame } = await eventOf(runId);
    await addHub(agent);
    const { runs, repeated } = await claim();
    expect(runs).toEqual([]);
    const owned = { agentId: agent.agentId, userId: agent.ownerId };
    const place = { seq: 1, pushNo: 2, slot: 'h1', isReachable: true, createdAt: expect.any(Date) };
    const event = { ...owned, ...place, eventId, type: 'task_due', frame };
    expect(repeated).toEqual([{ taskId, runId, event }]);
    expect(await eventOf(runId)).toMatchObject({ state: 'pending' });
    await becomeDue();
    expect(await claim()).toMatchObject({ tasks: 1, runs: [], repeated: [] });
  });

  it('begins a new round where the webhook had failed', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const { runId, eventId } = await missed(agent);
    await bench.sql`UPDATE event_state SET state = 'failed', attempt = 4, last_outcome = 'http_error'
      WHERE id = ${eventId}`;
    expect((await claim()).repeated).toMatchObject([{ runId, event: { slot: null } }]);
    expect(await only(agent.agentId)).toMatchObject({ eventId, retryNum: 0, retryReason: 'first_attempt' });
  });

  it('goes on waiting where its agent cannot be reached', async () => {
    const { runId } = await missed(await bench.addAgent());
    expect(await claim()).toMatchObject({ tasks: 1, runs: [], repeated: [] });
    expect(await eventOf(runId)).toMatchObject({ state: 'waiting' });
  });

  it('is left alone while its event is on its way', async () => {
    await missed(await bench.addAgent({ webhookUrl: 'https://example.org/hook' }));
    expect(await claim()).toMatchObject({ tasks: 1, runs: [], repeated: [] });
  });

  it('gets a run of its own once the agent has taken the last one over its poll', async () => {
    const agent = await bench.addAgent();
    const { taskId } = await missed(agent);
    await addHub(agent);
    await bench.store.runs.start(taskId, agent.agentId);
    const { runs, repeated } = await claim();
    expect(runs).toHaveLength(1);
    expect(repeated).toEqual([]);
  });
});
