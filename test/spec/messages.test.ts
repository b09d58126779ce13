import type { AgentClient, HttpAnswer, SentMessage } from '@svc/testkit';
import { bodyOf, expectRefusal, expectInvalidField } from './answers.js';
import { useProduct } from './product-under-test.js';

const bench = useProduct();

describe('POST /api/agent/events', () => {
  it('stores a text as it is in a new conversation, and answers {status: ok, message_id: msg_<id>, conversation_id}', async () => {
    const agent = await bench.person.createAgent();
    const text = '# Tïtle\n\n- **a** <b>\u2028 🎉 \\ "quoted"\ttab';
    const answer = await bodyOf('sendAgentMessage', agent.post({ text, mood: 'a field that nobody knows' }));
    const [conversationId = ''] = await bench.person.conversationIds(agent.agentId);
    expect(answer).toEqual({
      ...{ status: 'ok', message_id: expect.stringMatching(/^msg_[0-9a-f]+$/) },
      conversation_id: conversationId,
    });
    const { message_id: id } = answer;
    expect(conversationId).toMatch(/^conv_[0-9a-f]+$/);
    expect(await agent.history(conversationId)).toMatchObject([{ id, text, sender: 'agent' }]);
    await agent.send({ text: 'Second' });
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
  });

  it('sends to the conversation that conversation_id names', async () => {
    const { agent, conversation_id } = await bench.askedAgent('Question');
    await agent.send({ text: 'Answer', conversation_id });
    expect((await agent.history(conversation_id)).map(({ text }) => text)).toEqual(['Answer', 'Question']);
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([conversation_id]);
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

describe('GET /api/agent/conversations/{conversation_id}/messages', () => {
  const COUNT = 103;
  const newestFirst = Array.from({ length: COUNT }, (_, index) => `message ${COUNT - index}`);
  let agent: AgentClient;
  let conversationId: string;

  beforeAll(async () => {
    agent = await bench.person.createAgent({ agent_name: 'Archivist' });
    conversationId = (await bench.person.send(agent.agentId, 'message 1')).conversation_id;
    const socket = await agent.connect();
    for (let number = 2; number < COUNT; number += 1) {
      socket.send({ type: 'message', text: `message ${number}`, conversation_id: conversationId });
    }
    await socket.ask({ text: `message ${COUNT}`, conversation_id: conversationId });
    await socket.close();
  });

  it('answers messages with the fields of the specification and no others, newest first', async () => {
    const messages = await agent.history(conversationId, '?limit=100');
    expect(messages.map(({ text }) => text)).toEqual(newestFirst.slice(0, 100));
    const shown = { conversation_id: conversationId, sender: 'agent', sender_name: 'Archivist' };
    for (const message of messages) expect(message).toMatchObject(shown);
  });

  it('says of each message whether agent or human sent it, with the display name', async () => {
    const { conversation_id } = await bench.person.send(agent.agentId, 'Hello');
    await agent.send({ text: 'Hello to you', conversation_id });
    expect(await agent.history(conversation_id)).toMatchObject([
      { sender: 'agent', sender_name: 'Archivist', text: 'Hello to you' },
      { sender: 'human', sender_name: bench.person.name, text: 'Hello' },
    ]);
  });

  it('has 50 messages where limit is not given', async () => {
    expect(await agent.history(conversationId)).toHaveLength(50);
  });

  it('takes any ISO timestamp as cursor: with an offset, a leap second, or microseconds', async () => {
    const at = (await agent.history(conversationId))[0]?.created_at ?? '';
    const before = async (cursor: string) => {
      const page = await agent.history(conversationId, `?limit=1&cursor=${encodeURIComponent(cursor)}`);
      return page.map(({ text }) => text);
    };
    const [newest = '', second = ''] = newestFirst;
    expect(await before('2001-01-01T00:00:00Z')).toEqual([]);
    expect(await before('2015-06-30T23:59:60Z')).toEqual([]);
    expect(await before('2999-01-01T00:00:00+02:00')).toEqual([newest]);
    expect(await before(at.replace('Z', '001Z'))).toEqual([newest]);
    expect(await before(at.replace('Z', '000Z'))).toEqual([second]);
  });

  it('strictly increases created_at within a conversation, also of messages sent at once', async () => {
    const { conversation_id } = await bench.person.send(agent.agentId, 'All at once');
    await Promise.all(
      Array.from({ length: 25 }, (_, index) => agent.send({ text: `${index}`, conversation_id })),
    );
    const times = (await agent.history(conversation_id, '?limit=100')).map(({ created_at }) => created_at);
    expect(times).toHaveLength(26);
    expect(new Set(times).size).toBe(26);
    expect(times).toEqual([...times].sort().reverse());
  });
});

type Send = (agent: AgentClient, body: Record<string, string>) => Promise<HttpAnswer>;

const message: Send = (agent, body) => agent.post({ text: 'x', ...body });
const task: Send = (agent, body) =>
  agent.call('/api/agent/tasks', { body: { name: 'x', prompt: 'x', schedule: 'event', ...body } });
const userMessage: Send = ({ agentId }, body) => bench.person.postMessage(agentId, body);
const change: Send = ({ agentId }, body) =>
  bench.person.call(`/agents/${agentId}`, { method: 'PATCH', body });
const context: Send = async (agent, body) =>
  agent.call(`/api/agent/tasks/runs/${(await agent.tasks.startNew()).runId}/context`, { body });

describe('The length of a text', () => {
  it.each<[what: string, field: string, lengthMax: number, send: Send]>([
    ['a message of an agent', 'text', 32_768, message],
    ['a message of an agent', 'report_title', 200, message],
    ['a message of an agent', 'report_description', 1_000, message],
    ['a task', 'name', 200, task],
    ['a task', 'prompt', 32_768, task],
    ['a message of a user', 'text', 32_768, userMessage],
    ['an agent', 'agent_name', 100, change],
    ['a context block', 'text', 65_536, context],
  ])('of %s, its %s: %i characters, and not one more', async (_what, field, lengthMax, send) => {
    const agent = await bench.person.createAgent();
    const longest = '🎉'.repeat(lengthMax);
    expect([200, 201]).toContain((await send(agent, { [field]: longest })).status);
    expectInvalidField(await send(agent, { [field]: `${longest}x` }), `body.${field}`);
  });

  it('of a message frame is that of a call', async () => {
    const socket = await bench.connect(await bench.person.createAgent());
    for (const [field, lengthMax] of Object.entries({ text: 32_768, report_title: 200 })) {
      const longest = '🎉'.repeat(lengthMax);
      expect(await socket.ask({ [field]: longest })).toMatchObject({ type: 'message_ack' });
      expect(await socket.ask({ [field]: `${longest}x` })).toMatchObject({ type: 'error' });
    }
  });

  it('keeps no message and no task from reaching its agent whole', async () => {
    const { agent, socket } = await bench.onlineAgent();
    const [name, prompt] = ['🎉'.repeat(200), '🎉'.repeat(32_768)];
    await bench.person.send(agent.agentId, prompt);
    await socket.userMessage(prompt);
    const { id } = await agent.tasks.create({ schedule: 'once', name, prompt });
    expect(await socket.taskDue(id)).toMatchObject({ task_name: name, task_prompt: prompt });
  });
});

const REPLIES = [{ text: 'Yes', value: 'send:42' }, { text: 'Not yet' }, { text: 'Never', value: '' }];
const KEPT = [
  { text: 'Yes', value: 'send:42' },
  { text: 'Not yet', value: null },
  { text: 'Never', value: '' },
];
const SHOWN = [{ text: 'Yes' }, { text: 'Not yet' }, { text: 'Never' }];

describe('The buttons under an agent’s message', () => {
  const press = (messageId: string, index: number): Promise<HttpAnswer> =>
    bench.person.call(`/messages/${messageId}/quick-reply`, { body: { index } });

  function pressed(messageId: string, index: number): Promise<SentMessage> {
    return bodyOf('pressQuickReply', press(messageId, index));
  }

  /** A conversation that the person has begun, in which the agent has asked. */
  async function asked() {
    const { agent, conversation_id } = await bench.askedAgent('Send the offer');
    const messageId = await agent.send({ text: 'Shall I?', conversation_id, quick_replies: REPLIES });
    return { agent, conversationId: conversation_id, messageId };
  }

  it('stand in both histories, in the person’s without what the agent gets', async () => {
    const { agent, conversationId, messageId } = await asked();
    const [shown, first] = await bench.person.history(conversationId);
    expect(shown).toMatchObject({ id: messageId, quick_replies: SHOWN, quick_reply: null });
    expect(first).not.toHaveProperty('quick_replies');
    const [kept, begun] = await agent.history(conversationId);
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
    const [reply, question] = await bench.person.history(conversationId);
    expect(reply).toMatchObject({ id: sent.message_id, sender: 'human', kind: 'text', text });
    expect(reply).not.toHaveProperty('quick_reply');
    const chosen = { index, message_id: sent.message_id };
    expect(question).toMatchObject({ id: messageId, quick_reply: chosen });
    expect((await agent.history(conversationId))[1]).toMatchObject({ quick_reply: chosen });
  });

  it('send one message, however many are pressed at one instant: the others learn of it', async () => {
    const { agent, conversationId, messageId } = await asked();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, place) => press(messageId, place % 2)));
    const won = answers.filter(({ status }) => status === 201);
    const lost = answers.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([6, 6]);
    expect(new Set(won.map(({ body }) => (body as SentMessage).message_id)).size).toBe(1);
    for (const answer of lost) expectRefusal(answer, 409, 'Another reply was chosen');
    expect(await bench.person.history(conversationId)).toHaveLength(3);
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
    expect(await bench.person.history(conversation_id)).toHaveLength(3);
  });

  it('are those of an agent’s message', async () => {
    const { messageId, conversationId } = await asked();
    const [, own] = await bench.person.history(conversationId);
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
