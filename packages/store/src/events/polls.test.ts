import { useStore } from '../store.suite.js';

const bench = useStore();
const { addHub, addTask, addTriggered, behind, complete, endLease, eventOf, finish, holding } = bench;
const { only, trigger } = bench;

const take = (agentId: string) => bench.store.polls.takePendingTriggers(agentId);

/** What a session that wants all that is open is pushed now. */
const resumed = async (agentId: string) => {
  const sessionId = `sess_${agentId}`;
  await bench.sql`UPDATE agent_session SET kept_after = 0 WHERE id = ${sessionId}`;
  const claims = [{ sessionId, agentId, after: 0, limit: 100 }];
  return (await bench.store.channels.websocket.claim(claims)).get(sessionId)?.events;
};

describe('pending triggers', () => {
  it('are listed to an agent that is connected if a socket had them before this one, and no receipt came', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    await addHub(agent);
    const runId = await trigger(task);
    expect(await take(agent.agentId)).toEqual([]);
    await bench.sql`DELETE FROM agent_session WHERE agent_id = ${agent.agentId}`;
    await addHub(agent);
    expect(await take(agent.agentId)).toMatchObject([{ runId }]);
  });

  it('are taken though their rows were changed while they were waited for', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    const runs = [await trigger(task), await trigger(task)];
    const changing = holding`UPDATE event SET last_outcome = NULL WHERE agent_id = ${agent.agentId}`;
    const [taken] = await behind(changing, () => take(agent.agentId));
    expect(taken.map(({ runId }) => runId)).toEqual(runs);
  });

  it('come in portions of a bounded size, of at least one', async () => {
    const agent = await bench.addAgent();
    const task = await addTask(agent, { schedule: 'event' });
    const payload = JSON.stringify({ x: 'x'.repeat(3 * 1024 * 1024) });
    for (let count = 0; count < 3; count += 1) await trigger(task, payload);
    expect(await take(agent.agentId)).toHaveLength(2);
    expect(await take(agent.agentId)).toHaveLength(1);
  });

  it('include what the webhook refused to the last', async () => {
    const hooked = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    await bench.sql`UPDATE agent SET push_triggers_to_webhook = true WHERE id = ${hooked.agentId}`;
    const refused = await trigger(await addTask(hooked, { schedule: 'event' }));
    await finish(await only(hooked.agentId));
    expect(await eventOf(refused)).toMatchObject({ state: 'failed', is_queued: true });
    expect(await take(hooked.agentId)).toMatchObject([{ runId: refused }]);
  });

  it('are not pushed on a resumed connection while they are leased', async () => {
    const { agent, runId } = await addTriggered();
    await addHub(agent);
    expect(await resumed(agent.agentId)).toHaveLength(1);
    await take(agent.agentId);
    expect(await resumed(agent.agentId)).toEqual([]);
    await endLease(runId);
    expect(await resumed(agent.agentId)).toHaveLength(1);
    await complete(agent, runId);
    expect(await resumed(agent.agentId)).toEqual([]);
  });

  it('that a resumed connection received are kept from polls for the time of a lease', async () => {
    const { agent, runId, eventId } = await addTriggered();
    await bench.store.channels.websocket.receive(eventId);
    expect(await take(agent.agentId)).toEqual([]);
    await endLease(runId);
    expect(await take(agent.agentId)).toMatchObject([{ runId }]);
  });
});
