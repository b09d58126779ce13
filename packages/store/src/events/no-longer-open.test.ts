import { describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';

const bench = useStore();

describe('which of some events need not reach their agent any more', () => {
  it('is told for many callers at once: those that were erased, received, given up or are of a deleted agent', async () => {
    const [agent, deleted] = [await bench.addAgent(), await bench.addAgent()];
    const pending = await bench.addMessage(agent, 'pending');
    const waiting = await bench.addMessage(agent, 'waiting');
    const received = await bench.addMessage(agent, 'received');
    const erased = await bench.addMessage(agent, 'erased');
    const ofDeleted = await bench.addMessage(deleted, 'of a deleted agent');
    const { events, messageDeletions } = bench.store;
    expect(await events.park(waiting.eventId)).toBe(true);
    await events.markDelivered(received.eventId, 'websocket');
    await messageDeletions.deleteMessage({ messageId: erased.messageId, userId: agent.ownerId });
    const all = [pending, waiting, received, erased, ofDeleted].map(({ eventId }) => eventId);
    expect([...(await events.noLongerOpen(all))]).toEqual([received.eventId, erased.eventId]);
    await bench.sql('UPDATE agent SET deleted_at = now() WHERE id = $1', [deleted.agentId]);
    const [first, second] = await Promise.all([
      events.noLongerOpen([pending.eventId, received.eventId, erased.eventId]),
      events.noLongerOpen([waiting.eventId, ofDeleted.eventId, 'evt_none']),
    ]);
    for (const { eventId } of [received, erased]) expect(first.has(eventId)).toBe(true);
    for (const eventId of [ofDeleted.eventId, 'evt_none']) expect(second.has(eventId)).toBe(true);
    for (const { eventId } of [pending, waiting])
      expect(first.has(eventId) || second.has(eventId)).toBe(false);
  });

  it('does not wait for whoever holds the rows', async () => {
    const agent = await bench.addAgent();
    const { eventId } = await bench.addMessage(agent, 'held');
    await bench.store.prisma.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM open_event e JOIN agent a ON a.id = e.agent_id WHERE event_id = ${eventId} FOR UPDATE`;
      expect([...(await bench.store.events.noLongerOpen([eventId]))]).toEqual([]);
    });
  });
});
