/** @waits-for-real-time A whole minute has to come. */
import { useProduct } from './product-under-test.js';

const MINUTE_MS = 60_000;

describe('A task with a cron expression', () => {
  const bench = useProduct();

  it('fires when the minute comes, once, and then has its next run a minute later', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const { id, next_run_at } = await agent.tasks.create({ schedule: '* * * * *' });
    const dueAtMs = Date.parse(next_run_at ?? '');
    expect(dueAtMs - Date.now()).toBeLessThanOrEqual(MINUTE_MS);
    // The minute itself has to pass; waits of the socket are shorter than it.
    await new Promise((resolve) => setTimeout(resolve, dueAtMs - Date.now()));
    const { run_id, schedule } = await socket.taskDue(id);
    expect(schedule).toBe('* * * * *');
    const task = await agent.tasks.read(id);
    expect(task).toMatchObject({ enabled: true, last_run_status: expect.any(String) });
    expect(Date.parse(task.next_run_at ?? '')).toBe(dueAtMs + MINUTE_MS);
    expect(await bench.person.tasks.runs(id)).toMatchObject([
      { id: run_id, origin: 'schedule', scheduled_for: new Date(dueAtMs).toISOString() },
    ]);
    await agent.tasks.delete(id);
  });
});
