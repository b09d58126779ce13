import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { lockWaits } from '../lock-waits.suite.js';
import { useStore } from '../store.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);

describe('an event that is received while its agent is removed', () => {
  it.each([
    ['on its way', 'pending', null],
    ['listed by the poll', 'waiting', new Date()],
  ])('%s, goes with the agent', async (_name, state, queuedAt) => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const { eventId } = await bench.addMessage(agent);
    await bench.sql('UPDATE open_event SET state = $2, queued_at = $3 WHERE event_id = $1', [
      eventId,
      state,
      queuedAt,
    ]);
    const behind = await bench.addMessage(other);
    const held = await holding('SELECT 1 FROM open_event WHERE event_id = $1 FOR UPDATE', [behind.eventId]);
    // Of one statement, which has received the first of them and waits for the other.
    const received = [eventId, behind.eventId].map((id) => bench.store.events.markDelivered(id, 'websocket'));
    await untilWaiting(1);
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    const step = bench.store.deletions.step({ kind: 'agent', id: agent.agentId });
    await untilWaiting(2);
    await held.commit();
    await Promise.all([step, ...received]);
    while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await bench.sql('SELECT 1 FROM agent WHERE id = $1', [agent.agentId])).toEqual([]);
    for (const table of ['event', 'open_event', 'event_end'])
      expect(await bench.sql(`SELECT * FROM ${table} WHERE agent_id = $1`, [agent.agentId])).toEqual([]);
  });
});

describe('a webhook attempt that is reserved while its agent is removed', () => {
  it('goes with the agent', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const { eventId } = await bench.addMessage(agent);
    const earlier = newId('delivery');
    await bench.sql(
      `INSERT INTO delivery_attempt (id, event_id, retry_num, retry_reason) VALUES ($1, $2, 0, 'first_attempt')`,
      [earlier, eventId],
    );
    const [event, attempt] = [
      await holding('SELECT 1 FROM open_event WHERE event_id = $1 FOR UPDATE', [eventId]),
      await holding('SELECT 1 FROM delivery_attempt WHERE id = $1 FOR UPDATE', [earlier]),
    ];
    const deliveryId = newId('delivery');
    const reserved = bench.store.attempts.reserve({ eventId, deliveryId, attempt: 0, leaseMs: 30_000 });
    await untilWaiting(1);
    await bench.store.agents.delete(agent.agentId, agent.ownerId);
    const step = bench.store.deletions.step({ kind: 'agent', id: agent.agentId });
    await untilWaiting(2);
    await event.commit();
    expect(await reserved).toMatchObject({ deliveryId });
    await attempt.commit();
    await step;
    while (await bench.store.deletions.step({ kind: 'agent', id: agent.agentId }));
    expect(await bench.sql('SELECT * FROM agent WHERE id = $1', [agent.agentId])).toEqual([]);
    expect(await bench.sql('SELECT * FROM delivery_attempt WHERE event_id = $1', [eventId])).toEqual([]);
  });
});
