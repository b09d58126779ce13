import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import { addWaitingEvents } from './event-state.suite.js';

const bench = useStore();
const { addFired, behind, eventOf, holding } = bench;

async function connect(agent: TestAgent, resumes = false) {
  const { hub, sessionId } = await bench.connect(agent.agentId, { resumes });
  const claim = async (after = 0, limit = 10) => {
    const claims = [{ sessionId, agentId: agent.agentId, after, limit }];
    return (await bench.store.channels.websocket.claim(claims)).get(sessionId) ?? null;
  };
  const ids = async (after = 0) => (await claim(after))?.events.map(({ eventId }) => eventId) ?? null;
  return { hub, sessionId, claim, ids };
}

describe('what a socket claims', () => {
  it('is nothing for a session that is not the newest, of an earlier epoch, or whose hub counts as gone', async () => {
    const { agent } = await bench.addConversation();
    const older = await connect(agent);
    const newer = await connect(agent);
    expect([await older.ids(), (await newer.ids())?.length]).toEqual([null, 1]);
    await bench.sql`UPDATE hub SET epoch = epoch + 1 WHERE slot = ${newer.hub.slot}`;
    expect([(await older.ids())?.length, await newer.ids()]).toEqual([1, null]);
    await bench.sql`UPDATE hub SET heartbeat_at = now() - interval '13 seconds' WHERE slot = ${older.hub.slot}`;
    expect(await older.ids()).toBeNull();
  });

  it('is nothing that a webhook attempt may be delivering, until that is over', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/' });
    const { eventId } = await bench.addMessage(agent);
    await bench.only(agent.agentId);
    const { ids } = await connect(agent);
    expect(await ids()).toEqual([]);
    await bench.expire(eventId);
    expect(await ids()).toEqual([eventId]);
  });

  it('is bounded by the bytes of its frames, and one is always taken', async () => {
    const agent = await bench.addAgent();
    for (let count = 0; count < 3; count += 1) await bench.addMessage(agent, 'x'.repeat(200 * 1024));
    const { claim } = await connect(agent);
    expect(await claim()).toMatchObject({ isWhole: false, upTo: 2, events: [{ seq: 1 }, { seq: 2 }] });
    const large = await bench.addAgent();
    await bench.addMessage(large, 'x'.repeat(2_200 * 1024));
    expect((await (await connect(large)).claim())?.events).toHaveLength(1);
  });
});

it('events that are received twice at once are marked by both, in whatever order these name them', async () => {
  const agent = await bench.addAgent();
  // As in a table that is large: rows are looked up one by one.
  const databaseUrl = new URL(bench.databaseUrl);
  const options = ['hashjoin', 'mergejoin', 'seqscan'].map((plan) => `-c enable_${plan}=off`);
  databaseUrl.searchParams.set('options', options.join(' '));
  const open = () => bench.open({ databaseUrl: databaseUrl.href }).channels.websocket;
  const [one, other] = [open(), open()];
  const ids = await addWaitingEvents(bench, agent.agentId, 200);
  for (let round = 0; round < 10; round += 1) {
    await bench.sql`UPDATE event SET state = 'open' WHERE agent_id = ${agent.agentId}`;
    const received = ids.map((id) => one.receive(id));
    await Promise.all([...received, ...ids.toReversed().map((id) => other.receive(id))]);
  }
});

describe('a redelivery', () => {
  it('of the event of a run that ends meanwhile is refused', async () => {
    const { agent, runId, eventId } = await addFired();
    const ending = await holding`UPDATE task_run SET status = 'cancelled' WHERE id = ${runId}`;
    await ending.also`UPDATE event SET state = 'failed', ended_at = now() WHERE id = ${eventId}`;
    const restart = () => bench.store.events.restart(eventId, agent.ownerId);
    const restarted = behind(Promise.resolve(ending), restart);
    await expect(restarted).rejects.toMatchObject({ code: 'conflict' });
    expect(await eventOf(runId)).toMatchObject({ state: 'failed' });
  });
});
