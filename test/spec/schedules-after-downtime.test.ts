/** @waits-for-real-time A moment has to come that is as far ahead as the product may take to stop. */
/** @each-shape Each shape starts and stops in its own way. */
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@svc/testkit';
import { useOwnProduct } from './own-product.js';

/** What the product may take to stop, beyond which it ends itself and `stop()` fails, and what is left for creating the task, in milliseconds. */
const [STOP_MS_MAX, CREATE_MS_MAX] = [10_000, 10_000];

/** A product of its own, which is stopped while a task comes due. */
describe('After downtime', () => {
  const own = useOwnProduct();

  it('a task that came due meanwhile fires once, for the moment that it was due', async () => {
    const agent = await own.person.createAgent();
    const runAtMs = Date.now() + CREATE_MS_MAX + STOP_MS_MAX;
    const run_at = new Date(runAtMs).toISOString();
    const { id } = await agent.tasks.create({ schedule: 'once', run_at });
    await own.product.stop();
    expect(Date.now()).toBeLessThan(runAtMs);
    await new Promise((resolve) => setTimeout(resolve, runAtMs - Date.now()));
    await own.product.start();
    const due = () => agent.tasks.due();
    await eventually(due, ({ length }) => length === 1, { what: 'the task to be due' });
    expect(await agent.tasks.due()).toMatchObject([{ id }]);
    expect(await own.person.tasks.runs(id)).toMatchObject([
      { origin: 'schedule', scheduled_for: run_at, status: 'pending' },
    ]);
  });
});
