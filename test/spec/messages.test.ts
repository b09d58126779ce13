/** @any-shape The gateway alone answers, from rows. */
import { describe, expect, it } from '@jest/globals';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

describe('POST /api/agent/events', () => {
  const bench = useProduct();

  it('answers {status: ok, message_id}, where message_id is msg_<id>', async () => {
    const agent = await bench.person.createAgent();
    const answer = await agent.post({ text: 'Good morning' });
    expectAnswer('sendAgentMessage', answer, 200);
    expect(answer.body).toEqual({ status: 'ok', message_id: expect.stringMatching(/^msg_[0-9a-f]+$/) });
  });

  it('stores text as it is, Markdown and all characters', async () => {
    const agent = await bench.person.createAgent();
    const text = '# Tïtle\n\n- **a** <b>\u2028 🎉 \\ "quoted"\ttab';
    const messageId = await agent.send({ text });
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(await agent.history(conversationId)).toMatchObject([{ id: messageId, text, sender: 'agent' }]);
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
    const agent = await bench.person.createAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Question');
    await agent.send({ text: 'Answer', conversation_id });
    expect((await agent.history(conversation_id)).map(({ text }) => text)).toEqual(['Answer', 'Question']);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([conversation_id]);
  });

  it('requires type to be message', async () => {
    const agent = await bench.person.createAgent();
    for (const type of ['event', '', 'MESSAGE', null, 1, ['message']]) {
      expectInvalidField(await agent.post({ type, text: 'x' }), 'body.type');
    }
    expectInvalidField(await agent.call('/api/agent/events', { body: { text: 'x' } }), 'body.type');
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('requires text unless image_base64 is given', async () => {
    const agent = await bench.person.createAgent();
    expectInvalidField(await agent.post({}), 'body.text');
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

  it('attaches only to a run of the agent: an unknown task_run_id is 404', async () => {
    const agent = await bench.person.createAgent();
    expectRefusal(await agent.post({ text: 'x', task_run_id: `run_${'0'.repeat(32)}` }), 404);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('creates no event to the sender', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    await agent.send({ text: 'From the agent' });
    await bench.person.send(agent.agentId, 'From the user');
    await socket.userMessage('From the user');
    expect(socket.events).toHaveLength(1);
    expect(await bench.person.events(agent.agentId)).toHaveLength(1);
  });

  it('finds no conversation of another agent, and stores nothing there', async () => {
    const [one, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const { conversation_id } = await bench.person.send(one.agentId, 'Between us');
    expectRefusal(await other.post({ text: 'Intruder', conversation_id }), 404, 'Not found');
    expectRefusal(
      await other.post({ text: 'x', conversation_id: `conv_${'0'.repeat(32)}` }),
      404,
      'Not found',
    );
    expect(await one.history(conversation_id)).toHaveLength(1);
    expect(await bench.person.conversationIds(other.agentId)).toEqual([]);
  });

  it('ignores fields that it does not know', async () => {
    const agent = await bench.person.createAgent();
    expectAnswer('sendAgentMessage', await agent.post({ text: 'x', mood: 'good', sender: 'human' }), 200);
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(await agent.history(conversationId)).toMatchObject([{ sender: 'agent' }]);
  });
});
