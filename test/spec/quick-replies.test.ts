import { describe, expect, it } from '@jest/globals';
import type { AgentClient, HttpAnswer, SentMessage } from '@svc/testkit';
import { bodyOf, expectInvalidField, expectRefusal } from './answers.js';
import { useProduct } from './product-under-test.js';

const REPLIES = [{ text: 'Yes', value: 'send:42' }, { text: 'Not yet' }, { text: 'Never', value: '' }];
const KEPT = [
  { text: 'Yes', value: 'send:42' },
  { text: 'Not yet', value: null },
  { text: 'Never', value: '' },
];
const SHOWN = [{ text: 'Yes' }, { text: 'Not yet' }, { text: 'Never' }];

describe('The buttons under an agent’s message', () => {
  const bench = useProduct();

  const press = (messageId: string, index: number): Promise<HttpAnswer> =>
    bench.person.call(`/messages/${messageId}/quick-reply`, { body: { index } });

  function pressed(messageId: string, index: number): Promise<SentMessage> {
    return bodyOf('pressQuickReply', press(messageId, index), 201);
  }

  /** A conversation that the person has begun, in which the agent has asked. */
  async function asked() {
    const { agent, conversation_id } = await bench.askedAgent('Send the offer');
    const messageId = await agent.send({ text: 'Shall I?', conversation_id, quick_replies: REPLIES });
    return { agent, conversationId: conversation_id, messageId };
  }

  const ofPerson = async (conversationId: string): Promise<unknown[]> =>
    (await bench.person.call(`/conversations/${conversationId}/messages`)).body as unknown[];
  const ofAgent = async (agent: AgentClient, conversationId: string): Promise<unknown[]> =>
    (await agent.call(`/api/agent/conversations/${conversationId}/messages`)).body as unknown[];

  it('stand in both histories, in the person’s without what the agent gets', async () => {
    const { agent, conversationId, messageId } = await asked();
    const [shown, first] = await ofPerson(conversationId);
    expect(shown).toMatchObject({ id: messageId, quick_replies: SHOWN, quick_reply: null });
    expect(first).not.toHaveProperty('quick_replies');
    const [kept, begun] = await ofAgent(agent, conversationId);
    expect(kept).toMatchObject({ id: messageId, quick_replies: KEPT, quick_reply: null });
    expect(begun).not.toHaveProperty('quick_replies');
    expect(begun).not.toHaveProperty('quick_reply');
  });

  it('send the text of one as the person’s message, with its value', async () => {
    const [index, text, value] = [0, 'Yes', 'send:42'];
    const { agent, conversationId, messageId } = await asked();
    const socket = await bench.connect(agent, { resume: true });
    const sent = await pressed(messageId, index);
    expect(sent.conversation_id).toBe(conversationId);
    expect(await socket.userMessage(text)).toEqual({
      ...{ type: 'user_message', text, sender_name: expect.any(String), conversation_id: conversationId },
      ...{ message_id: sent.message_id, image_url: null, image_urls: null, audio_url: null },
      quick_reply: { message_id: messageId, index, value },
    });
    const [reply, question] = await ofPerson(conversationId);
    expect(reply).toMatchObject({ id: sent.message_id, sender: 'human', kind: 'text', text });
    expect(reply).not.toHaveProperty('quick_reply');
    const chosen = { index, message_id: sent.message_id };
    expect(question).toMatchObject({ id: messageId, quick_reply: chosen });
    expect((await ofAgent(agent, conversationId))[1]).toMatchObject({ quick_reply: chosen });
  });

  it('send one message, however many are pressed at one instant: the others learn of it', async () => {
    const { agent, conversationId, messageId } = await asked();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, place) => press(messageId, place % 2)));
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([6, 6]);
    expect(new Set(won.map(({ body }) => (body as SentMessage).message_id)).size).toBe(1);
    for (const answer of lost) expectRefusal(answer, 409, 'Another reply was chosen');
    expect(await ofPerson(conversationId)).toHaveLength(3);
    expect(await bench.person.events(agent.agentId)).toHaveLength(2);
  });

  it.each([
    ['the person has written', { text: 'Wait', by: 'person' }],
    ['the agent has sent other buttons', { text: 'Or so?', by: 'agent' }],
  ])('cannot be pressed once %s', async (_, { text, by }) => {
    const { agent, conversationId: conversation_id, messageId } = await asked();
    if (by === 'person') await bench.person.send(agent.agentId, { text, conversation_id });
    else await agent.send({ text, conversation_id, quick_replies: [{ text: 'Or so' }] });
    expectRefusal(await press(messageId, 0), 409, 'The conversation has gone on since this message');
    expect(await ofPerson(conversation_id)).toHaveLength(3);
  });

  it('are those of an agent’s message', async () => {
    const { messageId, conversationId } = await asked();
    const [, own] = (await ofPerson(conversationId)) as { id: string }[];
    expectRefusal(await press(own?.id ?? '', 0), 404, 'Not found');
    expectInvalidField(await press(messageId, 3), 'body.index');
  });

  it.each([
    ['an empty text', [{ text: '' }], 'body.quick_replies.0.text'],
    ['81 characters', [{ text: 'Yes' }, { text: 'x'.repeat(81) }], 'body.quick_replies.1.text'],
    ['256 bytes', [{ text: 'Yes', value: 'é'.repeat(128) }], 'body.quick_replies.0.value'],
  ])('are refused with %s', async (_, quick_replies, path) => {
    const agent = await bench.person.createAgent();
    expectInvalidField(await agent.post({ text: 'Shall I?', quick_replies }), path);
  });
});
