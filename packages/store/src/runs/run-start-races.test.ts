import { agentMessage, useStore } from '../store.suite.js';

const bench = useStore();
const { addFired, addTask, behind, eventOf, holdingRow, statusOf, trigger } = bench;

it('a run that is started while its receipt is recorded is the one that was pushed', async () => {
  const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
  const task = await addTask(agent, { schedule: 'event' });
  const runId = await trigger(task);
  const eventId = (await eventOf(runId))['id'] as string;
  const last = await bench.addMessage(other);
  const { receive } = bench.store.channels.websocket;
  const [, started] = await behind(
    holdingRow('event', last.eventId),
    // Of one statement, which has begun the run and waits for the other event.
    () => Promise.all([receive(eventId), receive(last.eventId)]),
    () => bench.store.runs.start(task.taskId, agent.agentId),
  );
  expect(started).toEqual({ runId });
});

describe('a run whose event is sent again while its agent starts it', () => {
  /** A run whose event its agent was pushed, or that is still open. */
  async function scene(isPushed: boolean) {
    const { agent, task, runId, eventId } = await addFired();
    if (isPushed) await bench.store.channels.websocket.receive(eventId);
    const start = () => bench.store.runs.start(task.taskId, agent.agentId);
    const restart = () => bench.store.events.restart(eventId, agent.ownerId);
    const states = async () => [await statusOf(runId), (await eventOf(runId))['state']];
    return { runId, eventId, start, restart, states };
  }

  it.each([
    ['was pushed before', true],
    ['was not pushed before', false],
  ])('is started once, and an event that %s has reached its agent', async (_name, isPushed) => {
    const { runId, eventId, start, restart, states } = await scene(isPushed);
    const ended = await behind(holdingRow('event', eventId), restart, start);
    expect(ended).toMatchObject([{ eventId }, { runId }]);
    expect(await states()).toEqual(['running', 'delivered']);
  });

  it('goes out again if the agent was faster', async () => {
    const { runId, eventId, start, restart, states } = await scene(false);
    const ended = await behind(holdingRow('event', eventId), start, restart);
    expect(ended).toMatchObject([{ runId }, { eventId }]);
    expect(await states()).toEqual(['running', 'waiting']);
  });
});

const say = (agentId: string, taskRunId: string) =>
  bench.store.messages.writeAgentMessage(agentMessage({ agentId }, undefined, { taskRunId }));

it.each([
  ['run/start', (agentId: string, _runId: string, taskId: string) => bench.store.runs.start(taskId, agentId)],
  ['a message', say],
])(
  'a run that is offered again while its agent takes it by %s is not pushed any more',
  async (_name, take) => {
    const { agent, task, runId } = await addFired();
    await bench.store.runs.start(task.taskId, agent.agentId);
    await bench.store.runSigns.release({ runId, agentId: agent.agentId });
    // The offer holds the run and waits for the number of its event.
    const [offered] = await behind(
      holdingRow('agent_counter', agent.agentId),
      () => bench.store.overdueRuns.step({ ...agent, runId, taskId: task.taskId, userId: agent.ownerId }),
      () => take(agent.agentId, runId, task.taskId),
    );
    expect(offered).toMatchObject({ step: 'offered' });
    expect(await statusOf(runId)).toBe('running');
    expect(await bench.sql`SELECT 1 FROM event WHERE subject_id = ${runId} AND state = 'open'`).toEqual([]);
  },
);
