import { describe, expect, it } from '@jest/globals';
import { lockWaits } from '../lock-waits.suite.js';
import { agentMessage, useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const { addTask, eventOf, fire, statusOf, trigger } = taskBuilders(bench);

it('a run that is started while its receipt is recorded is the one that was pushed', async () => {
  const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
  const task = await addTask(agent, { schedule: 'event' });
  const runId = await trigger(task);
  const eventId = (await eventOf(runId))['id'] as string;
  const behind = await bench.addMessage(other);
  const held = await holding('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [behind.eventId]);
  // Of one statement, which has begun the run and waits for the other event.
  const received = [eventId, behind.eventId].map((id) => bench.store.channels.websocket.receive(id));
  await untilWaiting(1);
  const started = bench.store.runs.start(task.taskId, agent.agentId);
  await untilWaiting(2);
  await held.commit();
  await Promise.all(received);
  expect(await started).toEqual({ runId });
});

describe('a run whose event is sent again while its agent starts it', () => {
  /** A run whose event its agent was pushed, or that is still open. */
  async function scene(isPushed: boolean) {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const { runId, eventId } = await fire(task);
    if (isPushed) await bench.store.channels.websocket.receive(eventId);
    return {
      runId,
      eventId,
      start: () => bench.store.runs.start(task.taskId, agent.agentId),
      restart: () => bench.store.events.restart(eventId, agent.ownerId),
      hold: () => holding('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [eventId]),
      stateOf: async () => {
        const [row] = await bench.sql(
          'SELECT r.status, e.state FROM task_run r JOIN event_state e ON e.id = r.event_id WHERE r.id = $1',
          [runId],
        );
        return row;
      },
    };
  }

  it.each([
    ['was pushed before', true],
    ['was not pushed before', false],
  ])('is started once, and an event that %s has reached its agent', async (_name, isPushed) => {
    const { runId, eventId, start, restart, hold, stateOf } = await scene(isPushed);
    const held = await hold();
    const restarted = restart();
    await untilWaiting(1);
    const started = start();
    await untilWaiting(2);
    await held.commit();
    expect(await started).toEqual({ runId });
    expect(await restarted).toMatchObject({ eventId });
    expect(await stateOf()).toEqual({ status: 'running', state: 'delivered' });
  });

  it('goes out again if the agent was faster', async () => {
    const { runId, eventId, start, restart, hold, stateOf } = await scene(false);
    const held = await hold();
    const started = start();
    await untilWaiting(1);
    const restarted = restart();
    await untilWaiting(2);
    await held.commit();
    expect(await started).toEqual({ runId });
    expect(await restarted).toMatchObject({ eventId });
    expect(await stateOf()).toEqual({ status: 'running', state: 'waiting' });
  });
});

describe('a run that is offered again while its agent takes it', () => {
  const say = (agentId: string, taskRunId: string) =>
    bench.store.messages.writeAgentMessage(agentMessage({ agentId }, undefined, { taskRunId }));

  it.each([
    [
      'run/start',
      (agentId: string, _runId: string, taskId: string) => bench.store.runs.start(taskId, agentId),
    ],
    ['a message', say],
  ])('by %s is not pushed any more', async (_name, take) => {
    const agent = await bench.addAgent();
    const task = await addTask(agent);
    const { runId } = await fire(task);
    await bench.store.runs.start(task.taskId, agent.agentId);
    await bench.store.runSigns.release({ runId, agentId: agent.agentId });
    // The offer holds the run and waits for the number of its event.
    const held = await holding('SELECT 1 FROM agent_counter WHERE agent_id = $1 FOR UPDATE', [agent.agentId]);
    const offered = bench.store.overdueRuns.step({
      ...agent,
      runId,
      taskId: task.taskId,
      userId: agent.ownerId,
    });
    await untilWaiting(1);
    const taken = take(agent.agentId, runId, task.taskId);
    await untilWaiting(2);
    await held.commit();
    expect(await offered).toMatchObject({ step: 'offered' });
    await taken;
    expect(await statusOf(runId)).toBe('running');
    expect(await bench.sql(`SELECT 1 FROM event WHERE subject_id = $1 AND state = 'open'`, [runId])).toEqual(
      [],
    );
  });
});
