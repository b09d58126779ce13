/** @any-shape The hub alone reads frames. */
import { describe, expect, it } from '@jest/globals';
import { validateErrorFrame, validateMessageAckFrame } from '@svc/proto-events';
import { useProduct } from './product-under-test.js';

const FRAMES_AT_ONCE_MAX = 500;

describe('A message frame', () => {
  const bench = useProduct();

  it('is stored in the conversation that it names', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { conversation_id } = await bench.person.send(agent.agentId, 'Question');
    const ack = await socket.ask({ text: '**Answer**', conversation_id });
    expect(ack).toMatchObject({ conversation_id });
    const [newest] = await bench.person.history(conversation_id);
    expect(newest).toMatchObject({
      id: (ack as { message_id: string }).message_id,
      text: '**Answer**',
      sender: 'agent',
    });
  });

  it('opens a conversation where it names none', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const ack = await socket.ask({ text: 'Hello' });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([
      (ack as { conversation_id: string }).conversation_id,
    ]);
  });

  it('is shown as a tappable report card with report_title and report_description', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const card = { text: 'All of it', report_title: 'Report', report_description: 'In short' };
    const ack = (await socket.ask(card)) as { conversation_id: string };
    expect(await bench.person.history(ack.conversation_id)).toMatchObject([card]);
  });

  it('may be a report card without a text', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const ack = (await socket.ask({ report_title: 'Report' })) as { conversation_id: string };
    expect(await bench.person.history(ack.conversation_id)).toMatchObject([
      { text: '', report_title: 'Report' },
    ]);
  });

  it('attaches only to a run of the agent', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const answer = await socket.ask({ text: 'x', task_run_id: `run_${'0'.repeat(32)}` });
    expect(answer).toMatchObject({ type: 'error', detail: 'Not found' });
    expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
  });

  it('with ref is answered with message_ack: ref, message_id and conversation_id', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const ack = await socket.ask({ text: 'Hello' });
    expect(validateMessageAckFrame(ack)).toBe(true);
    expect(ack).toMatchObject({ message_id: expect.stringMatching(/^msg_/) });
  });

  it('without ref is answered with nothing', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    socket.send({ type: 'message', text: 'Unanswered' });
    await socket.ask({ text: 'Answered' });
    expect(socket.frames.items.map(({ type }) => type)).toEqual(['auth_ok', 'message_ack']);
    expect(await bench.person.conversationIds(agent.agentId)).toHaveLength(2);
  });

  it('keeps its place among the frames of its socket', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { conversation_id } = await bench.person.send(agent.agentId, 'Count to fifty');
    const texts = Array.from({ length: 50 }, (_, index) => `${index + 1}`);
    for (const text of texts) socket.send({ type: 'message', text, conversation_id });
    await socket.ask({ text: 'Done', conversation_id });
    const history = await agent.history(conversation_id, '?limit=51');
    expect(history.map(({ text }) => text).reverse()).toEqual([...texts, 'Done']);
  });

  const INVALID = [
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['an array', '[1]'],
    ['a string', '"message"'],
    ['null', 'null'],
    ['no type', '{"text":"x"}'],
    ['an unknown type', '{"type":"shout","text":"x"}'],
    ['a second auth message', '{"type":"auth","agent_id":"a","secret":"s"}'],
    ['neither text nor image', '{"type":"message"}'],
    ['an empty text', '{"type":"message","text":""}'],
    ['a text that is a number', '{"type":"message","text":7}'],
    ['a text that is too long', JSON.stringify({ type: 'message', text: 'x'.repeat(32_769) })],
    ['a text that no database can hold', '{"type":"message","text":"a\\u0000b"}'],
    ['an image that is an object', '{"type":"message","text":"x","image_base64":{}}'],
    ['a conversation_id that is a number', '{"type":"message","text":"x","conversation_id":1}'],
    ['a conversation_id with a NUL', '{"type":"message","text":"x","conversation_id":"conv_\\u0000"}'],
    ['a report_title that is too long', JSON.stringify({ type: 'message', report_title: 'x'.repeat(201) })],
    ['a report_description that is a list', '{"type":"message","text":"x","report_description":[]}'],
    ['a task_run_id that is a boolean', '{"type":"message","text":"x","task_run_id":true}'],
    ['a ref that is a number', '{"type":"message","text":"x","ref":1}'],
    ['deeply nested JSON', `{"type":"message","text":${'['.repeat(100_000)}`],
  ];
  it.each(INVALID)(
    'that is not valid gets an error frame, and the socket stays open: %s',
    async (_, text) => {
      const agent = await bench.person.createAgent();
      const socket = await bench.connect(agent);
      socket.sendText(text);
      const error = await socket.frames.first(({ type }) => type === 'error');
      expect(validateErrorFrame(error)).toBe(true);
      expect(await bench.person.conversationIds(agent.agentId)).toEqual([]);
      expect(await socket.ask({ text: 'Still here' })).toMatchObject({ type: 'message_ack' });
    },
  );

  it('that is not valid gets its ref back, though its JSON is beyond the bounds', async () => {
    const socket = await bench.connect(await bench.person.createAgent());
    const deep = JSON.parse('['.repeat(65) + ']'.repeat(65)) as unknown;
    for (const text of [7, deep]) expect(await socket.ask({ text })).toMatchObject({ type: 'error' });
  });

  it('is taken for text if it is binary', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const { conversation_id } = await bench.person.send(agent.agentId, 'Question');
    const frame = { type: 'message', text: 'Grüße 🎉', conversation_id, ref: 'bytes' };
    socket.sendBinary(Buffer.from(JSON.stringify(frame)));
    socket.sendBinary(Buffer.from(JSON.stringify({ ...frame, text: [], ref: 'no text' })));
    expect(await socket.frames.first(({ ref }) => ref === 'bytes')).toMatchObject({ type: 'message_ack' });
    expect(await socket.frames.first(({ ref }) => ref === 'no text')).toMatchObject({ type: 'error' });
    expect((await agent.history(conversation_id))[0]).toMatchObject({ text: frame.text });
  });

  it('may have null for any field that it may leave out', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    const ack = await socket.ask({
      ...{ text: null, conversation_id: null, image_base64: null, media_ids: null, report_title: 'Report' },
      ...{ report_description: null, task_run_id: null, quick_replies: [{ text: 'Thanks', value: null }] },
    });
    expect(ack).toMatchObject({ type: 'message_ack' });
    const { conversation_id } = ack as { conversation_id: string };
    socket.send({ type: 'message_start', ref: 'grown', conversation_id, idempotency_key: null });
    socket.send({ type: 'message_delta', ref: 'grown', text: 'Grown' });
    socket.send({ type: 'message_end', ref: 'grown', quick_replies: null, task_run_id: null });
    expect(await socket.frames.first(({ ref }) => ref === 'grown')).toMatchObject({ type: 'message_ack' });
    expect(await bench.person.history(conversation_id)).toMatchObject([
      { text: 'Grown' },
      { text: '', report_title: 'Report', quick_replies: [{ text: 'Thanks' }] },
    ]);
  });

  it('for another agent’s conversation gets an error frame, and nothing is stored', async () => {
    const [one, other] = [await bench.person.createAgent(), await bench.person.createAgent()];
    const { conversation_id } = await bench.person.send(one.agentId, 'Between us');
    const socket = await bench.connect(other);
    expect(await socket.ask({ text: 'Intruder', conversation_id })).toMatchObject({
      type: 'error',
      detail: 'Not found',
    });
    expect(await one.history(conversation_id)).toHaveLength(1);
  });

  it('creates no event to the sender', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    await socket.ask({ text: 'From the agent' });
    await bench.person.send(agent.agentId, 'From the user');
    await socket.userMessage('From the user');
    expect(socket.events).toHaveLength(1);
  });

  it('too many: the socket is closed with 4008', async () => {
    const agent = await bench.person.createAgent();
    const socket = await bench.connect(agent);
    for (let count = 0; count < FRAMES_AT_ONCE_MAX * 3; count += 1) socket.sendText('{}');
    expect(await socket.closed()).toMatchObject({ code: 4008 });
  });
});
