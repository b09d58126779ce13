import { agentMessage, useStore } from '../store.suite.js';

const bench = useStore();
const { addFired, complete, eventOf, statusOf } = bench;

/** A run whose event its agent has received over a socket, six minutes ago. */
async function receivedRun() {
  const { agent, runId, eventId } = await addFired();
  const { sessionId } = await bench.connect(agent.agentId);
  await bench.store.channels.websocket.receive(eventId);
  await bench.sql`UPDATE event SET delivered_at = now() - interval '6 minutes' WHERE id = ${eventId}`;
  await bench.sql`UPDATE agent_session SET connected_at = now() - interval '66 minutes'
    WHERE id = ${sessionId}`;
  return { agent, runId, eventId, sessionId };
}

type ReceivedRun = Awaited<ReturnType<typeof receivedRun>>;

/** The agent's socket ends, and it connects again. Whether it is offered the run by the same event. */
async function isOfferedAfter(run: ReceivedRun): Promise<boolean> {
  await bench.store.presence.disconnect(run.sessionId);
  return isOffered(run);
}

async function isOffered({ agent, runId, eventId }: ReceivedRun): Promise<boolean> {
  const { agentId } = agent;
  const next = await bench.connect(agentId);
  await bench.store.channels.websocket.resumeRuns(agentId);
  const claim = { sessionId: next.sessionId, agentId, after: 0, limit: 10 };
  const claimed = (await bench.store.channels.websocket.claim([claim])).get(next.sessionId);
  const ids = claimed?.events.map((event) => event.eventId) ?? [];
  expect(ids.filter((id) => id !== eventId)).toEqual([]);
  expect((await eventOf(runId))['id']).toBe(eventId);
  return ids.length > 0;
}

describe('a run that is running', () => {
  it('is offered again, by its event, to an agent that has left it and written nothing of it for five minutes', async () => {
    const run = await receivedRun();
    expect(await isOfferedAfter(run)).toBe(true);
    await bench.store.channels.websocket.receive(run.eventId);
    expect(await statusOf(run.runId)).toBe('running');
    expect(await isOffered(run)).toBe(false);
  });

  it('is not, while a socket is open that may have brought it', async () => {
    expect(await isOffered(await receivedRun())).toBe(false);
  });

  it.each<[string, (run: { runId: string; agentId: string }) => Promise<unknown>]>([
    ['on lease', (run) => bench.store.runSigns.heartbeat({ ...run, leaseSeconds: 60 })],
    [
      'of which its agent says how far it is',
      (run) => bench.store.runSigns.progress({ ...run, percent: 1, text: 'x' }),
    ],
    ['whose scratchpad grows', (run) => bench.store.contextBlocks.append({ ...run, text: 'x' })],
    ['that has ended', (run) => complete(run, run.runId)],
    [
      'that came by webhook',
      ({ runId }) => bench.sql`UPDATE event SET channel = 'webhook' WHERE subject_id = ${runId}`,
    ],
    [
      'that its agent has written of',
      ({ runId, agentId }) =>
        bench.store.messages.writeAgentMessage(agentMessage({ agentId }, undefined, { taskRunId: runId })),
    ],
  ])('is not, if it is one %s', async (_case, sign) => {
    const run = await receivedRun();
    await sign({ runId: run.runId, agentId: run.agent.agentId });
    expect(await isOfferedAfter(run)).toBe(false);
  });
});
