import { describe, expect, it } from '@jest/globals';
import { newId } from '@svc/domain';
import { expectContract, PNG, useGateway } from '../gateway.suite.js';
import type { Answer, TestAgent } from '../gateway.suite.js';

const bench = useGateway();

/** Sends a message with a picture, and says how it is known. */
async function send(
  agent: TestAgent,
  conversation_id?: string,
): Promise<{ messageId: string; conversationId: string }> {
  const { auth: headers } = agent.owner;
  const body = { text: 'hello', images: [PNG], conversation_id };
  const { body: sent } = await bench.call('POST', `/api/client/agents/${agent.agentId}/messages`, {
    headers,
    body,
  });
  return { messageId: sent.message_id, conversationId: sent.conversation_id };
}

/** Resolves when the consoles are told; several hints of one type become one after a moment. */
async function told(hint: object): Promise<void> {
  const isTold = (): boolean =>
    bench.hints.some((sent) => Object.entries(hint).every(([name, value]) => sent[name as never] === value));
  while (!isTold()) await new Promise((resolve) => setImmediate(resolve));
}

function remove(agent: TestAgent, path: string): Promise<Answer> {
  return bench.call('DELETE', `/api/client/${path}`, { headers: agent.owner.auth });
}

describe('DELETE /api/client/messages/{message_id}', () => {
  it('removes the message with its file and its event, and tells the consoles', async () => {
    const agent = await bench.addAgent();
    const before = await bench.stored();
    const { messageId, conversationId } = await send(agent);
    const { id: eventId } = await bench.store.prisma.event.findFirstOrThrow({
      where: { subjectId: messageId },
    });
    bench.hints.length = 0;
    const deleted = await remove(agent, `messages/${messageId}`);
    expect(deleted.status).toBe(204);
    expectContract('deleteMessage', deleted);
    expect(await bench.stored()).toEqual({ ...before, conversations: before.conversations + 1 });
    expect(await bench.mediaFiles()).toEqual([]);
    const about = { agent_id: agent.agentId, user_id: agent.owner.userId };
    await told({ type: 'message', ...about, conversation_id: conversationId, message_id: messageId });
    await told({ type: 'event', ...about, event_id: eventId });
    expect((await remove(agent, `messages/${messageId}`)).status).toBe(404);
  });

  it('is 404 for what is somebody else’s, nobody’s, or no id', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const { messageId } = await send(agent);
    const before = await bench.stored();
    const refused = await remove(other, `messages/${messageId}`);
    expect(refused.status).toBe(404);
    expectContract('deleteMessage', refused);
    expect((await remove(other, `messages/${newId('message')}`)).body).toEqual(refused.body);
    expect((await remove(other, 'messages/elsewhere')).status).toBe(404);
    expect(await bench.stored()).toEqual(before);
  });

  it('dismisses the open request of a card, and tells its agent', async () => {
    const agent = await bench.addAgent();
    const asked = await bench.call('POST', '/api/agent/decisions', {
      ...{ headers: agent.auth, body: { title: 'May I?' } },
    });
    const decisionId = asked.body.decision_id;
    const card = await bench.store.prisma.message.findFirstOrThrow({ where: { decisionId } });
    bench.hints.length = 0;
    expect((await remove(agent, `messages/${card.id}`)).status).toBe(204);
    await told({ type: 'decision', decision_id: decisionId });
    const path = `/api/agent/decisions/${decisionId}`;
    expect((await bench.call('GET', path, { headers: agent.auth })).status).toBe(404);
    const log = await bench.call('GET', '/api/agent/events', { headers: agent.auth });
    expect(log.body.events).toMatchObject([
      { event: { type: 'decision_resolved', decision_id: decisionId, status: 'dismissed' } },
    ]);
  });
});

describe('DELETE /api/client/conversations/{conversation_id}', () => {
  it('has removed what is little before it answers, and says so', async () => {
    const agent = await bench.addAgent();
    const [before, files] = [await bench.stored(), await bench.mediaFiles()];
    const { conversationId } = await send(agent);
    await send(agent, conversationId);
    bench.hints.length = 0;
    const deleted = await remove(agent, `conversations/${conversationId}`);
    expect(deleted.status).toBe(202);
    expectContract('deleteConversation', deleted);
    expect(deleted.body).toMatchObject({
      status: 'finished',
      remaining: { agents: 0, messages: 0, files: 0 },
    });
    expect(await bench.stored()).toEqual(before);
    expect(await bench.mediaFiles()).toEqual(files);
    const progress = await bench.call('GET', `/api/client/erasures/${deleted.body.erasure_id}`);
    expect(progress.body).toEqual(deleted.body);
    const about = { agent_id: agent.agentId, user_id: agent.owner.userId };
    await told({ type: 'message', ...about, conversation_id: conversationId });
    expect((await remove(agent, `conversations/${conversationId}`)).status).toBe(404);
  });

  it('answers before much is removed, and the agent that answers into it is told', async () => {
    const agent = await bench.addAgent();
    const { conversationId } = await send(agent);
    await bench.store.prisma.$executeRaw`
      INSERT INTO message (id, conversation_id, sender, sender_name, text, created_at)
      SELECT 'msg_' || ${conversationId} || n, ${conversationId}, 'agent', 'Ada', 'x', now() - n * interval '1 second' FROM generate_series(1, 1700) n`;
    const deleted = await remove(agent, `conversations/${conversationId}`);
    expect(deleted.body).toMatchObject({ status: 'running', remaining: { messages: 201 } });
    const answer = await bench.call('POST', '/api/agent/events', {
      headers: agent.auth,
      body: { type: 'message', text: 'too late', conversation_id: conversationId },
    });
    expect(answer.status).toBe(404);
    expect(answer.body.detail).toBe('Not found');
    while (await bench.store.deletions.step({ kind: 'conversation', id: conversationId }));
    expect((await bench.call('GET', `/api/client/erasures/${deleted.body.erasure_id}`)).body).toMatchObject({
      status: 'finished',
    });
  });

  it('is 404 for somebody else’s', async () => {
    const [agent, other] = [await bench.addAgent(), await bench.addAgent()];
    const { conversationId } = await send(agent);
    const refused = await remove(other, `conversations/${conversationId}`);
    expect(refused.status).toBe(404);
    expectContract('deleteConversation', refused);
  });
});
