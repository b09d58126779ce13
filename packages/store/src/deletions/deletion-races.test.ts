import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { attemptCalls } from '../events/attempts.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { claim } = attemptCalls(bench);
const { holding, untilWaiting } = lockWaits(bench);

describe('an event that is received while its agent is removed', () => {
  it.each([
    ['on its way', false],
    ['listed by the poll', true],
  ])('%s, goes with the agent', async (_name, isListed) => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const { eventId } = await bench.addMessage(agent);
    await bench.sql('UPDATE event SET is_listed = $2, is_queued = $2 WHERE id = $1', [eventId, isListed]);
    const behind = await bench.addMessage(other);
    const held = await holding('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [behind.eventId]);
    // Of one statement, which has received the first of them and waits for the other.
    const received = [eventId, behind.eventId].map((id) => bench.store.channels.websocket.receive(id));
    await untilWaiting(1);
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    const step = bench.store.deletions.step({ kind: 'agent', id: agent.agentId });
    await untilWaiting(2);
    await held.commit();
    await Promise.all([step, ...received]);
    while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await bench.sql('SELECT 1 FROM agent WHERE id = $1', [agent.agentId])).toEqual([]);
    expect(await bench.sql('SELECT * FROM event WHERE agent_id = $1', [agent.agentId])).toEqual([]);
  });
});

it('a webhook attempt that is claimed while its agent is removed goes with the agent', async () => {
  const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
  const { eventId } = await bench.addMessage(agent);
  const earlier = newId('delivery');
  await bench.sql(
    `INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason) VALUES ($1, $2, 0, 'first_attempt')`,
    [earlier, eventId],
  );
  const attempts = await holding('LOCK TABLE delivery_attempt IN SHARE MODE', []);
  const claimed = claim(agent.agentId);
  await untilWaiting(1);
  await bench.store.agents.delete(agent.agentId, agent.ownerId);
  const step = bench.store.deletions.step({ kind: 'agent', id: agent.agentId });
  await untilWaiting(2);
  await attempts.commit();
  await Promise.all([claimed, step]);
  while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
  expect(await bench.sql('SELECT * FROM agent WHERE id = $1', [agent.agentId])).toEqual([]);
  expect(await bench.sql('SELECT * FROM delivery_attempt WHERE event_id = $1', [eventId])).toEqual([]);
});
