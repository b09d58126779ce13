/** @any-shape One statement decides which press counts, and writes what it sends. */
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { eventually, Person } from '@svc/testkit';
import type { AgentClient, HttpAnswer } from '@svc/testkit';
import { expectAnswer, expectInvalidField, expectRefusal } from './answers.js';
import { baseUrl, useProduct } from './product-under-test.js';

const REPLIES = [{ text: 'Yes', value: 'send:42' }, { text: 'Not yet' }, { text: 'Never', value: '' }];
const KEPT = [
  { text: 'Yes', value: 'send:42' },
  { text: 'Not yet', value: null },
  { text: 'Never', value: '' },
];
const SHOWN = [{ text: 'Yes' }, { text: 'Not yet' }, { text: 'Never' }];

interface Sent {
  message_id: string;
  conversation_id: string;
}

describe('The buttons under an agent’s message', () => {
  const bench = useProduct();

  const press = (messageId: string, index: number, person = bench.person): Promise<HttpAnswer> =>
    person.call(`/messages/${messageId}/quick-reply`, { body: { index } });

  async function pressed(messageId: string, index: number): Promise<Sent> {
    const answer = await press(messageId, index);
    expectAnswer('pressQuickReply', answer, 201);
    return answer.body as Sent;
  }

  /** A conversation that the person has begun, in which the agent has asked. */
  async function asked(): Promise<{ agent: AgentClient; conversationId: string; messageId: string }> {
    const agent = await bench.person.createAgent();
    const { conversation_id } = await bench.person.send(agent.agentId, 'Send the offer');
    const messageId = await agent.send({ text: 'Shall I?', conversation_id, quick_replies: REPLIES });
    return { agent, conversationId: conversation_id, messageId };
  }

  async function historyOf(path: string, call: (path: string) => Promise<HttpAnswer>): Promise<unknown[]> {
    return (await call(path)).body as unknown[];
  }

  const ofPerson = (conversationId: string): Promise<unknown[]> =>
    historyOf(`/conversations/${conversationId}/messages`, (path) => bench.person.call(path));
  const ofAgent = (agent: AgentClient, conversationId: string): Promise<unknown[]> =>
    historyOf(`/api/agent/conversations/${conversationId}/messages`, (path) => agent.call(path));

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

  it('come by socket as well', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const ack = await socket.ask({ text: 'Shall I?', quick_replies: REPLIES });
    expect(ack).toMatchObject({ type: 'message_ack' });
    const { conversation_id } = ack as unknown as Sent;
    expect(await ofPerson(conversation_id)).toMatchObject([{ quick_replies: SHOWN }]);
  });

  it.each([
    [0, 'Yes', 'send:42'],
    [1, 'Not yet', null],
    [2, 'Never', ''],
  ])('send the text of button %s as the person’s message, with its value', async (index, text, value) => {
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

  it('change nothing in a message that the person writes', async () => {
    const { agent, conversationId: conversation_id } = await asked();
    const socket = await bench.connect(agent, { resume: true });
    await bench.person.send(agent.agentId, { text: 'Yes', conversation_id });
    expect(await socket.userMessage('Yes')).not.toHaveProperty('quick_reply');
  });

  it('send one message, however often and at however many devices one of them is pressed', async () => {
    const { agent, conversationId, messageId } = await asked();
    const answers = await Promise.all(Array.from({ length: 12 }, () => press(messageId, 1)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => (body as Sent).message_id)).size).toBe(1);
    expect((await ofPerson(conversationId)).length).toBe(3);
    const ofMessages = (await bench.person.events(agent.agentId)).filter(
      ({ type }) => type === 'user_message',
    );
    expect(ofMessages).toHaveLength(2);
    const [newest] = (await bench.person.call('/conversations')).body as { last_message_text: string }[];
    expect(newest?.last_message_text).toBe('Not yet');
  });

  it('let one of two different ones win that are pressed at one instant', async () => {
    const { conversationId, messageId } = await asked();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => press(messageId, place % 2)));
    const [won, lost] = [201, 409].map((status) => answers.filter((answer) => answer.status === status));
    expect([won?.length, lost?.length]).toEqual([5, 5]);
    for (const answer of lost ?? []) expectRefusal(answer, 409, 'Another reply was chosen');
    expect(await ofPerson(conversationId)).toHaveLength(3);
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

  it('can be pressed after other messages of the agent', async () => {
    const { agent, conversationId: conversation_id, messageId } = await asked();
    await agent.send({ text: 'Take your time.', conversation_id });
    await pressed(messageId, 0);
  });

  it('are the person’s alone', async () => {
    const { messageId, conversationId } = await asked();
    const stranger = await Person.signUp(baseUrl);
    expectRefusal(await press(messageId, 0, stranger), 404, 'Not found');
    const [, own] = (await ofPerson(conversationId)) as { id: string }[];
    expectRefusal(await press(own?.id ?? '', 0), 404, 'Not found');
    expectInvalidField(await press(messageId, 3), 'body.index');
    expectInvalidField(await press(messageId, 8), 'body.index');
    expectInvalidField(await press(messageId, -1), 'body.index');
  });

  it('go with their message, and with their conversation', async () => {
    const { conversationId, messageId } = await asked();
    const remove = { method: 'DELETE' };
    expect((await bench.person.call(`/messages/${messageId}`, remove)).status).toBe(204);
    expectRefusal(await press(messageId, 0), 404, 'Not found');
    const other = await asked();
    expect((await bench.person.call(`/conversations/${other.conversationId}`, remove)).status).toBe(202);
    expectRefusal(await press(other.messageId, 0), 404, 'Not found');
    expect(await ofPerson(conversationId)).toHaveLength(1);
  });

  it('stay pressed when the message that they sent is deleted', async () => {
    const { conversationId, messageId } = await asked();
    const { message_id } = await pressed(messageId, 0);
    await bench.person.call(`/messages/${message_id}`, { method: 'DELETE' });
    expectRefusal(await press(messageId, 1), 409, 'Another reply was chosen');
    expect((await ofPerson(conversationId))[0]).toMatchObject({ quick_reply: { index: 0, message_id } });
  });

  it('are in the person’s export', async () => {
    const person = await Person.signUp(baseUrl);
    const agent = await person.createAgent();
    await agent.send({ text: 'Shall I?', quick_replies: REPLIES });
    const made = await person.call('/account/exports', { method: 'POST' });
    const { export_id } = made.body as { export_id: string };
    await eventually(
      () => person.call('/account/exports'),
      ({ body }) => (body as { state: string }[])[0]?.state === 'ready',
      { what: 'the export to be ready' },
    );
    const file = await fetch(`${baseUrl}/api/client/account/exports/${export_id}/file`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const lines = gunzipSync(Buffer.from(await file.arrayBuffer())).toString('utf8');
    expect(lines).toContain(JSON.stringify(SHOWN));
  });

  it.each([
    ['nine', Array(9).fill({ text: 'Yes' }), 'body.quick_replies'],
    ['an empty text', [{ text: '' }], 'body.quick_replies.0.text'],
    ['a blank text', [{ text: ' ' }], 'body.quick_replies.0.text'],
    ['81 characters', [{ text: 'Yes' }, { text: 'x'.repeat(81) }], 'body.quick_replies.1.text'],
    ['256 bytes', [{ text: 'Yes', value: 'é'.repeat(128) }], 'body.quick_replies.0.value'],
    ['U+0000', [{ text: 'Yes', value: '\0' }], 'body.quick_replies.0.value'],
    ['no text', [{ value: 'x' }], 'body.quick_replies.0.text'],
  ])('are refused with %s', async (_, quick_replies, path) => {
    const agent = await bench.person.createAgent();
    expectInvalidField(await agent.post({ text: 'Shall I?', quick_replies }), path);
  });

  it('are none if the list is empty', async () => {
    const agent = await bench.person.createAgent();
    await agent.send({ text: 'Shall I?', quick_replies: [] });
    const [conversation] = (await bench.person.call(`/conversations?agent_id=${agent.agentId}`)).body as {
      id: string;
    }[];
    const [message] = await ofPerson(conversation?.id ?? '');
    expect(message).not.toHaveProperty('quick_replies');
  });
});
