/** @waits-for-real-time A whole minute has to come. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { useOwnProduct } from './own-product.js';
import { useProduct } from './product-under-test.js';

const MINUTE_MS = 60_000;
const PRODUCT_START_MS_MAX = 120_000;
/** What the product may take to stop, beyond which `stop()` fails, and what is left for creating the task, in milliseconds. */
const [STOP_MS_MAX, CREATE_MS_MAX] = [10_000, 10_000];

describe('A task with a cron expression', () => {
  const bench = useProduct();

  it(
    'fires when the minute comes, once, and then has its next run a minute later',
    async () => {
      const agent = await bench.person.createAgent();
      const socket = await bench.connect(agent);
      const { id, next_run_at } = await agent.tasks.create({ schedule: '* * * * *' });
      const dueAtMs = Date.parse(next_run_at ?? '');
      expect(dueAtMs - Date.now()).toBeLessThanOrEqual(MINUTE_MS);
      // The minute itself has to pass; waits of the socket are shorter than it.
      await new Promise((resolve) => setTimeout(resolve, dueAtMs - Date.now()));
      const { run_id, schedule } = await socket.taskDue(id);
      expect(schedule).toBe('* * * * *');
      expect(Date.now() - dueAtMs).toBeLessThan(10_000);
      const task = await agent.tasks.read(id);
      expect(task).toMatchObject({ enabled: true, last_run_status: expect.any(String) });
      expect(Date.parse(task.next_run_at ?? '')).toBe(dueAtMs + MINUTE_MS);
      expect(await bench.person.tasks.runs(id)).toMatchObject([
        { id: run_id, origin: 'schedule', scheduled_for: new Date(dueAtMs).toISOString() },
      ]);
      await agent.tasks.delete(id);
    },
    2 * MINUTE_MS,
  );
});

/** A product of its own, which is stopped while a task comes due. */
describe('After downtime', () => {
  const own = useOwnProduct();

  it(
    'a task that came due meanwhile fires once, for the moment that it was due',
    async () => {
      const agent = await own.person.createAgent();
      const runAtMs = Date.now() + CREATE_MS_MAX + STOP_MS_MAX;
      const run_at = new Date(runAtMs).toISOString();
      const { id } = await agent.tasks.create({ schedule: 'once', run_at });
      await own.product.stop();
      expect(Date.now()).toBeLessThan(runAtMs);
      await new Promise((resolve) => setTimeout(resolve, runAtMs - Date.now()));
      await own.product.start();
      await eventually(
        () => agent.tasks.due(),
        ({ length }) => length === 1,
        { what: 'the task to be due' },
      );
      expect(await agent.tasks.due()).toMatchObject([{ id }]);
      expect(await own.person.tasks.runs(id)).toMatchObject([
        { origin: 'schedule', scheduled_for: run_at, status: 'pending' },
      ]);
    },
    PRODUCT_START_MS_MAX,
  );
});
