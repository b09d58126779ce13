import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import { addWaitingEvents } from './event-state.suite.js';

const bench = useStore();
const { addHub, addTask, addTriggered, behind, claim, endLease, eventOf, finish, holding, trigger } = bench;

const longPoll = () => bench.store.channels.long_poll;
const open = (agentId: string, limit = 100) => longPoll().read({ agentId, after: null, limit });
const log = (agentId: string, after: number, limit = 100) => longPoll().read({ agentId, after, limit });
const isThere = async (agentId: string, after: number | null) =>
  (await longPoll().look({ agentId, after })).isFound;

/** The webhook is there for one attempt alone. */
async function failByWebhook({ agentId, ownerId }: TestAgent): Promise<void> {
  const webhookUrl = 'https://agent.example.org/';
  await bench.store.agents.change(agentId, ownerId, { webhookUrl, pushTriggersToWebhook: true });
  for (const attempt of await claim(agentId, { perAgentMax: 1 })) await finish(attempt);
  await bench.store.agents.change(agentId, ownerId, { webhookUrl: null });
}

describe('open events', () => {
  it('are those that no channel pushes: not those of an agent that is online or has a webhook', async () => {
    const online = await bench.addAgent();
    await addHub(online);
    await bench.addMessage(online);
    const hooked = await bench.addAgent({ webhookUrl: 'https://agent.example.org/' });
    await bench.addMessage(hooked);
    const runId = await trigger(await addTask(hooked, { schedule: 'event' }));
    expect((await open(online.agentId)).entries).toEqual([]);
    expect((await open(hooked.agentId)).entries).toMatchObject([{ eventId: (await eventOf(runId))?.['id'] }]);
    expect((await log(online.agentId, 0)).entries).toMatchObject([{ seq: 1 }]);
    expect((await log(hooked.agentId, 0)).entries).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  });

  it('leave out what was received otherwise, and what another poll has leased', async () => {
    const agent = await bench.addAgent();
    const message = await bench.addMessage(agent);
    const task = await addTask(agent, { schedule: 'event' });
    const runId = await trigger(task);
    await bench.store.polls.takePendingTriggers(agent.agentId);
    await bench.store.channels.websocket.receive(message.eventId);
    expect((await open(agent.agentId)).entries).toEqual([]);
    expect(await isThere(agent.agentId, null)).toBe(false);
    await endLease(runId);
    expect((await open(agent.agentId)).entries).toHaveLength(1);
    expect((await log(agent.agentId, 0)).entries.map(({ state }) => state)).toEqual(['delivered', 'waiting']);
  });

  it.each([
    ['leased by a poll', 'leased_until', 'handed out before'],
    ['leased by a poll', 'leased_until', 'never handed out'],
    ['taken by a webhook attempt', 'in_flight_until', 'handed out before'],
    ['taken by a webhook attempt', 'in_flight_until', 'never handed out'],
  ])('leave out what is %s at the same moment (%s), %s', async (_case, column, mark) => {
    const agent = await bench.addAgent();
    const [taken, free] = [await bench.addMessage(agent), await bench.addMessage(agent)];
    if (mark === 'handed out before') await open(agent.agentId);
    const taking = `UPDATE event SET ${column} = now() + interval '1 hour' WHERE id = $1`;
    const [page] = await behind(holding(taking, taken.eventId), () => open(agent.agentId));
    expect(page.entries).toMatchObject([{ eventId: free.eventId }]);
    const { received } = await longPoll().acknowledge(agent.agentId, 2);
    expect(received).toHaveLength(mark === 'handed out before' ? 2 : 1);
  });

  it('come in pages of bounded length and size, of at least one', async () => {
    const agent = await bench.addAgent();
    for (const text of ['x'.repeat(300_000), 'y'.repeat(300_000), 'z'.repeat(600_000)])
      await bench.addMessage(agent, text);
    for (const limit of [100, 1])
      for (const page of [await open(agent.agentId, limit), await log(agent.agentId, 0, limit)]) {
        expect(page.entries.map(({ seq }) => seq)).toEqual([1]);
        expect(page).toMatchObject({ gaps: [], nextAfter: 1, lastSeq: 3 });
      }
    expect((await log(agent.agentId, 2)).entries.map(({ seq }) => seq)).toEqual([3]);
  });
});

describe('an acknowledgement', () => {
  it('with a receipt does not end an event that a webhook has failed and that was listed in a lost page', async () => {
    const { agent, eventId } = await addTriggered();
    await bench.addMessage(agent);
    const page = await open(agent.agentId);
    expect(page.receipt).toBeGreaterThan(0);
    await failByWebhook(agent);
    const lost = await open(agent.agentId);
    expect(lost.entries).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect(lost.receipt).toBeGreaterThan(page.receipt);
    expect((await longPoll().acknowledge(agent.agentId, 2, page.receipt)).received).toHaveLength(1);
    const again = await open(agent.agentId);
    expect(again).toMatchObject({ entries: [{ eventId }], receipt: lost.receipt });
    expect((await log(agent.agentId, 0)).receipt).toBe(lost.receipt);
    const acknowledge = () => longPoll().acknowledge(agent.agentId, 2, again.receipt);
    expect((await acknowledge()).received).toMatchObject([{ eventId }]);
    expect((await acknowledge()).received).toEqual([]);
  });

  it('does not end an event that its owner sends again at the same moment', async () => {
    const { agent, eventId } = await bench.addConversation();
    const { receipt } = await open(agent.agentId);
    const again = holding`UPDATE event SET state = 'open', channel = NULL, handed_out_no = NULL WHERE id = ${eventId}`;
    const [acknowledged] = await behind(again, () => longPoll().acknowledge(agent.agentId, 1, receipt));
    expect(acknowledged.received).toEqual([]);
    expect((await open(agent.agentId)).entries).toHaveLength(1);
  });

  it('ends all of them where another channel receives one at the same moment', async () => {
    const agent = await bench.addAgent();
    await addWaitingEvents(bench, agent.agentId, 510);
    for (let after = 0; after < 510;) after = (await log(agent.agentId, after)).nextAfter;
    const receiving = holding`UPDATE event SET state = 'delivered', handed_out_no = NULL
      WHERE agent_id = ${agent.agentId} AND seq = 1`;
    const [acknowledged] = await behind(receiving, () => longPoll().acknowledge(agent.agentId, 510));
    expect(acknowledged.received).toHaveLength(509);
    expect((await open(agent.agentId)).entries).toEqual([]);
  });

  it('of a trigger leaves its run to the polls for triggers until the run ends', async () => {
    const { agent, runId } = await addTriggered();
    await open(agent.agentId);
    await longPoll().acknowledge(agent.agentId, 1);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toEqual([]);
    await endLease(runId);
    expect(await bench.store.polls.takePendingTriggers(agent.agentId)).toMatchObject([{ runId }]);
    expect((await open(agent.agentId)).entries).toEqual([]);
  });
});

it('the log has every event behind a number, and begins anew where its numbers are gone', async () => {
  const agent = await bench.addAgent();
  const messages = [];
  for (let count = 0; count < 6; count += 1) messages.push(await bench.addMessage(agent));
  await bench.store.channels.websocket.receive(messages[1]?.eventId ?? '');
  const states = (await log(agent.agentId, 0)).entries.map(({ state }) => state);
  expect(states).toEqual(['waiting', 'delivered', 'waiting', 'waiting', 'waiting', 'waiting']);
  const gone = (...seqs: number[]) =>
    bench.sql`DELETE FROM event WHERE agent_id = ${agent.agentId} AND seq = ANY (${seqs})`;
  await gone(1, 2, 4);
  const gap = { from: 1, to: 2 };
  expect(await log(agent.agentId, 0)).toMatchObject({
    ...{ entries: [{ seq: 3 }, { seq: 5 }, { seq: 6 }], gaps: [gap, { from: 4, to: 4 }], nextAfter: 6 },
  });
  expect((await log(agent.agentId, 0, 1)).gaps).toEqual([gap]);
  await gone(3, 5, 6);
  const end = { entries: [], gaps: [], nextAfter: 6, lastSeq: 6, receipt: 0 };
  expect(await log(agent.agentId, 2)).toEqual({ ...end, gaps: [{ from: 3, to: 6 }] });
  expect(await log(agent.agentId, 6)).toEqual(end);
  expect(await log(agent.agentId, 7)).toMatchObject({ entries: [], gaps: [], lastSeq: 6 });
});
