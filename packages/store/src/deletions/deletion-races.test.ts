import { newId } from '@svc/domain';
import { userMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { behind, claim, holding, holdingRow } = bench;

type Lock = ReturnType<typeof holding>;

/** Removes an agent behind what waits for a lock. */
async function removeBehind(lock: Lock, waits: () => Promise<unknown>, agent: TestAgent) {
  const target = { kind: 'agent', id: agent.agentId } as const;
  await behind(lock, waits, async () => {
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    await bench.store.deletions.step(target);
  });
  while (await bench.store.deletions.step(target));
  expect(await bench.sql`SELECT * FROM agent WHERE id = ${agent.agentId}`).toEqual([]);
}

it.each([
  ['on its way', false],
  ['listed by the poll', true],
])('an event %s that is received while its agent is removed goes with it', async (_name, isListed) => {
  const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
  const { eventId } = await bench.addMessage(agent);
  await bench.sql`UPDATE event SET is_listed = ${isListed}, is_queued = ${isListed} WHERE id = ${eventId}`;
  const last = await bench.addMessage(other);
  // Of one statement, which has received the first of them and waits for the other.
  const { receive } = bench.store.channels.websocket;
  const received = () => Promise.all([receive(eventId), receive(last.eventId)]);
  await removeBehind(holdingRow('event', last.eventId), received, agent);
  expect(await bench.sql`SELECT * FROM event WHERE agent_id = ${agent.agentId}`).toEqual([]);
});

it('a webhook attempt that is claimed while its agent is removed goes with the agent', async () => {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
  const { eventId } = await bench.addMessage(agent);
  const earlier = newId('delivery');
  await bench.sql`INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason)
    VALUES (${earlier}, ${eventId}, 0, 'first_attempt')`;
  const attempts = holding('LOCK TABLE delivery_attempt IN SHARE MODE');
  await removeBehind(attempts, () => claim(agent.agentId), agent);
  expect(await bench.sql`SELECT * FROM delivery_attempt WHERE event_id = ${eventId}`).toEqual([]);
});

describe('a message to an agent that is being deleted', () => {
  it('is refused and nothing of it stays', async () => {
    const agent = await bench.addAgent();
    const deleting = holding`DELETE FROM agent WHERE id = ${agent.agentId}`;
    const [written] = await behind(deleting, () => bench.store.messages.writeUserMessage(userMessage(agent)));
    expect(written).toBeNull();
  });

  it('does not make message and deletion wait for each other', async () => {
    const { agent, conversationId } = await bench.addConversation();
    const ended = await behind(
      holdingRow('agent_counter', agent.agentId),
      () => bench.store.messages.writeUserMessage(userMessage(agent, conversationId)),
      () => bench.store.agents.delete(agent.agentId, agent.ownerId),
    );
    expect(ended).toMatchObject([{ event: { seq: 2 } }, true]);
  });
});
