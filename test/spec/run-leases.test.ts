/** @waits-for-real-time Leases and times have to end. */
import { jest } from '@jest/globals';
import type { AgentClient } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { LONG_S, SHORT_S, WATCH_TEST_MS_MAX } from './lease-times.js';

jest.setTimeout(WATCH_TEST_MS_MAX);

const bench = useProduct();

describe('A run on lease', () => {
  const startRun = async ({ tasks }: AgentClient, task: object = {}) => (await tasks.startNew(task)).runId;

  it('is answered with the end of its lease, which the run shows', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent);
    expect(await agent.tasks.run(runId)).not.toHaveProperty('lease_expires_at');
    const answer = await bodyOf('heartbeatRun', agent.tasks.heartbeat(runId, { lease_seconds: LONG_S }));
    const { lease_expires_at: until } = answer;
    expect(answer).toEqual({ run_id: runId, status: 'running', lease_expires_at: until, attempt: 1 });
    expect(await agent.tasks.run(runId)).toMatchObject({ status: 'running', lease_expires_at: until });
    await agent.tasks.complete(runId);
    expect(await agent.tasks.run(runId)).not.toHaveProperty('lease_expires_at');
    expectRefusal(
      await agent.tasks.heartbeat(runId, { lease_seconds: LONG_S }),
      409,
      'The run is already completed',
    );
  });

  it('refuses another attempt', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent);
    expectRefusal(await agent.tasks.heartbeat(runId, { lease_seconds: 60, attempt: 2 }), 409);
    expect(await agent.tasks.run(runId)).not.toHaveProperty('lease_expires_at');
  });

  it('has failed as lost when its lease ends, with one bubble; those with longer leases or none go on', async () => {
    const agent = await bench.person.createAgent();
    const [runId, longer, without] = [await startRun(agent), await startRun(agent), await startRun(agent)];
    await agent.tasks.append(runId, 'half of it');
    await agent.tasks.lease(longer, LONG_S);
    await agent.tasks.lease(runId, SHORT_S);
    const lost = await agent.tasks.runThatIs(runId, { status: 'failed' });
    expect(lost).toMatchObject({ failure_reason: 'lost', summary: null, finished_at: expect.any(String) });
    expect(await bench.person.bubbles(agent.agentId, runId)).toEqual([
      'The run was lost: its agent was not heard of in time.',
    ]);
    expect(await agent.tasks.blocks(runId)).toEqual([]);
    const done = { body: { status: 'completed' } };
    expectRefusal(await agent.call(`/api/agent/tasks/runs/${runId}/complete`, done), 409);
    for (const id of [longer, without])
      expect(await agent.tasks.run(id)).toMatchObject({ status: 'running' });
  });

  it('has failed as timeout when it takes longer than its task allows, whatever its lease', async () => {
    const agent = await bench.person.createAgent();
    const runId = await startRun(agent, { timeout_seconds: SHORT_S });
    await agent.tasks.lease(runId, LONG_S);
    await agent.tasks.runThatIs(runId, { status: 'failed', failure_reason: 'timeout' });
    expect(await bench.person.bubbles(agent.agentId, runId)).toEqual(['The run took longer than it may.']);
  });
});

describe('What a task says of its runs', () => {
  const SCHEDULE = { name: 'Report', prompt: 'Write it', schedule: '0 9 1 1 *' };

  it('is kept, changed and taken away by agent and person, and shown only where it is set', async () => {
    const agent = await bench.person.createAgent();
    const limits = { timeout_seconds: 600, retry: { max: 3, backoff_seconds: 10 } };
    const made = await agent.tasks.create({ ...SCHEDULE, ...limits });
    expect(made).toMatchObject(limits);
    const { id } = made;
    const changed = await bench.person.tasks.change(id, { retry: { max: 0 }, timeout_seconds: null });
    expect(changed).toMatchObject({ retry: { max: 0, backoff_seconds: 30 } });
    expect(changed).not.toHaveProperty('timeout_seconds');
    expect(await agent.tasks.change(id, { name: 'Other' })).toMatchObject({ retry: { max: 0 } });
    expect(await agent.tasks.change(id, { retry: null })).not.toHaveProperty('retry');
  });
});
