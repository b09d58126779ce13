import { useStore } from '../store.suite.js';
import type { TestAgent } from '../store.suite.js';

const bench = useStore();
const { addAnswer, addStarted, age, behind, carryOut, claim, complete, deleteConversation } = bench;
const { deleteMessage, exists, holding, holdingRow, pass, request, tablesWith, untilWaiting } = bench;

describe('a message that is deleted', () => {
  it('twice at one instant, is deleted by one of the calls', async () => {
    const { agent, messageId, conversationId } = await bench.addConversation();
    // Calls of one process that wait for the same user would take turns.
    const twice = () => Promise.all([deleteMessage(agent, messageId), deleteMessage(agent, messageId)]);
    const [deleted] = await behind(holdingRow('conversation', conversationId), twice);
    expect(deleted.filter((one) => one !== null)).toHaveLength(1);
    const entries = await bench.store.audit.listOf({ userId: agent.ownerId, limit: 10 });
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(['conversation.message_deleted', 'agent.created']);
  });

  it('while its receipt is being recorded, is gone in the end', async () => {
    const { agent, messageId, eventId } = await bench.addConversation();
    const last = await bench.addMessage(await bench.addAgent());
    const { receive } = bench.store.channels.websocket;
    const [, deleted] = await behind(
      holdingRow('event', last.eventId),
      // Of one statement, which has received the first of them and waits for the other.
      () => Promise.all([receive(eventId), receive(last.eventId)]),
      () => deleteMessage(agent, messageId),
    );
    expect(deleted).toMatchObject({ eventIds: [eventId] });
    expect(await exists('event', eventId)).toBe(false);
  });

  it('while its event is sent again, is gone in the end, whichever comes first', async () => {
    const agent = await bench.addAgent();
    for (const isDeletedFirst of [false, true]) {
      const { messageId, eventId } = await bench.addMessage(agent);
      await bench.store.channels.websocket.receive(eventId);
      const restart = (): Promise<unknown> => bench.store.events.restart(eventId, agent.ownerId);
      const calls = [restart, () => deleteMessage(agent, messageId)];
      await behind(holdingRow('event', eventId), ...(isDeletedFirst ? calls.reverse() : calls));
      expect(await exists('event', eventId)).toBe(false);
      expect(await restart()).toBeNull();
    }
  });

  it('while a webhook attempt of it is claimed, takes the attempt with it', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const { messageId, eventId } = await bench.addMessage(agent);
    const claiming = () => claim(agent.agentId);
    const attempts = holding('LOCK TABLE delivery_attempt IN SHARE MODE');
    await behind(attempts, claiming, () => deleteMessage(agent, messageId));
    expect(await tablesWith(eventId)).toEqual([]);
  });

  it('while retention would remove it, is passed over, and leaves retention nothing', async () => {
    const { agent, messageId, eventId, conversationId } = await bench.addConversation();
    await bench.store.channels.websocket.receive(eventId);
    await age('message', messageId, ['created_at']);
    await age('conversation', conversationId, ['created_at', 'last_message_at']);
    const held = await holdingRow('message', messageId);
    const deleting = deleteMessage(agent, messageId);
    await untilWaiting(1);
    expect(await pass('message')).toEqual({});
    await held.commit();
    expect(await deleting).not.toBeNull();
    expect(await pass('message')).toEqual({});
  });
});

const retained = 'a deleted conversation is left alone by retention, if its last message is %s';
it.each(['old', 'young'])(retained, async (name) => {
  const { agent, messageId, eventId, conversationId } = await bench.addConversation();
  await bench.store.channels.websocket.receive(eventId);
  await age('message', messageId, ['created_at']);
  if (name === 'old') await age('conversation', conversationId, ['created_at', 'last_message_at']);
  await deleteConversation(agent, conversationId);
  expect(await pass('message')).toEqual({});
  await pass('conversation');
  expect(await exists('conversation', conversationId)).toBe(true);
  await carryOut(conversationId);
  expect(await exists('event', eventId)).toBe(false);
});

describe('a conversation that is deleted while something is written into it', () => {
  /** What the deletion comes to, and what is written behind it. */
  const beside = <T>(agent: TestAgent, id: string, write: () => Promise<T>) =>
    behind(holdingRow('conversation', id), () => deleteConversation(agent, id), write);

  const ask = (agent: TestAgent, conversationId: string) =>
    request(agent, { conversationId, title: 'too late' });

  it.each<[string, (agent: TestAgent, conversationId: string) => Promise<unknown>]>([
    ['a message of the user', (agent, id) => bench.addMessage(agent, 'too late', id).catch(() => null)],
    ['a message of the agent', (agent, id) => addAnswer(agent, 'too late', { conversationId: id })],
    ['a request that names it', (agent, id) => ask(agent, id).catch(() => null)],
  ])('does not take %s', async (_name, write) => {
    const { agent, conversationId } = await bench.addConversation();
    const [deleted, written] = await beside(agent, conversationId, () => write(agent, conversationId));
    expect(deleted).not.toBeNull();
    expect(written).toBeNull();
    expect(await tablesWith('too late')).toEqual([]);
  });

  it('leaves the bubble of a run, and a request that names none, to another one', async () => {
    const { agent, runId } = await addStarted();
    for (const write of [
      async () => (await complete(agent, runId, 'too late'))?.conversationId,
      async () => (await request(agent)).decision.conversationId,
    ]) {
      const { conversationId } = await bench.addMessage(agent);
      const [, written] = await beside(agent, conversationId, write);
      expect(written).toEqual(expect.any(String));
      expect(written).not.toBe(conversationId);
    }
  });
});
