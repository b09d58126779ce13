import { CONVERSATIONS_PINNED_MAX } from '@svc/domain';
import { OLD } from '../retention/retention.suite.js';
import { userMessage, useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';
import type { ConversationChange } from './conversation-marks.js';

const bench = useStore();
const { addAnswer, age, behind, complete, deleteConversation, deleteMessage, holding, pass, request } = bench;
const { start, tablesWith } = bench;

const change = (agent: TestAgent, conversationId: string, changes: Partial<ConversationChange>) =>
  bench.store.conversationMarks.change({ conversationId, userId: agent.ownerId, ...changes });

const titleByAgent = (agent: TestAgent, conversationId: string, title: string | null) =>
  bench.store.conversationMarks.titleByAgent({ conversationId, agentId: agent.agentId, title });

const find = (agent: TestAgent, conversationId: string) =>
  bench.store.conversations.findForUser(conversationId, agent.ownerId);

async function idsOf(agent: TestAgent, show?: 'active' | 'archived' | 'pinned'): Promise<string[]> {
  const listed = await bench.store.conversations.listOf(agent.ownerId, agent.agentId, { show });
  return listed.map(({ conversationId }) => conversationId);
}

describe('a conversation that is put away', () => {
  const writers = {
    'a request': (agent: TestAgent) => request(agent),
    'the bubble of a run': async (agent: TestAgent) => complete(agent, await start(agent), 'Done'),
  };

  it.each(Object.entries(writers))('comes back by %s', async (_name, write) => {
    const { agent, conversationId } = await bench.addConversation();
    await change(agent, conversationId, { isArchived: true });
    expect([await idsOf(agent), await idsOf(agent, 'archived')]).toEqual([[], [conversationId]]);
    await write(agent);
    expect([await idsOf(agent), await idsOf(agent, 'archived')]).toEqual([[conversationId], []]);
  });

  it('is not where requests and bubbles go, as long as there is another one', async () => {
    const agent = await bench.addAgent();
    const older = await bench.addMessage(agent);
    const newer = await bench.addMessage(agent);
    await change(agent, newer.conversationId, { isArchived: true });
    expect((await request(agent)).decision.conversationId).toBe(older.conversationId);
    const done = await writers['the bubble of a run'](agent);
    expect(done).toMatchObject({ conversationId: older.conversationId });
    expect(await idsOf(agent, 'archived')).toEqual([newer.conversationId]);
  });
});

it('the conversation of a test stays one whatever its person says of it', async () => {
  const agent = await bench.addAgent();
  const message = userMessage(agent, undefined, { isTest: true });
  await bench.store.messages.writeUserMessage(message);
  const id = message.conversationId;
  for (const said of [{ title: 'x' }, { isPinned: true }, { isArchived: false }, { isArchived: true }]) {
    await change(agent, id, said);
    await addAnswer(agent, 'news', { conversationId: id });
    expect(await idsOf(agent, 'archived')).toEqual([id]);
  }
  await change(agent, id, { isPinned: true });
  await change(agent, id, { title: 'y' });
  expect(await find(agent, id)).toMatchObject({ isPinned: true, isArchived: true, title: 'y' });
});

it('pins are bounded, also for those who pin at once, and those of deleted conversations are none', async () => {
  const agent = await bench.addAgent();
  await bench.sql`INSERT INTO conversation (id, agent_id, user_id, last_message_at, pinned_at)
    SELECT 'conv_' || gen_random_uuid(), ${agent.agentId}, ${agent.ownerId}, now(), now()
      FROM generate_series(2, ${CONVERSATIONS_PINNED_MAX}::int)`;
  const [first, second] = [await bench.addMessage(agent), await bench.addMessage(agent)];
  const pin = ({ conversationId }: { conversationId: string }) =>
    change(agent, conversationId, { isPinned: true });
  const user = holding`SELECT 1 FROM "user" WHERE id = ${agent.ownerId} FOR NO KEY UPDATE`;
  const [outcomes] = await behind(user, () => Promise.allSettled([pin(first), pin(second)]));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'conflict' } }]);
  const pinned = await idsOf(agent, 'pinned');
  expect(pinned).toHaveLength(CONVERSATIONS_PINNED_MAX);
  await deleteConversation(agent, pinned[0]!);
  await Promise.all([pin(first), pin(second)]);
  expect(await idsOf(agent, 'pinned')).toHaveLength(CONVERSATIONS_PINNED_MAX);
});

it('what is unread is counted among the newest hundred messages', async () => {
  const { agent, conversationId } = await bench.addConversation();
  await bench.sql`INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
    SELECT 'msg_' || gen_random_uuid(), ${conversationId}, 'agent', 'Ada', 'x', now() + n * interval '1 second'
      FROM generate_series(1, 300) n`;
  expect(await find(agent, conversationId)).toMatchObject({ unreadCount: 100 });
});

describe('a title', () => {
  it('is gone with its conversation from the moment of the deletion', async () => {
    const { agent, conversationId } = await bench.addConversation();
    await change(agent, conversationId, { title: 'Divorce of mine' });
    await titleByAgent(agent, conversationId, 'Divorce as told');
    await deleteConversation(agent, conversationId);
    expect(await tablesWith('Divorce')).toEqual([]);
    expect(await change(agent, conversationId, { title: 'x' })).toBeNull();
    expect(await titleByAgent(agent, conversationId, 'x')).toBeNull();
  });

  it('of the agent goes with the last message, deleted or past its days, and the person’s stays', async () => {
    const agent = await bench.addAgent();
    const [deleted, aged] = [await bench.addMessage(agent), await bench.addMessage(agent)];
    for (const { conversationId, eventId } of [deleted, aged]) {
      await bench.store.channels.websocket.receive(eventId);
      await titleByAgent(agent, conversationId, 'Told');
    }
    await addAnswer(agent, 'stays', { conversationId: deleted.conversationId });
    await deleteMessage(agent, deleted.messageId);
    expect(await find(agent, deleted.conversationId)).toMatchObject({ title: 'Told' });
    const { historyForUser } = bench.store.conversations;
    const [last] = (await historyForUser(deleted.conversationId, agent.ownerId, { limit: 1 }))!;
    await deleteMessage(agent, last!.messageId);
    expect(await find(agent, deleted.conversationId)).toMatchObject({ title: null, lastMessageText: null });
    await change(agent, aged.conversationId, { title: 'Mine' });
    await age('message', aged.messageId, ['created_at'], OLD);
    await age('conversation', aged.conversationId, ['last_message_at'], OLD);
    await pass('message');
    await change(agent, aged.conversationId, { isPinned: true });
    expect(await find(agent, aged.conversationId)).toMatchObject({ title: 'Mine', agentTitle: null });
  });
});
