import { eventually } from '@svc/testkit';
import type { AgentClient } from '@svc/testkit';
import { LONG_S, SHORT_S } from '../spec/lease-times.js';
import { faultBench } from './fault-bench.js';
import { standStill } from './process-tree.js';

const NOTICED_MS_MAX = 120_000;

describe('A run on lease', () => {
  const bench = faultBench({ SCHEDULERS: '2' });

  /** Takes the run that is due, and saves what is left of its steps up to this one. */
  async function work(agent: AgentClient, lastStep: number): Promise<string> {
    const due = () => agent.tasks.due();
    const options = { what: 'a run to be due', waitMsMax: NOTICED_MS_MAX };
    const [task] = await eventually(due, ({ length }) => length > 0, options);
    const runId = await agent.tasks.start(task!.id);
    for (let step = (await agent.tasks.blocks(runId)).length + 1; step <= lastStep; step += 1) {
      await agent.tasks.lease(runId, SHORT_S);
      await agent.tasks.append(runId, String(step));
    }
    return runId;
  }

  it('whose agent falls silent in the middle of it, and whose schedulers are killed, is finished by its retry with what was saved, once', async () => {
    const agent = await bench.person.createAgent();
    const retry = { max: 3, backoff_seconds: 1 };
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *', retry });
    const runId = await bench.person.tasks.run(task.id);
    expect(await work(agent, 2)).toBe(runId);
    const killed = await bench.services.killAll('scheduler');
    expect(killed).toHaveLength(2);
    await bench.services.restarted(killed);
    expect(await work(agent, 5)).toBe(runId);
    const summary = (await agent.tasks.blocks(runId)).map(({ text }) => text).join(' ');
    await agent.tasks.complete(runId, { status: 'completed', summary });
    const run = await agent.tasks.run(runId);
    expect(run).toMatchObject({ status: 'completed', summary: '1 2 3 4 5', attempt: 2 });
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    const bubbles = (await bench.person.history(conversationId)).map(({ text }) => text);
    expect(bubbles).toEqual(['1 2 3 4 5']);
    const openOf = "SELECT 1 FROM event WHERE subject_id = $1 AND state = 'open'";
    expect((await bench.sql.query(openOf, [runId])).rows).toEqual([]);
  });

  it('that ends while all schedulers stand still is not lost if its agent is heard of before they go on', async () => {
    const agent = await bench.person.createAgent();
    const task = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const [heard, silent] = [await agent.tasks.start(task.id), await agent.tasks.start(task.id)];
    const pids = (await bench.services.members('scheduler')).flatMap(({ pid }) => pid ?? []);
    expect(pids).toHaveLength(2);
    const goOn = standStill(pids);
    try {
      await agent.tasks.lease(heard, SHORT_S);
      await agent.tasks.lease(silent, SHORT_S);
      const leasesOver = 'SELECT 1 FROM task_run WHERE id = ANY ($1) AND lease_until < now()';
      const over = async () => (await bench.sql.query(leasesOver, [[heard, silent]])).rows.length;
      await eventually(over, (count) => count === 2, { what: 'both leases to end', waitMsMax: 60_000 });
      await agent.tasks.lease(heard, LONG_S);
    } finally {
      goOn();
    }
    // Both were due at the same time, and the later one is looked at after the earlier one.
    await agent.tasks.runThatIs(silent, { status: 'failed' }, NOTICED_MS_MAX);
    expect(await agent.tasks.run(heard)).toMatchObject({ status: 'running' });
  });
});
