import { describe, expect, it } from '@jest/globals';
import { expectAnswer, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { bubblesOf, heartbeat, lease, LONG_S, runThatIs } from './run-watch-calls.js';
import { expectTriggered } from './trigger-calls.js';

describe('A run that its agent gives back', () => {
  const bench = useProduct();

  it('is offered to the next process by the same frame in a new event, and is no retry', async () => {
    const { agent, socket: first, ...task } = await bench.onlineTriggeredAgent();
    const runId = await expectTriggered(task.trigger_id, { order: 4_711 });
    const told = await first.taskTrigger(runId);
    await lease(agent, runId, LONG_S);
    await agent.tasks.append(runId, 'half of it');
    await first.close();
    const answer = await agent.call(`/api/agent/tasks/runs/${runId}/release`, { body: { attempt: 1 } });
    expectAnswer('releaseRun', answer, 200);
    expect(answer.body).toEqual({ run_id: runId, status: 'pending' });
    expect(await agent.tasks.run(runId)).not.toHaveProperty('lease_expires_at');
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const second = await bench.connect(agent, { resume: true });
    expect(await second.taskTrigger(runId)).toEqual(told);
    await runThatIs(agent, runId, { status: 'running' });
    expect((await agent.tasks.blocks(runId)).map(({ text }) => text)).toEqual(['half of it']);
    expect((await heartbeat(agent, runId, { lease_seconds: LONG_S, attempt: 1 })).status).toBe(200);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'All of it' });
    expect(await bubblesOf(bench.person, agent, runId)).toEqual(['All of it']);
    const events = await bench.person.events(agent.agentId);
    expect(new Set(events.map(({ event_id: id }) => id)).size).toBe(2);
  });

  it('stays as it is when it is pending; 409 when it has ended or another attempt has it', async () => {
    const { agent, id } = await bench.scheduledAgent();
    const runId = await bench.person.tasks.run(id);
    const path = `/api/agent/tasks/runs/${runId}/release`;
    expect((await agent.call(path, { body: {} })).status).toBe(200);
    expectRefusal(await agent.call(path, { body: { attempt: 2 } }), 409, 'The run is in its attempt 1');
    await agent.tasks.complete(runId);
    expectRefusal(await agent.call(path, { body: {} }), 409, 'The run is already completed');
  });
});
