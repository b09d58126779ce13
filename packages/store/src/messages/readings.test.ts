import { describe, expect, it } from '@jest/globals';
import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addAnswer, holding, untilWaiting } = bench;

const read = (agent: TestAgent, conversationId: string, readThrough: Date) =>
  bench.store.readings.moveOn({ conversationId, userId: agent.ownerId, readThrough });

const countOf = async (agent: TestAgent, conversationId: string) =>
  (await bench.store.conversations.findForUser(conversationId, agent.ownerId))?.unreadCount;

/** A conversation with answers of the agent, and the moments of these, oldest first. */
async function answered(count: number) {
  const { agent, conversationId } = await bench.addConversation();
  for (let each = 0; each < count; each += 1) await addAnswer(agent, 'answer', { conversationId });
  const { historyForUser } = bench.store.conversations;
  const history = await historyForUser(conversationId, agent.ownerId, { limit: count });
  return { agent, conversationId, moments: history!.map(({ createdAt }) => createdAt).reverse() };
}

describe('what is read of a conversation', () => {
  it('does not reach beyond the newest message, so that the next one is unread', async () => {
    const { agent, conversationId } = await answered(1);
    await read(agent, conversationId, new Date('9999-01-01'));
    await addAnswer(agent, 'later', { conversationId });
    expect(await countOf(agent, conversationId)).toBe(1);
  });

  it('is counted among the newest hundred messages', async () => {
    const { agent, conversationId } = await answered(1);
    await bench.sql`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
      SELECT 'msg_' || gen_random_uuid(), ${conversationId}, 'agent', 'Ada', 'x', now() + n * interval '1 second'
        FROM generate_series(1, 300) n`;
    expect(await countOf(agent, conversationId)).toBe(100);
  });
});

it('a mark that takes its time keeps no message waiting, and no message keeps it', async () => {
  const { agent, conversationId, moments } = await answered(1);
  await read(agent, conversationId, new Date(moments[0]!.getTime() - 1));
  const marking = await holding('UPDATE conversation_reading SET read_through = read_through');
  const late = read(agent, conversationId, moments[0]!);
  await untilWaiting(1);
  expect(await addAnswer(agent, 'meanwhile', { conversationId })).not.toBeNull();
  await bench.addMessage(agent, 'meanwhile', conversationId);
  await marking.commit();
  expect(await late).toMatchObject({ hasMoved: true });
  const writing = await holding`UPDATE conversation SET last_message_at = now() WHERE id = ${conversationId}`;
  expect(await read(agent, conversationId, new Date())).toMatchObject({ hasMoved: true });
  await writing.commit();
});
