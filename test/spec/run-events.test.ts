/** @each-shape Hubs and dispatchers carry what the gateway writes. */
import { eventOf } from '@svc/testkit';
import type { AgentClient, NewAgent } from '@svc/testkit';
import { bodyOf, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';
import { LONG_S } from './lease-times.js';

const bench = useProduct();

describe('A run that its agent gives back', () => {
  it('is offered to the next process by the same frame in a new event, and is no retry', async () => {
    const { agent, socket: first, ...task } = await bench.onlineTriggeredAgent();
    const runId = await bench.expectTriggered(task.trigger_id, { order: 4_711 });
    const told = await first.taskTrigger(runId);
    await agent.tasks.lease(runId, LONG_S);
    await agent.tasks.append(runId, 'half of it');
    await first.close();
    const answer = await bodyOf(
      'releaseRun',
      agent.call(`/api/agent/tasks/runs/${runId}/release`, { body: { attempt: 1 } }),
    );
    expect(answer).toEqual({ run_id: runId, status: 'pending' });
    expect(await agent.tasks.run(runId)).not.toHaveProperty('lease_expires_at');
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const second = await bench.connect(agent, { resume: true });
    expect(await second.taskTrigger(runId)).toEqual(told);
    await agent.tasks.runThatIs(runId, { status: 'running' });
    expect((await agent.tasks.blocks(runId)).map(({ text }) => text)).toEqual(['half of it']);
    expect((await agent.tasks.heartbeat(runId, { lease_seconds: LONG_S, attempt: 1 })).status).toBe(200);
    await agent.tasks.complete(runId, { status: 'completed', summary: 'All of it' });
    expect(await bench.person.bubbles(agent.agentId, runId)).toEqual(['All of it']);
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

describe('When a person cancels a run', () => {
  async function askingAgent(settings: NewAgent = {}): Promise<AgentClient> {
    const agent = await bench.person.createAgent(settings);
    await bench.person.changeAgent(agent.agentId, { features: ['run_cancelled'] });
    return agent;
  }

  const logOf = (agent: AgentClient) => bench.person.events(agent.agentId);

  it('an agent that asked for it gets run_cancelled by socket, with the documented fields', async () => {
    const agent = await askingAgent();
    const socket = await bench.connect(agent);
    const { taskId, runId } = await agent.tasks.startNew({ name: 'Weekly report' });
    await bench.person.tasks.cancelRun(runId);
    const frame = await socket.frame({ type: 'run_cancelled' });
    const logged = await bench.person.newestEvent(agent.agentId, 'delivered');
    const of = { event_id: logged.event_id, run_id: runId, task_id: taskId };
    expect(frame).toEqual({ type: 'run_cancelled', ...of, task_name: 'Weekly report' });
  });

  it('it comes after what told of the run, and what had not come by then does not come', async () => {
    const agent = await askingAgent();
    const { id } = await agent.tasks.create({ schedule: '0 9 1 1 *' });
    const runId = await bench.person.tasks.run(id);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    await bench.person.tasks.cancelRun(runId);
    await bench.person.newestEvent(agent.agentId, 'waiting');
    const socket = await bench.connect(agent, { resume: true });
    await socket.frame({ type: 'run_cancelled' });
    expect(socket.events.map(({ type }) => type)).toEqual(['run_cancelled']);
    expect(await logOf(agent)).toMatchObject([
      { type: 'run_cancelled' },
      { type: 'task_due', state: 'failed', drop_reason: 'run_cancelled' },
    ]);
  });

  it('an agent that did not ask for it sees no event', async () => {
    const { agent, receiver } = await bench.hookedAgent();
    const { runId } = await agent.tasks.startNew();
    await bench.person.tasks.cancelRun(runId);
    expect(await logOf(agent)).toEqual([]);
    await bench.person.send(agent.agentId, 'Afterwards');
    const delivery = await receiver.deliveries.first(() => true, 'a delivery');
    expect(eventOf(delivery)).toMatchObject({ type: 'user_message', text: 'Afterwards' });
  });
});
