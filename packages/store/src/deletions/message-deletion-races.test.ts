import { describe, expect, it } from '@jest/globals';
import { decisionCalls } from '../decisions/decisions.suite.js';
import { attemptCalls } from '../events/attempts.suite.js';
import { lockWaits } from '../lock-waits.suite.js';
import { DAYS, retentionCalls } from '../retention/retention.suite.js';
import { useStore } from '../store.suite.js';
import { taskBuilders } from '../tasks/tasks.suite.js';
import { messageDeletionCalls } from './message-deletions.suite.js';

const bench = useStore();
const { holding, untilWaiting } = lockWaits(bench);
const { claim } = attemptCalls(bench);
const { request } = decisionCalls(bench);
const { addTask, fire } = taskBuilders(bench);
const { age, exists, pass } = retentionCalls(bench);
const { addAnswer, carryOut, deleteConversation, deleteMessage, tablesWith } = messageDeletionCalls(bench);

describe('a message that is deleted', () => {
  it('twice at one instant, is deleted by one of the calls', async () => {
    const agent = await bench.addAgent();
    const { messageId, conversationId } = await bench.addMessage(agent);
    const held = await holding('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [conversationId]);
    // Calls of one process that wait for the same user would take turns.
    const { messageDeletions } = bench.store;
    const calls = [1, 2].map(() => messageDeletions.deleteMessage({ messageId, userId: agent.ownerId }));
    await untilWaiting(1);
    await held.commit();
    expect((await Promise.all(calls)).filter((deleted) => deleted !== null)).toHaveLength(1);
    expect(await bench.store.audit.listOf({ userId: agent.ownerId, limit: 10 })).toMatchObject([
      { action: 'conversation.message_deleted' },
      { action: 'agent.created' },
    ]);
  });

  it('while its receipt is being recorded, is gone in the end', async () => {
    const agent = await bench.addAgent();
    const { messageId, eventId } = await bench.addMessage(agent);
    const behind = await bench.addMessage(await bench.addAgent());
    const held = await holding('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [behind.eventId]);
    // Of one statement, which has received the first of them and waits for the other.
    const received = [eventId, behind.eventId].map((id) => bench.store.channels.websocket.receive(id));
    await untilWaiting(1);
    const deleting = deleteMessage(agent, messageId);
    await untilWaiting(2);
    await held.commit();
    await Promise.all(received);
    expect(await deleting).toMatchObject({ eventIds: [eventId] });
    expect(await exists('event', eventId)).toBe(false);
  });

  it('while its event is sent again, is gone in the end, whichever comes first', async () => {
    const agent = await bench.addAgent();
    for (const first of ['restart', 'deletion']) {
      const { messageId, eventId } = await bench.addMessage(agent);
      await bench.store.channels.websocket.receive(eventId);
      const held = await holding('SELECT 1 FROM event WHERE id = $1 FOR UPDATE', [eventId]);
      const restart = (): Promise<unknown> => bench.store.events.restart(eventId, agent.ownerId);
      const calls = first === 'restart' ? [restart()] : [deleteMessage(agent, messageId)];
      await untilWaiting(1);
      calls.push(first === 'restart' ? deleteMessage(agent, messageId) : restart());
      await untilWaiting(2);
      await held.commit();
      await Promise.all(calls);
      expect(await exists('event', eventId)).toBe(false);
      expect(await restart()).toBeNull();
    }
  });

  it('while a webhook attempt of it is claimed, takes the attempt with it', async () => {
    const agent = await bench.addAgent({ webhookUrl: 'https://example.org/hook' });
    const { messageId, eventId } = await bench.addMessage(agent);
    const held = await holding('LOCK TABLE delivery_attempt IN SHARE MODE', []);
    const claiming = claim(agent.agentId);
    await untilWaiting(1);
    const deleting = deleteMessage(agent, messageId);
    await untilWaiting(2);
    await held.commit();
    await Promise.all([claiming, deleting]);
    expect(await tablesWith(eventId)).toEqual([]);
  });

  it('while retention removes it, is not found, or leaves retention nothing', async () => {
    const agent = await bench.addAgent();
    for (const first of ['retention', 'deletion']) {
      const { messageId, eventId, conversationId } = await bench.addMessage(agent, first);
      await bench.store.channels.websocket.receive(eventId);
      await age('message', messageId, ['created_at']);
      await age('conversation', conversationId, ['created_at', 'last_message_at']);
      const lock =
        first === 'retention'
          ? 'SELECT 1 FROM event WHERE id = $1'
          : 'SELECT 1 FROM message WHERE id = $1 FOR UPDATE';
      const held = await holding(lock, [first === 'retention' ? eventId : messageId]);
      if (first === 'retention') {
        expect(await pass('message', DAYS)).toMatchObject({ message: 1 });
        await held.commit();
        expect(await deleteMessage(agent, messageId)).toBeNull();
        continue;
      }
      const deleting = deleteMessage(agent, messageId);
      await untilWaiting(1);
      // It passes over what others hold.
      expect(await pass('message', DAYS)).toEqual({});
      await held.commit();
      expect(await deleting).not.toBeNull();
      expect(await pass('message', DAYS)).toEqual({});
    }
  });
});

describe('a conversation that is deleted', () => {
  it.each([['old'], ['young']])('is left alone by retention, if its last message is %s', async (name) => {
    const agent = await bench.addAgent();
    const { messageId, eventId, conversationId } = await bench.addMessage(agent);
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
});

describe('a conversation that is deleted while something is written into it', () => {
  it.each<
    [string, (agent: { agentId: string; ownerId: string }, conversationId: string) => Promise<unknown>]
  >([
    ['a message of the user', (agent, id) => bench.addMessage(agent, 'too late', id).catch(() => null)],
    ['a message of the agent', (agent, conversationId) => addAnswer(agent, 'too late', { conversationId })],
    [
      'a request that names it',
      (agent, conversationId) => request(agent, { conversationId, title: 'too late' }).catch(() => null),
    ],
  ])('does not take %s', async (_name, write) => {
    const agent = await bench.addAgent();
    const { conversationId } = await bench.addMessage(agent);
    const held = await holding('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [conversationId]);
    const deleting = deleteConversation(agent, conversationId);
    await untilWaiting(1);
    const writing = write(agent, conversationId);
    await untilWaiting(2);
    await held.commit();
    expect(await deleting).not.toBeNull();
    expect(await writing).toBeNull();
    expect(await tablesWith('too late')).toEqual([]);
  });

  it.each([
    [
      'the bubble of a run',
      async (agent: { agentId: string; ownerId: string }) => {
        const { runId } = await fire(await addTask(agent));
        return () =>
          bench.store.runCompletions
            .complete({ runId, agentId: agent.agentId, status: 'completed', summary: 'too late' })
            .then((completed) => completed?.conversationId);
      },
    ],
    [
      'a request that names none',
      async (agent: { agentId: string; ownerId: string }) => () =>
        request(agent).then(({ decision }) => decision.conversationId),
    ],
  ])('leaves %s to another one', async (_name, prepare) => {
    const agent = await bench.addAgent();
    const write = await prepare(agent);
    const { conversationId } = await bench.addMessage(agent);
    const held = await holding('SELECT 1 FROM conversation WHERE id = $1 FOR UPDATE', [conversationId]);
    const deleting = deleteConversation(agent, conversationId);
    await untilWaiting(1);
    const writing = write();
    await untilWaiting(2);
    await held.commit();
    await deleting;
    expect(await writing).not.toBe(conversationId);
  });
});
