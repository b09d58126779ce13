/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import { expectAnswer, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

describe('POST /api/agent/events', () => {
  const bench = useProduct();

  it('stores a text as it is, and answers {status: ok, message_id: msg_<id>, conversation_id}', async () => {
    const agent = await bench.person.createAgent();
    const text = '# Tïtle\n\n- **a** <b>\u2028 🎉 \\ "quoted"\ttab';
    const answer = await agent.post({ text, mood: 'a field that nobody knows' });
    expectAnswer('sendAgentMessage', answer, 200);
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(answer.body).toEqual({
      ...{ status: 'ok', message_id: expect.stringMatching(/^msg_[0-9a-f]+$/) },
      conversation_id: conversationId,
    });
    const { message_id: id } = answer.body as { message_id: string };
    expect(await agent.history(conversationId)).toMatchObject([{ id, text, sender: 'agent' }]);
  });

  it('creates a conversation when conversation_id is omitted', async () => {
    const agent = await bench.person.createAgent();
    await agent.send({ text: 'First' });
    await agent.send({ text: 'Second' });
    const conversationIds = await bench.person.conversationIds(agent.agentId);
    expect(conversationIds).toHaveLength(2);
    for (const id of conversationIds) expect(id).toMatch(/^conv_[0-9a-f]+$/);
  });

  it('sends to the conversation that conversation_id names', async () => {
    const { agent, conversation_id } = await bench.askedAgent('Question');
    await agent.send({ text: 'Answer', conversation_id });
    expect((await agent.history(conversation_id)).map(({ text }) => text)).toEqual(['Answer', 'Question']);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([conversation_id]);
  });

  it('requires text unless image_base64 is given', async () => {
    const agent = await bench.person.createAgent();
    expectInvalidField(await agent.post({ text: '' }), 'body.text');
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('takes the same fields as the socket: a report card is shown with title and subtitle', async () => {
    const agent = await bench.person.createAgent();
    const card = { text: '## Sales', report_title: 'Weekly report', report_description: 'Week 9' };
    await agent.send(card);
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(await bench.person.history(conversationId)).toMatchObject([card]);
  });

  it('creates no event to the sender', async () => {
    const { agent, socket } = await bench.onlineAgent();
    await agent.send({ text: 'From the agent' });
    await bench.person.send(agent.agentId, 'From the user');
    await socket.userMessage('From the user');
    expect(socket.events).toHaveLength(1);
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });
});
